#include "compute_node/node/programs/line_plan.h"

#include "compute_node/node/programs/program_scalars.h"
#include "compute_node/node/programs/rake_limits.h"
#include "compute_node/node/programs/wire.h"
#include "model/programs/polylines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace farfield::node {

namespace {

template <typename T, typename U>
void set(T& to, const std::optional<U>& value)
{
    if (value) to = static_cast<T>(*value);
}

void take_settings(const model::LineParams& params, compute::LineSettings& settings)
{
    if (params.integrator)
        settings.integrator = *params.integrator == model::LineIntegrator::Rk4 ? compute::Integrator::Rk4
                                                                               : compute::Integrator::Dopri5;
    if (params.step_unit) {
        constexpr std::array units{compute::StepUnit::Time, compute::StepUnit::CellFraction,
                                   compute::StepUnit::Length};
        settings.step_unit = units[static_cast<std::size_t>(*params.step_unit)];
    }
    set(settings.step, params.step);
    set(settings.max_step, params.max_step);
    set(settings.absolute_tolerance, params.absolute_tolerance);
    set(settings.relative_tolerance, params.relative_tolerance);
    set(settings.max_steps, params.steps);
    set(settings.max_time, params.max_time);
    set(settings.max_length, params.max_length);
    set(settings.stagnant_speed, params.stagnant_speed);
}

bool is_released(model::LineKind kind)
{
    return kind == model::LineKind::Streakline || kind == model::LineKind::Timeline;
}

void check_releases(const LinePlan& plan)
{
    if (!is_released(plan.kind)) return;
    if (plan.direction != model::LineDirection::Forward)
        throw std::runtime_error(
            "parameter 'direction': expected \"forward\", for streaklines and timelines are released");
    if (plan.settings.step_unit != compute::StepUnit::Time)
        throw std::runtime_error(
            "parameter 'step_unit': expected \"time\", for releases of streaklines and timelines are counted "
            "in steps");
}

/// Points of one line at most, and the one that ends it.
std::uint64_t points_of_line(const LinePlan& plan)
{
    switch (plan.kind) {
    case model::LineKind::Streakline:
        return plan.releases() + std::uint64_t{1};
    case model::LineKind::Timeline: {
        std::uint64_t most = 0;
        for (const compute::Rake& rake : plan.rakes) most = std::max(most, compute::seed_count(rake));
        return 2 * most;  // one between any two, where a wall parts them
    }
    default:
        return plan.settings.max_steps + std::uint64_t{2};
    }
}

/// What the parts share: seeds, or releases.
std::uint64_t items_of(const LinePlan& plan)
{
    return plan.kind == model::LineKind::Timeline ? plan.releases() : plan.seeds();
}

}  // namespace

std::uint64_t LinePlan::seeds() const
{
    std::uint64_t seeds = 0;
    for (const compute::Rake& rake : rakes) seeds += compute::seed_count(rake);
    return seeds;
}

std::uint64_t LinePlan::lines() const
{
    if (kind == model::LineKind::Timeline) return rakes.size() * std::uint64_t{releases()};
    return seeds() * (direction == model::LineDirection::Both ? 2 : 1);
}

std::uint32_t LinePlan::releases() const
{
    return settings.max_steps / release_steps + 1;
}

double LinePlan::time_of(std::uint64_t answer, std::optional<double> first) const
{
    const std::vector<float>& times = field.field->slices().times;
    const double begin = times.empty() ? 0.0 : times.front();
    const double end = times.size() < 2 ? std::numeric_limits<double>::infinity() : times.back();
    const double run = is_released(kind) ? settings.step * settings.max_steps : 0.0;
    const double later =
        first.value_or(time.value_or(std::min(begin + run, end))) + time_step * static_cast<double>(answer);
    // A series that is played goes round.
    if (answer == 0 || end == std::numeric_limits<double>::infinity() || (later >= begin && later <= end))
        return later;
    const double span = end - begin;
    const double past = std::fmod(later - begin, span);
    return begin + (past < 0.0 ? past + span : past);
}

/// That of steps which adapt is what they would take if they did not.
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

net::ScalarInfo LinePlan::scalar() const
{
    if (!own_scalar) return scalar_of(*field.field);
    return *own_scalar == compute::LineScalar::Age ? age_scalar(*field.field, longest_time())
                                                   : length_scalar(*field.field, longest_way());
}

LinePlan plan_with(const model::LineParams& params, LinePlan plan, const compute::DatasetInfo& dataset,
                   RakeReader& rakes)
{
    if (params.rakes) plan.rakes = rakes.read(*params.rakes);
    set(plan.kind, params.kind);
    set(plan.direction, params.direction);
    take_settings(params, plan.settings);
    set(plan.release_steps, params.release_steps);
    if (params.scalar) plan.own_scalar = own_scalar_named(*params.scalar, dataset);
    if (params.time) plan.time = *params.time;
    set(plan.time_step, params.time_step);
    set(plan.repeat, params.repeat);
    set(plan.parts, params.parts);
    plan.settings.flow_time =
        plan.kind == model::LineKind::Streamline ? compute::FlowTime::Frozen : compute::FlowTime::Moving;
    // Particles of a streakline know nothing of their neighbours.
    plan.settings.scalar_is_length =
        plan.own_scalar == compute::LineScalar::ArcLength && plan.kind != model::LineKind::Streakline;
    // One that was asked for before a longer step would refuse that. Parts of cells are no longer or shorter.
    if (!params.max_step && plan.settings.step_unit != compute::StepUnit::CellFraction)
        plan.settings.max_step = std::max(plan.settings.max_step, plan.settings.step);
    check_releases(plan);
    return plan;
}

void check_plan(const LinePlan& plan, const compute::Field& field, const compute::ParticleLimits& limits,
                std::uint64_t slot_bytes)
{
    check_rake_limits(plan.rakes, limits);
    if (plan.lines() > limits.max_particles)
        throw net::limit_error("max_particles", limits.max_particles, plan.lines());
    for (std::size_t i = 0; i < plan.rakes.size(); ++i) compute::check_rake(plan.rakes[i], i);
    compute::check_lines(plan.settings, field);
    if (is_released(plan.kind)) compute::check_release_times(plan.settings);
    for (const double seconds : {plan.time.value_or(0.0), plan.time_step})
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
    for (std::uint32_t part = 0; part < plan.parts; ++part)
        most = std::max(most, part_of(items, part, plan.parts).count);
    const std::uint64_t lines = most * (items > 0 ? plan.lines() / items : 0);
    return model::polyline_payload_bytes(lines * points_of_line(plan), lines);
}

}  // namespace farfield::node
