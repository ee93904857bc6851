#include "compute_node/node/programs/lines.h"

#include "compute_node/grids/own_turn.h"
#include "compute_node/lines/line_scalars.h"
#include "compute_node/lines/line_tracer.h"
#include "compute_node/lines/streaklines.h"
#include "compute_node/lines/timelines.h"
#include "compute_node/node/data/program_scalars.h"
#include "compute_node/node/programs/invalid_params.h"
#include "compute_node/node/programs/rays.h"
#include "compute_node/node/programs/table.h"
#include "compute_node/seeding/first_motion.h"
#include "compute_node/seeding/suggestions.h"
#include "compute_node/support/elapsed_time.h"
#include "compute_node/support/parallel.h"
#include "model/programs/program_answer.h"
#include "net/message/clock.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

namespace farfield::node {

namespace {

bool is_shown(const compute::NodeSlices& slices, float time)
{
    return slices.steady() || slices.has(slices.interval(time));
}

/// Number of seeds without flow: at their own time if its slices are in memory, else at `time`. In a
/// distributed field, of seeds outside its grid.
std::uint64_t count_outside(const compute::FieldSource& source, float time, std::span<const glm::vec4> seeds,
                            int threads)
{
    const compute::Field& field = compute::shown_at(source, time);
    constexpr std::size_t at_once = 1024;  // neighbours help each other to find their cells
    const std::size_t batches = (seeds.size() + at_once - 1) / at_once;
    return parallel_sum(static_cast<std::int64_t>(batches), threads, [&](std::int64_t i) {
        compute::CellCursor cursor;
        const std::size_t begin = static_cast<std::size_t>(i) * at_once;
        const auto batch = seeds.subspan(begin, std::min(at_once, seeds.size() - begin));
        return static_cast<std::uint64_t>(std::ranges::count_if(batch, [&](glm::vec4 seed) {
            const bool own = !std::isnan(seed.w) && is_shown(field.slices(), seed.w);
            if (source.distributed != nullptr) return !field.locate(seed, cursor);
            return field.place_of(seed, own ? seed.w : time, cursor) != compute::Place::Inside;
        }));
    });
}

/// Seeds of a rake with their own times, where lines of this kind begin at such; else with NaN.
std::vector<glm::vec4> timed_seeds(const model::Rake& rake, const compute::FieldInfo& field,
                                   model::LineKind kind)
{
    const auto* list = std::get_if<model::ListRake>(&rake.shape);
    const bool timed = list != nullptr && !list->times.empty() &&
                       (kind == model::LineKind::Streamline || kind == model::LineKind::Pathline);
    std::vector<glm::vec4> seeds;
    const auto in_own_turn = [turn = compute::OwnTurn{field}](glm::dvec3 place) { return turn.moved(place); };
    for (const glm::vec3 place : model::seeds_of(rake, field.origin, in_own_turn)) {
        const float time =
            timed ? static_cast<float>(list->times[seeds.size()]) : std::numeric_limits<float>::quiet_NaN();
        seeds.emplace_back(place, time);
    }
    return seeds;
}

compute::LineSettings directed(compute::LineSettings settings, bool backward)
{
    settings.backward = backward;
    return settings;
}

}  // namespace

LineProgram::LineProgram(std::shared_ptr<const compute::OpenDataset> dataset, const net::ProgramStart& start,
                         const compute::ParticleLimits& limits, compute::Resources resources,
                         const std::shared_ptr<MemoryBudget>& memory, ScalarFields* scalars)
    : dataset_{std::move(dataset)},
      limits_{limits},
      slot_bytes_{start.slot_bytes},
      resources_{resources},
      rakes_{dataset_, limits, memory, scalars},
      memory_{memory}
{
    expect_velocity(dataset_->info());
    LinePlan plan;
    plan.params.step = compute::suggested_step(dataset_->first_look());
    plan.begin = compute::first_motion(dataset_->first_look());
    const model::FieldSet named = merge_whole(plan.params, start.params);
    as_invalid_params([&] { take(planned(std::move(plan), named)); });
}

void LineProgram::update(const net::Json& params)
{
    LinePlan plan = plan_;
    const model::FieldSet changed = merge(plan.params, params);
    as_invalid_params([&] { take(planned(std::move(plan), changed)); });
    interrupted_.store(false, std::memory_order_relaxed);
}

LinePlan LineProgram::planned(LinePlan plan, const model::FieldSet& changed)
{
    plan = plan_with(std::move(plan), changed, dataset_->info(), rakes_);
    check_plan(plan, *dataset_->default_field(), limits_, slot_bytes_);
    // Lines before they are written to a frame take as much again as that, and grow by doubling.
    memory_.hold("lines", 2 * largest_frame_bytes(plan) + plan.seeds() * bytes_of_seed);
    const auto& scalar = changed.contains("scalar") ? plan.params.scalar : std::nullopt;
    plan.field = field_of_program(*dataset_, scalar, plan.field);
    return plan;
}

/// Takes a plan over, with the strong guarantee.
void LineProgram::take(LinePlan plan)
{
    std::vector<glm::vec4> seeds;
    std::vector<std::uint16_t> rakes;
    for (std::size_t rake = 0; rake < plan.rakes.size(); ++rake) {
        const std::vector<glm::vec4> more =
            timed_seeds(plan.rakes[rake], plan.field.field->info(), plan.params.kind);
        seeds.insert(seeds.end(), more.begin(), more.end());
        rakes.resize(seeds.size(), static_cast<std::uint16_t>(rake));
    }
    const auto time = static_cast<float>(plan.time_of(0));
    seeds_outside_ = static_cast<std::uint32_t>(count_outside(plan.field, time, seeds, resources_.threads));
    plan_ = std::move(plan);
    seeds_ = std::move(seeds);
    rakes_of_seeds_ = std::move(rakes);
    answer_of_plan_ = 0;
    part_ = 0;
}

net::Answer LineProgram::answer() const
{
    model::ProgramAnswer state;
    state.lines = static_cast<std::uint32_t>(plan_.lines());
    state.parts = plan_.params.parts;
    state.seeds = seed_counts(plan_.rakes);
    state.seeds_outside = seeds_outside_;
    state.scalar = plan_.scalar();
    return {largest_frame_bytes(plan_), model::write(state)};
}

bool LineProgram::was_interrupted()
{
    return interrupted_.exchange(false, std::memory_order_relaxed);
}

net::Making LineProgram::make(std::span<const std::span<std::byte>> buffers, std::span<net::Made> made)
{
    const std::span<std::byte> buffer = buffers.front();
    if (part_ == plan_.params.parts) {
        if (!plan_.params.repeat) return net::Idle{};
        ++answer_of_plan_;
        part_ = 0;
    }
    const auto begun = std::chrono::steady_clock::now();
    model::PolylinePreamble preamble{
        .time = plan_.time_of(answer_of_plan_), .part = part_, .parts = plan_.params.parts};
    trace_part(preamble.time);
    if (was_interrupted()) return net::Interrupted{};
    if (plan_.builtin_attribute && !plan_.settings.scalar_is_length) set_builtin_attribute();
    preamble.answer = answers_ - (part_ == 0 ? 0 : 1);
    const auto payload =
        write_line_frame(blocks_, owners_, resources_.threads, preamble, buffer, &interrupted_);
    if (was_interrupted()) return net::Interrupted{};
    if (part_ == 0) ++answers_;
    ++part_;
    preamble.compute_ns = nanoseconds_since(begun);
    preamble.computed_at_ns = net::now_ns();
    model::encode_preamble(preamble, buffer.first<model::polyline_preamble_bytes>());
    made.front() = {net::MessageType::Polylines, payload};
    return net::Frames{1};
}

void LineProgram::trace_part(double time)
{
    owners_.clear();
    switch (plan_.params.kind) {
    case model::LineKind::Streamline:
    case model::LineKind::Pathline:
        return trace_from_seeds(part_of(seeds_.size(), part_, plan_.params.parts), time);
    case model::LineKind::Streakline:
        return trace_streaklines_of(part_of(seeds_.size(), part_, plan_.params.parts), time);
    case model::LineKind::Timeline:
        return trace_timelines_of(part_of(plan_.releases(), part_, plan_.params.parts), time);
    }
}

/// Sets the built-in attribute, if any, in place of the field's scalar.
void LineProgram::set_builtin_attribute()
{
    const bool is_timeline =
        plan_.params.kind == model::LineKind::Timeline;  // all points of its lines are of one age
    parallel_sum(static_cast<std::int64_t>(blocks_.size()), resources_.threads, [&](std::int64_t b) {
        compute::LineBlock& block = blocks_[b];
        if (!is_timeline)
            compute::set_scalar(*plan_.builtin_attribute, compute::LengthMetric{plan_.field.field->info()},
                                block);
        for (std::size_t i = 0; is_timeline && i < block.points.size(); ++i)
            if (!std::isnan(block.points[i].w)) block.points[i].w = block.elapsed[i];
        return 0;
    });
}

compute::LineSeeds LineProgram::seeds_of(const PartOf& part, double time) const
{
    compute::LineSeeds seeds;
    for (std::uint64_t i = 0; i < part.count; ++i) {
        const glm::vec4 seed = seeds_[part.first + i * part.stride];
        const double own = std::isnan(seed.w) ? time : plan_.time_of(answer_of_plan_, seed.w);
        seeds.add({glm::vec3{seed}, static_cast<float>(own)});
    }
    return seeds;
}

void LineProgram::own_seeds(const PartOf& part, bool backward)
{
    for (std::uint64_t i = 0; i < part.count; ++i) {
        const std::uint64_t seed = part.first + i * part.stride;
        owners_.push_back({static_cast<std::uint32_t>(seed), rakes_of_seeds_[seed], backward});
    }
}

void LineProgram::trace_from_seeds(const PartOf& part, double time)
{
    const compute::LineSeeds seeds = seeds_of(part, time);
    const bool both = plan_.params.direction == model::LineDirection::Both;
    blocks_filled_ = 0;
    for (const bool backward : {false, true}) {
        if (!both && backward != (plan_.params.direction == model::LineDirection::Backward)) continue;
        append_lines(seeds, backward);
        own_seeds(part, backward);
    }
    blocks_.resize(blocks_filled_);
}

/// Appends lines behind the filled blocks; blocks beyond are of an earlier part, whose memory is used again.
void LineProgram::append_lines(const compute::LineSeeds& seeds, bool backward)
{
    const compute::LineTracer tracer{plan_.field, directed(plan_.settings, backward), resources_};
    const std::size_t first = blocks_filled_;
    blocks_filled_ += compute::LineTracer::blocks_of(seeds);
    blocks_.resize(std::max(blocks_.size(), blocks_filled_));
    const auto room = std::span(blocks_).subspan(first, blocks_filled_ - first);
    const bool is_in_memory = plan_.field.slices == nullptr && plan_.field.distributed == nullptr;
    if (resources_.workers == nullptr && is_in_memory) return tracer.trace_all(seeds, room, &interrupted_);
    auto next = room.begin();
    const auto take = [&next](const compute::LineBlock& block, const compute::TraceProgress&) {
        if (!block.lines.empty()) *next++ = block;
    };
    tracer.trace(seeds, take, &interrupted_);
}

void LineProgram::trace_streaklines_of(const PartOf& part, double time)
{
    compute::LineSettings settings = plan_.settings;
    settings.max_steps = plan_.releases() - 1;
    settings.step *= plan_.params.release_steps;
    blocks_.clear();
    compute::trace_streaklines(
        plan_.field, settings, resources_, seeds_of(part, time - settings.step * settings.max_steps),
        [this](const compute::LineBlock& block, const compute::TraceProgress&) {
            if (!block.lines.empty()) blocks_.push_back(block);
        },
        &interrupted_);
    own_seeds(part, false);
}

void LineProgram::trace_timelines_of(const PartOf& part, double time)
{
    const compute::TimelineReleases releases{.observed = time,
                                             .interval = plan_.settings.step * plan_.params.release_steps,
                                             .first = static_cast<std::uint32_t>(part.first),
                                             .stride = static_cast<std::uint32_t>(part.stride),
                                             .count = static_cast<std::uint32_t>(part.count)};
    blocks_.clear();
    for (std::size_t rake = 0; rake < plan_.rakes.size() && !interrupted_; ++rake) {
        compute::LineSeeds seeds;
        for (std::size_t i = 0; i < seeds_.size(); ++i)
            if (rakes_of_seeds_[i] == rake) seeds.add({glm::vec3{seeds_[i]}, 0.0F});
        blocks_.push_back(compute::trace_timelines(plan_.field, plan_.settings, resources_, seeds, releases,
                                                   &interrupted_));
        for (std::uint32_t i = 0; i < releases.count; ++i)
            owners_.push_back(
                {releases.first + i * releases.stride, static_cast<std::uint16_t>(rake), false});
    }
}

std::unique_ptr<net::Program> start_lines(Node& node, const net::ProgramStart& start,
                                          const std::stop_token& cancel)
{
    const NodeSettings& settings = node.settings();
    if (model::asks_for_rays(start.params))
        return std::make_unique<RayProgram>(node.open_dataset(start.dataset, start.velocity, cancel), start);
    return std::make_unique<LineProgram>(
        node.open_dataset(start.dataset, start.velocity, cancel), start, settings.limits,
        compute::Resources{settings.threads, settings.ranks}, node.program_memory(), &node.scalars());
}

}  // namespace farfield::node
