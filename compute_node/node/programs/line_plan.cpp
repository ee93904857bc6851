#include "compute_node/node/programs/line_plan.h"

#include "compute_node/node/data/program_scalars.h"
#include "compute_node/particles/particle_limits.h"
#include "model/programs/polylines.h"
#include "net/message/control_messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace farfield::node {

namespace {

compute::LineSettings settings_of(const model::LineParams& params)
{
    constexpr std::array integrators{compute::Integrator::Rk4, compute::Integrator::Dopri5};
    constexpr std::array units{compute::StepUnit::Time, compute::StepUnit::CellFraction,
                               compute::StepUnit::Length};
    constexpr double unbounded = std::numeric_limits<double>::infinity();
    compute::LineSettings settings;
    settings.integrator = integrators[static_cast<std::size_t>(params.integrator)];
    settings.step_unit = units[static_cast<std::size_t>(params.step_unit)];
    settings.flow_time =
        params.kind == model::LineKind::Streamline ? compute::FlowTime::Frozen : compute::FlowTime::Moving;
    settings.step = params.step.value_or(settings.step);
    settings.max_step = params.max_step.value_or(unbounded);
    settings.absolute_tolerance = params.absolute_tolerance;
    settings.relative_tolerance = params.relative_tolerance;
    settings.max_steps = params.steps;
    settings.max_time = params.max_time.value_or(unbounded);
    settings.max_length = params.max_length.value_or(unbounded);
    settings.stagnant_speed = params.stagnant_speed;
    return settings;
}

bool is_released(model::LineKind kind)
{
    return kind == model::LineKind::Streakline || kind == model::LineKind::Timeline;
}

void check_releases(const model::LineParams& params)
{
    if (!is_released(params.kind)) return;
    if (params.direction != model::LineDirection::Forward)
        throw std::runtime_error(
            "parameter 'direction': expected \"forward\", for streaklines and timelines are released");
    if (params.step_unit != model::LineStepUnit::Time)
        throw std::runtime_error(
            "parameter 'step_unit': expected \"time\", for releases of streaklines and timelines are counted "
            "in steps");
}

/// Largest number of points of one line, with the one that ends it.
std::uint64_t points_of_line(const LinePlan& plan)
{
    switch (plan.params.kind) {
    case model::LineKind::Streakline:
        return plan.releases() + std::uint64_t{1};
    case model::LineKind::Timeline: {
        std::uint64_t most = 0;
        for (const model::Rake& rake : plan.rakes) most = std::max(most, rake.seeds());
        return 2 * most;  // one more between any two, where a wall parts them
    }
    default:
        return plan.settings.max_steps + std::uint64_t{2};
    }
}

/// Number of items that the parts share: seeds, or releases.
std::uint64_t items_of(const LinePlan& plan)
{
    return plan.params.kind == model::LineKind::Timeline ? plan.releases() : plan.seeds();
}

}  // namespace

std::uint64_t LinePlan::seeds() const
{
    std::uint64_t seeds = 0;
    for (const model::Rake& rake : rakes) seeds += rake.seeds();
    return seeds;
}

std::uint64_t LinePlan::lines() const
{
    if (params.kind == model::LineKind::Timeline) return rakes.size() * std::uint64_t{releases()};
    return seeds() * (params.direction == model::LineDirection::Both ? 2 : 1);
}

std::uint32_t LinePlan::releases() const
{
    return settings.max_steps / params.release_steps + 1;
}

double LinePlan::time_of(std::uint64_t answer, std::optional<double> first) const
{
    const std::vector<float>& times = field.field->slices().times;
    const double earliest = times.empty() ? 0.0 : times.front();
    const double end = times.size() < 2 ? std::numeric_limits<double>::infinity() : times.back();
    const double run = is_released(params.kind) ? settings.step * settings.max_steps : 0.0;
    const double shown = params.kind == model::LineKind::Streamline ? begin : earliest + run;
    const double later = first.value_or(params.time.value_or(std::min(shown, end))) +
                         params.time_step * static_cast<double>(answer);
    // A series that is played goes round.
    if (answer == 0 || end == std::numeric_limits<double>::infinity() || (later >= earliest && later <= end))
        return later;
    const double span = end - earliest;
    const double past = std::fmod(later - earliest, span);
    return earliest + (past < 0.0 ? past + span : past);
}

/// Longest time of a line; adaptive steps count as if they had the first one's length.
std::optional<double> LinePlan::longest_time() const
{
    if (settings.step_unit == compute::StepUnit::Time)
        return std::min(settings.step * settings.max_steps, settings.max_time);
    return std::isfinite(settings.max_time) ? std::optional{settings.max_time} : std::nullopt;
}

std::optional<double> LinePlan::longest_way() const
{
    double most = settings.max_length;
    if (settings.step_unit == compute::StepUnit::Length)
        most = std::min(most, settings.step * settings.max_steps);
    if (const auto under_way = longest_time())
        most = std::min(most, *under_way * field.field->info().max_speed);
    return std::isfinite(most) ? std::optional{most} : std::nullopt;
}

model::ScalarInfo LinePlan::scalar() const
{
    if (!builtin_attribute) return scalar_of(*field.field);
    return *builtin_attribute == compute::LineScalar::Age ? age_scalar(*field.field, longest_time())
                                                          : length_scalar(*field.field, longest_way());
}

LinePlan plan_with(LinePlan plan, const model::FieldSet& changed, const compute::DatasetInfo& dataset,
                   RakeReader& rakes)
{
    model::LineParams& params = plan.params;
    if (changed.contains("rakes")) plan.rakes = rakes.read(params.rakes);
    if (changed.contains("scalar")) plan.builtin_attribute = builtin_named(*params.scalar, dataset);
    // A max_step set before a longer step would refuse it. Parts of cells are neither longer nor shorter.
    if (params.max_step && !changed.contains("max_step") && params.step_unit != model::LineStepUnit::Cell)
        params.max_step = std::max(*params.max_step, params.step.value_or(0.0));
    plan.settings = settings_of(params);
    // Particles of a streakline know nothing of their neighbours.
    plan.settings.scalar_is_length = plan.builtin_attribute == compute::LineScalar::ArcLength &&
                                     params.kind != model::LineKind::Streakline;
    check_releases(params);
    return plan;
}

void check_plan(const LinePlan& plan, const compute::Field& field, const compute::ParticleLimits& limits,
                std::uint64_t slot_bytes)
{
    compute::count_particles(plan.rakes, limits);
    if (plan.lines() > limits.max_particles)
        throw net::limit_error("max_particles", limits.max_particles, plan.lines());
    for (std::size_t i = 0; i < plan.rakes.size(); ++i) model::check_rake(plan.rakes[i], i);
    compute::check_lines(plan.settings, field);
    if (is_released(plan.params.kind)) compute::check_release_times(plan.settings);
    for (const double seconds : {plan.params.time.value_or(0.0), plan.params.time_step})
        if (!std::isfinite(static_cast<float>(seconds)))
            throw std::runtime_error(fmt::format(
                "parameters 'time' and 'time_step': expected numbers that binary32 holds, found {}",
                seconds));
    const std::uint64_t bytes = largest_frame_bytes(plan);
    if (bytes > slot_bytes) throw net::limit_error("slot_bytes", slot_bytes, bytes);
}

PartOf part_of(std::uint64_t items, std::uint32_t part, std::uint32_t parts)
{
    PartOf piece;
    piece.stride = std::uint64_t{1} << (part == 0 ? parts - 1 : parts - part);
    piece.first = part == 0 ? 0 : piece.stride / 2;
    piece.count = items > piece.first ? (items - piece.first - 1) / piece.stride + 1 : 0;
    return piece;
}

std::uint64_t largest_frame_bytes(const LinePlan& plan)
{
    const std::uint64_t items = items_of(plan);
    std::uint64_t most = 0;
    for (std::uint32_t part = 0; part < plan.params.parts; ++part)
        most = std::max(most, part_of(items, part, plan.params.parts).count);
    const std::uint64_t lines = most * (items > 0 ? plan.lines() / items : 0);
    return model::polyline_payload_bytes(lines * points_of_line(plan), lines);
}

}  // namespace farfield::node
