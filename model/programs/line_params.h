#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/fields/json.h"
#include "model/rakes/rakes.h"

namespace farfield::model {

enum class LineKind { Streamline, Pathline, Streakline, Timeline };
enum class LineDirection { Forward, Backward, Both };
enum class LineIntegrator { Rk4, Dopri5 };
enum class LineStepUnit { Time, Cell, Length };

/// Their names in messages and scripts, in the order of the enumerators.
inline constexpr std::array line_kind_names{"streamline", "pathline", "streakline", "timeline"};
inline constexpr std::array line_direction_names{"forward", "backward", "both"};
inline constexpr std::array line_integrator_names{"rk4", "dopri5"};
inline constexpr std::array line_step_unit_names{"time", "cell", "length"};

inline constexpr std::uint32_t max_steps_of_line = 100'000;
inline constexpr std::uint32_t max_parts_of_answer = 16;

/// Settings of the program `lines`; in an update, what is absent stays as it is. docs/protocol.md, section 9.
struct LineParams {
    std::optional<std::vector<Rake>> rakes;
    std::optional<LineKind> kind;
    std::optional<LineDirection> direction;
    std::optional<LineIntegrator> integrator;
    std::optional<LineStepUnit> step_unit;
    std::optional<double> step;
    std::optional<double> max_step;
    std::optional<double> absolute_tolerance, relative_tolerance;
    std::optional<std::uint32_t> steps;
    std::optional<double> max_time, max_length;
    std::optional<double> stagnant_speed;
    std::optional<std::uint32_t> release_steps;
    std::optional<std::string> scalar;
    std::optional<double> time;
    std::optional<double> time_step;
    std::optional<bool> repeat;
    std::optional<std::uint32_t> parts;
    friend bool operator==(const LineParams&, const LineParams&) = default;
};

[[nodiscard]] Json to_json(const LineParams&);
/// Throws FieldError that names what is missing, unknown, ill-typed or out of range.
[[nodiscard]] LineParams line_params(const Json&);

}  // namespace farfield::model
