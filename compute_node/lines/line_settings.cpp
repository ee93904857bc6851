#include "compute_node/lines/line_settings.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace farfield::compute {

namespace {

void require(bool holds, const char* setting, const char* expected, double found)
{
    if (!holds) throw std::runtime_error(fmt::format("{}: expected {}, found {}", setting, expected, found));
}

void require_positive(double value, const char* setting)
{
    require(std::isfinite(value) && value > 0.0, setting, "a finite number above 0", value);
}

}  // namespace

void check_lines(const LineSettings& settings, const Field& field)
{
    require_positive(settings.step, "step");
    require(settings.max_step >= settings.step, "largest step", "a number not below the step",
            settings.max_step);
    require_positive(settings.absolute_tolerance, "absolute tolerance");
    require(std::isfinite(settings.relative_tolerance) && settings.relative_tolerance >= 0.0,
            "relative tolerance", "a finite number, at least 0", settings.relative_tolerance);
    require(settings.max_steps >= 1 && settings.max_steps <= max_line_steps, "steps",
            "1 to 10000000 (max_line_steps)", settings.max_steps);
    require(settings.max_time > 0.0, "time limit", "a number above 0", settings.max_time);
    require(settings.max_length > 0.0, "length limit", "a number above 0", settings.max_length);
    require(settings.stagnant_speed >= 0.0, "stagnant speed", "a number, at least 0",
            settings.stagnant_speed);
    if (settings.step_unit == StepUnit::CellFraction && field.info().kind == GridKind::Analytic)
        throw std::runtime_error(
            fmt::format("'{}' is an exact function and has no cells: give the step in time or length",
                        field.info().dataset));
}

}  // namespace farfield::compute
