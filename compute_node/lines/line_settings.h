#pragma once

#include "compute_node/fields/field.h"
#include "model/rakes/rakes.h"

#include <cstdint>
#include <limits>

namespace farfield::compute {

enum class Integrator {
    Rk4,     ///< classical Runge-Kutta, four samples a step
    Dopri5,  ///< Dormand and Prince 5(4), which chooses its steps by its own estimate of the error
};

enum class StepUnit {
    Time,
    CellFraction,  ///< part of the time in which the flow at the step's beginning crosses the cell it is in
    Length,        ///< arc length, in length units (fields/length_metric.h)
};

/// The course of a line in a field that changes.
enum class FlowTime {
    Moving,  ///< runs on while the line is followed: pathlines
    Frozen,  ///< stays at the seed's time: streamlines
};

struct LineSettings {
    Integrator integrator = Integrator::Rk4;
    StepUnit step_unit = StepUnit::Time;
    FlowTime flow_time = FlowTime::Moving;
    double step = model::default_step;  ///< > 0; the first one of Dopri5
    /// Dopri5, and steps in cells: the longest step. In the unit of `step`, or in time where that is cells.
    double max_step = std::numeric_limits<double>::infinity();
    bool backward = false;
    std::uint32_t max_steps = 1000;  ///< a line has at most max_steps + 1 points
    double max_time = std::numeric_limits<double>::infinity();
    double max_length = std::numeric_limits<double>::infinity();  ///< length units
    /// Length units per second; flow up to this speed counts as standing still. With 0, a pathline in a field
    /// that changes waits where there is no flow.
    double stagnant_speed = 0.0;
    double absolute_tolerance = model::default_tolerance;  ///< Dopri5: of a step's error, position units
    double relative_tolerance =
        model::default_tolerance;   ///< Dopri5: of a step's error, as part of the step's length
    bool scalar_is_length = false;  ///< arc length up to the point, instead of the field's scalar
    bool keep_points = true;        ///< false: only each line's last point is kept
};

/// Largest number of points a line may have.
inline constexpr std::uint32_t max_line_steps = 10'000'000;

/// Throws std::runtime_error that names the setting, the value found and the expected.
void check_lines(const LineSettings& settings, const Field& field);
/// Returns these settings with a largest step that meets every slice of a field that changes: between two
/// slices it is linear, and bent at each, so a step over several of them would miss what it passes, and so
/// would its estimate of the error.
[[nodiscard]] LineSettings bounded(LineSettings settings, const Field& field);
/// Makes check_lines()'s checks for particles that are released up to max_steps steps before the observation.
void check_release_times(const LineSettings& settings);

}  // namespace farfield::compute
