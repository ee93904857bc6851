#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/fields/fields.h"
#include "model/rakes/rake_json.h"

namespace farfield::model {

enum class LineKind { Streamline, Pathline, Streakline, Timeline };
enum class LineDirection { Forward, Backward, Both };
enum class LineIntegrator { Rk4, Dopri5 };
enum class LineStepUnit { Time, Cell, Length };

/// Names in messages and scripts, in the order of the enumerators above.
inline constexpr std::array line_kind_names{"streamline", "pathline", "streakline", "timeline"};
inline constexpr std::array line_direction_names{"forward", "backward", "both"};
inline constexpr std::array line_integrator_names{"rk4", "dopri5"};
inline constexpr std::array line_step_unit_names{"time", "cell", "length"};

inline constexpr std::uint32_t max_steps_of_line = 100'000;
inline constexpr std::uint32_t max_parts_of_result_set = 16;

/// Settings of the program `lines`: docs/protocol.md, section 9.
struct LineParams {
    std::vector<Rake> rakes = {};
    LineKind kind = LineKind::Streamline;
    LineDirection direction = LineDirection::Forward;
    LineIntegrator integrator = LineIntegrator::Rk4;
    LineStepUnit step_unit = LineStepUnit::Time;
    std::optional<double> step = std::nullopt;      ///< absent: as the dataset suggests
    std::optional<double> max_step = std::nullopt;  ///< absent: no limit
    double absolute_tolerance = default_tolerance;
    double relative_tolerance = default_tolerance;
    std::uint32_t steps = 200;
    std::optional<double> max_time = std::nullopt, max_length = std::nullopt;  ///< absent: no limit
    double stagnant_speed = 0.0;
    std::uint32_t release_steps = 1;
    std::optional<std::string> scalar = std::nullopt;  ///< absent: the dataset's first scalar
    std::optional<double> time = std::nullopt;         ///< absent: the first time that shows something
    double time_step = 0.0;
    bool repeat = false;
    std::uint32_t parts = 1;
    friend bool operator==(const LineParams&, const LineParams&) = default;

    static void fields(auto& visit)
    {
        visit("rakes", &LineParams::rakes, required, at_least_one("rake"), check_rakes);
        visit("kind", &LineParams::kind, names(line_kind_names));
        visit("direction", &LineParams::direction, names(line_direction_names));
        visit("integrator", &LineParams::integrator, names(line_integrator_names));
        visit("step_unit", &LineParams::step_unit, names(line_step_unit_names));
        visit("step", &LineParams::step, above(0.0));
        visit("max_step", &LineParams::max_step, above(0.0));
        visit("absolute_tolerance", &LineParams::absolute_tolerance, above(0.0));
        visit("relative_tolerance", &LineParams::relative_tolerance, at_least(0.0));
        visit("steps", &LineParams::steps, from_to(1, max_steps_of_line));
        visit("max_time", &LineParams::max_time, above(0.0));
        visit("max_length", &LineParams::max_length, above(0.0));
        visit("stagnant_speed", &LineParams::stagnant_speed, at_least(0.0));
        visit("release_steps", &LineParams::release_steps, from_to(1, max_steps_of_line));
        visit("scalar", &LineParams::scalar);
        visit("time", &LineParams::time);
        visit("time_step", &LineParams::time_step);
        visit("repeat", &LineParams::repeat);
        visit("parts", &LineParams::parts, from_to(1, max_parts_of_result_set));
    }
};

}  // namespace farfield::model
