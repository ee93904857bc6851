#include "compute_node/particles/particle_system.h"

#include "compute_node/particles/distributed_particles.h"
#include "compute_node/particles/frame_batch.h"
#include "compute_node/particles/particle_limits.h"
#include "compute_node/particles/particle_release.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

constexpr std::uintptr_t frame_alignment = 16;

void check_output(std::span<const std::byte> out, std::uint64_t needed)
{
    if (out.size() < needed)
        throw std::invalid_argument(
            fmt::format("a frame needs {} bytes, found room for {}", needed, out.size()));
    if (reinterpret_cast<std::uintptr_t>(out.data()) % frame_alignment != 0)
        throw std::invalid_argument(
            fmt::format("a frame must begin at a multiple of {} bytes", frame_alignment));
}

/// True when particles of one setting can go on under another.
bool same_lives(const ParticleSettings& a, const ParticleSettings& b)
{
    return a.max_age_frames == b.max_age_frames && a.developed == b.developed && a.time == b.time;
}

}  // namespace

/// Particles of all rakes, or the first part while others are distributed, and each rake's range.
struct ParticleSystem::ParticleSet {
    ParticleState state;
    std::vector<RakeRange> ranges;       ///< [rakes]
    std::vector<InjectedRake> injected;  ///< rakes that have an injection
};

ParticleSystem::ParticleSystem(FieldSource field, std::vector<model::Rake> rakes,
                               const ParticleSettings& settings, const ParticleLimits& limits,
                               ParticleHelpers* helpers)
    : field_{std::move(field)}, limits_{limits}, helpers_{helpers}, batch_{std::make_unique<FrameBatch>()}
{
    if (field_.window != nullptr && field_.window->slices() < slices_of_step)
        throw std::invalid_argument(fmt::format("particles need {} time slices in memory, found room for {}",
                                                slices_of_step, field_.window->slices()));
    rebuild(std::move(rakes), settings, false);
}

ParticleSystem::~ParticleSystem() = default;
ParticleSystem::ParticleSystem(ParticleSystem&&) noexcept = default;
ParticleSystem& ParticleSystem::operator=(ParticleSystem&&) noexcept = default;

RakeOutcome ParticleSystem::set_rakes(std::vector<model::Rake> rakes)
{
    return set(std::move(rakes), settings_);
}

RakeOutcome ParticleSystem::set_settings(const ParticleSettings& settings)
{
    return set(rakes_, settings);
}

RakeOutcome ParticleSystem::set(std::vector<model::Rake> rakes, const ParticleSettings& settings)
{
    return rebuild(std::move(rakes), settings, same_lives(settings_, settings));
}

void ParticleSystem::set_scalar(FieldSource source)
{
    const FieldInfo &now = field_.field->info(), &next = source.field->info();
    if (now.dataset != next.dataset || now.vector_name != next.vector_name)
        throw std::invalid_argument(
            fmt::format("a new scalar must come with the vectors '{}' of '{}', not '{}' of '{}'",
                        now.vector_name, now.dataset, next.vector_name, next.dataset));
    collect();
    sample_seeds_again(source, particle_set_->state);
    outcome_.seeds_outside = particle_set_->state.seeds.count_outside();
    field_ = std::move(source);
}

/// Builds the new state aside, so that nothing has changed when something throws.
RakeOutcome ParticleSystem::rebuild(std::vector<model::Rake> rakes, const ParticleSettings& settings,
                                    bool keep_unchanged)
{
    const std::uint64_t particles = check_particles(rakes, settings, limits_);
    const bool new_time = settings.time != settings_.time;
    const double elapsed = new_time ? 0.0 : next_elapsed(settings);
    const bool with_cursors = uses_cursors(*field_.field);
    collect();
    auto new_set = std::make_unique<ParticleSet>(ParticleSet{ParticleState{particles, with_cursors}, {}, {}});
    new_set->state.measure(settings.scalar_is_length);
    RakeOutcome outcome;
    outcome.particles = particles;
    std::size_t filled = 0;
    std::uint64_t developed_steps = 0;
    for (std::size_t i = 0; i < rakes.size(); ++i) {
        if (keep_unchanged && i < rakes_.size() && rakes_[i] == rakes[i]) {
            new_set->ranges.push_back(
                append_rake(new_set->state, filled, particle_set_->state, particle_set_->ranges[i]));
        } else {
            const bool asked = settings.developed && !rakes[i].injection.is_set();
            const bool developed = asked && may_develop(rakes[i], settings, developed_steps);
            const ParticleState fresh =
                release_rake(field_, rakes[i], settings, developed, elapsed, abandoned_);
            new_set->ranges.push_back(append_rake(new_set->state, filled, fresh, whole_range(fresh)));
            outcome.restarted.push_back(i);
            if (asked && !developed) outcome.undeveloped.push_back(i);
        }
        filled += new_set->ranges.back().particles;
    }
    new_set->injected = note_injections(new_set->state, rakes, new_set->ranges);
    outcome.seeds = new_set->state.seeds.size();
    outcome.seeds_outside = new_set->state.seeds.count_outside();
    rakes_ = std::move(rakes);
    settings_ = settings;
    if (new_time) {
        elapsed_.reset();
        run_ = 0.0;
    }
    particle_set_ = std::move(new_set);
    outcome_ = outcome;
    return outcome;
}

/// steps: of rakes before this one that are developed through a distributed field; adds its own if it may.
bool ParticleSystem::may_develop(const model::Rake& rake, const ParticleSettings& settings,
                                 std::uint64_t& steps) const
{
    if (field_.distributed == nullptr)
        return developing_steps(*field_.field, rake, settings) <= limits_.max_developed_steps;
    const DistributedField::Cost cost = field_.distributed->cost();
    const std::uint64_t more = developing_steps(*field_.field, rake, settings, cost.particles_per_step);
    if (more > cost.steps_per_change - steps) return false;
    steps += more;
    return true;
}

FrameCounts ParticleSystem::write_frame(std::span<std::byte> out, ByteOrder order)
{
    return write_frames({&out, 1}, order).front();
}

std::span<const FrameCounts> ParticleSystem::write_frames(std::span<const std::span<std::byte>> outputs,
                                                          ByteOrder order)
{
    for (const std::span<std::byte> out : outputs) check_output(out, frame_bytes());
    counts_.clear();
    counts_.reserve(std::max(max_frames_at_once, outputs.size()));
    for (std::size_t first = 0; first < outputs.size(); first += max_frames_at_once)
        write_batch(outputs.subspan(first, std::min(max_frames_at_once, outputs.size() - first)), order);
    return counts_;
}

void ParticleSystem::write_batch(std::span<const std::span<std::byte>> outputs, ByteOrder order)
{
    distribute();
    const ParticleClock clock{field_.field->slices(), settings_.time};
    const double frame_time = std::abs(settings_.step) * settings_.steps_per_frame;
    batch_->clear();
    for (const std::span<std::byte> out : outputs) {
        const bool is_first = !elapsed_ && !settings_.developed;
        if (elapsed_) run_ += frame_time;
        elapsed_ = next_elapsed(settings_);
        batch_->add(clock, settings_, *elapsed_, out.data(), is_first);
        batch_->add_release_slots(particle_set_->injected, run_, frame_time);
        counts_.push_back({particles(), 0, outcome_.seeds_outside, clock.at(*elapsed_)});
    }
    if (distributed_) distributed_->begin(*batch_, settings_, order);
    auto counts = counts_.end() - static_cast<std::ptrdiff_t>(outputs.size());
    for (const std::uint64_t alive : batch_->advance(field_, particle_set_->state, settings_, order))
        (counts++)->alive = alive;
    if (distributed_) distributed_->finish(outputs, std::span{counts_}.last(outputs.size()));
}

/// Distributes the particles once after each change, for which all have to be in this process.
void ParticleSystem::distribute()
{
    if (helpers_ == nullptr || std::exchange(distribution_tried_, true)) return;
    const std::uint32_t each = uses_cursors(*field_.field) ? 4 : 1;
    if (particles() < 2 * DistributedParticles::least_part ||
        settings_.steps_per_frame * each < DistributedParticles::least_steps)
        return;
    auto help = helpers_->begin_particles(*field_.field);
    if (help && particles() >= (help->helpers() + 1) * DistributedParticles::least_part)
        distributed_ = std::make_unique<DistributedParticles>(std::move(help), particle_set_->state);
}

void ParticleSystem::collect()
{
    if (distributed_) distributed_->collect(particle_set_->state);
    distributed_.reset();
    distribution_tried_ = false;
}

double ParticleSystem::next_elapsed(const ParticleSettings& settings) const
{
    return elapsed_ ? *elapsed_ + settings.step * settings.steps_per_frame : 0.0;
}

void ParticleSystem::set_cancel_flag(const std::atomic<bool>& abandoned)
{
    abandoned_ = &abandoned;
    batch_->set_cancel_flag(abandoned_);
}

std::uint64_t ParticleSystem::particles() const
{
    return outcome_.particles;
}

}  // namespace farfield::compute
