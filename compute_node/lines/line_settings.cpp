#include "compute_node/lines/line_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

namespace farfield::compute {

namespace {

void require(bool holds, const char* setting, const char* expected, double found)
{
    if (!holds) throw std::runtime_error(fmt::format("{}: expected {}, found {}", setting, expected, found));
}

/// True for values that binary32 holds: the kernels' numbers.
bool is_held(double value)
{
    return std::isfinite(static_cast<float>(value));
}

void require_positive(double value, const char* setting)
{
    require(is_held(value) && static_cast<float>(value) > 0.0F, setting,
            "a number above 0 that binary32 holds (1.4e-45 to 3.4e38)", value);
}

/// Throws unless a value may be a limit; infinity means no limit.
void require_limit(double value, const char* setting)
{
    if (value != std::numeric_limits<double>::infinity()) require_positive(value, setting);
}

}  // namespace

void check_lines(const LineSettings& settings, const Field& field)
{
    require_positive(settings.step, "step");
    if (settings.step_unit != StepUnit::CellFraction)
        require(settings.max_step >= settings.step, "largest step", "a number not below the step",
                settings.max_step);
    require_positive(settings.absolute_tolerance, "absolute tolerance");
    require_limit(settings.max_step, "largest step");
    require(is_held(settings.relative_tolerance) && settings.relative_tolerance >= 0.0, "relative tolerance",
            "a finite number, at least 0", settings.relative_tolerance);
    require(settings.max_steps >= 1 && settings.max_steps <= max_line_steps, "steps",
            "1 to 10000000 (max_line_steps)", settings.max_steps);
    require_limit(settings.max_time, "time limit");
    require_limit(settings.max_length, "length limit");
    require(is_held(settings.stagnant_speed) && settings.stagnant_speed >= 0.0, "stagnant speed",
            "a finite number, at least 0", settings.stagnant_speed);
    if (settings.step_unit == StepUnit::CellFraction && field.info().kind == GridKind::Analytic)
        throw std::runtime_error(
            fmt::format("'{}' is an exact function and has no cells: give the step in time or length",
                        field.info().dataset));
}

LineSettings bounded(LineSettings settings, const Field& field)
{
    const std::vector<float>& times = field.slices().times;
    if (settings.flow_time == FlowTime::Frozen || settings.step_unit == StepUnit::Length) return settings;
    for (std::size_t i = 1; i < times.size(); ++i)
        settings.max_step = std::min(settings.max_step, static_cast<double>(times[i]) - times[i - 1]);
    return settings;
}

void check_release_times(const LineSettings& settings)
{
    require_positive(settings.step * settings.max_steps, "step times steps");
}

}  // namespace farfield::compute
