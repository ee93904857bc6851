#include "compute_node/node/programs/particles.h"

#include "compute_node/node/data/program_scalars.h"
#include "compute_node/node/programs/invalid_params.h"
#include "compute_node/node/programs/table.h"
#include "compute_node/particles/particle_limits.h"
#include "compute_node/particles/particle_state.h"
#include "compute_node/seeding/suggestions.h"
#include "model/programs/particle_frame.h"
#include "model/programs/program_answer.h"
#include "net/message/clock.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <utility>

namespace farfield::node {

namespace {

compute::ParticleSettings settings_of(const model::ParticleParams& params, int threads)
{
    compute::ParticleSettings settings;
    settings.step = params.step.value_or(settings.step);
    settings.steps_per_frame = params.steps_per_frame;
    settings.max_age_frames = params.max_age_frames;
    settings.developed = params.developed;
    settings.time = {params.time.start, params.time.loop};
    settings.threads = threads;
    return settings;
}

}  // namespace

ParticleProgram::ParticleProgram(std::shared_ptr<const compute::OpenDataset> dataset,
                                 const net::ProgramStart& start, const compute::ParticleLimits& limits,
                                 int threads, compute::ParticleHelpers* helpers,
                                 const std::shared_ptr<MemoryBudget>& memory, ScalarFields* scalars)
    : dataset_{std::move(dataset)},
      limits_{limits},
      rakes_{dataset_, limits, memory, scalars},
      slot_bytes_{start.slot_bytes},
      memory_{memory}
{
    expect_velocity(dataset_->info());
    Plan plan;
    plan.params.step = compute::suggested_step(dataset_->first_look());
    const model::FieldSet named = merge_whole(plan.params, start.params);
    plan.settings.threads = threads;
    as_invalid_params([&] {
        plan = planned(std::move(plan), named);
        system_ = std::make_unique<compute::ParticleSystem>(plan.field, std::move(plan.rakes), plan.settings,
                                                            limits_, helpers);
        system_->set_cancel_flag(abandoned_);
        field_ = plan.field;
        params_ = std::move(plan.params);
    });
    note_outcome();
}

ParticleProgram::Plan ParticleProgram::planned(Plan plan, const model::FieldSet& changed)
{
    const model::ParticleParams& params = plan.params;
    if (changed.contains("rakes")) plan.rakes = rakes_.read(params.rakes);
    plan.settings = settings_of(params, plan.settings.threads);
    if (const auto own = params.scalar ? builtin_named(*params.scalar, dataset_->info()) : std::nullopt) {
        plan.settings.scalar_is_age = own == compute::LineScalar::Age;
        plan.settings.scalar_is_length = own == compute::LineScalar::ArcLength;
    }
    check(plan);
    const auto& scalar = changed.contains("scalar") ? params.scalar : std::nullopt;
    plan.field = field_of_program(*dataset_, scalar, plan.field);
    return plan;
}

/// Checks all but the field, before that is read and memory is taken.
void ParticleProgram::check(const Plan& plan)
{
    const std::uint64_t particles = compute::count_particles(plan.rakes, limits_);
    const std::uint64_t bytes = model::particle_payload_bytes(particles);
    if (bytes > slot_bytes_) throw net::limit_error("slot_bytes", slot_bytes_, bytes);
    compute::check_particles(plan.rakes, plan.settings, limits_);
    std::uint64_t seeds = 0;
    for (const model::Rake& rake : plan.rakes) seeds += rake.seeds();
    memory_.hold("particles", particles * bytes_of_particle + seeds * bytes_of_seed);
}

void ParticleProgram::update(const net::Json& params)
{
    Plan asked{params_, system_->rakes(), system_->settings(), field_};
    const model::FieldSet changed = merge(asked.params, params);
    as_invalid_params([&] {
        const Plan plan = planned(std::move(asked), changed);
        if (plan.rakes != system_->rakes() || plan.settings != system_->settings()) {
            system_->set(plan.rakes, plan.settings);
            note_outcome();
        }
        params_ = plan.params;
        if (plan.field.field == field_.field) return;
        system_->set_scalar(plan.field);
        field_ = plan.field;
    });
}

void ParticleProgram::note_outcome()
{
    const compute::RakeOutcome& outcome = system_->last_outcome();
    undeveloped_.resize(system_->rakes().size());
    for (const std::size_t rake : outcome.restarted) undeveloped_[rake] = false;
    for (const std::size_t rake : outcome.undeveloped) undeveloped_[rake] = true;
}

model::ScalarInfo ParticleProgram::scalar() const
{
    const compute::ParticleSettings& settings = system_->settings();
    const compute::Field& field = system_->field();
    // Age A is reached in a frame in which a particle is dead.
    const double oldest = std::abs(settings.step) * settings.steps_per_frame * (settings.max_age_frames - 1);
    if (settings.scalar_is_age) return age_scalar(field, oldest);
    if (settings.scalar_is_length) return length_scalar(field, oldest * field.info().max_speed);
    return scalar_of(field);
}

net::Answer ParticleProgram::answer() const
{
    const bool all_developed =
        std::find(undeveloped_.begin(), undeveloped_.end(), true) == undeveloped_.end();
    model::ProgramAnswer state;
    state.particles = static_cast<std::uint32_t>(system_->particles());
    state.seeds = seed_counts(system_->rakes());
    state.seeds_outside = static_cast<std::uint32_t>(system_->last_outcome().seeds_outside);
    state.developed = system_->settings().developed && all_developed;
    state.scalar = scalar();
    return {model::particle_payload_bytes(system_->particles()), model::write(state)};
}

net::Making ParticleProgram::make(std::span<const std::span<std::byte>> buffers, std::span<net::Made> made)
{
    using std::chrono::duration_cast, std::chrono::nanoseconds, std::chrono::steady_clock;
    const auto begun = steady_clock::now();
    const std::uint64_t bytes = model::particle_payload_bytes(system_->particles());
    std::array<std::span<std::byte>, compute::max_frames_at_once> outputs;
    // Several frames at once are no quicker through a distributed field, and an update would wait for all.
    const std::size_t at_once = field_.distributed != nullptr ? 1 : outputs.size();
    const std::size_t count = std::min(buffers.size(), at_once);
    for (std::size_t i = 0; i < count; ++i)
        outputs[i] = buffers[i].first(bytes).subspan(model::particle_preamble_bytes);
    const auto counts = system_->write_frames({outputs.data(), count}, compute::ByteOrder::Big);
    if (abandoned_.load(std::memory_order_relaxed)) return net::Interrupted{};
    const auto each = duration_cast<nanoseconds>(steady_clock::now() - begun) / count;
    const std::uint64_t now = net::now_ns();
    for (std::size_t i = 0; i < count; ++i) {
        const model::ParticlePreamble preamble{
            .particles = static_cast<std::uint32_t>(counts[i].particles),
            .alive = static_cast<std::uint32_t>(counts[i].alive),
            .frame = frames_++,
            .compute_ns = static_cast<std::uint64_t>(each.count()),
            .computed_at_ns = now,
            .time = counts[i].time,
        };
        model::encode_preamble(preamble, buffers[i].first<model::particle_preamble_bytes>());
        made[i] = {net::MessageType::Particles, buffers[i].first(bytes)};
    }
    return net::Frames{count};
}

std::unique_ptr<net::Program> start_particles(Node& node, const net::ProgramStart& start,
                                              const std::stop_token& cancel)
{
    const NodeSettings& settings = node.settings();
    return std::make_unique<ParticleProgram>(node.open_dataset(start.dataset, start.velocity, cancel), start,
                                             settings.limits, settings.threads, settings.ranks,
                                             node.program_memory(), &node.scalars());
}

}  // namespace farfield::node
