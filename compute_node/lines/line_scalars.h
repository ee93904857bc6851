#pragma once

#include "compute_node/fields/length_metric.h"
#include "compute_node/lines/line_block.h"

#include <optional>
#include <string_view>

namespace farfield::compute {

/// Scalars that a line has by itself, whatever its field holds.
enum class LineScalar {
    Age,        ///< time since its particle's release; from 0 upward, also on a backward line
    ArcLength,  ///< length from the line's first point along the line, in length units
};

/// The scalar named "age" or "arc-length"; empty for any other name.
[[nodiscard]] std::optional<LineScalar> line_scalar_named(std::string_view name);
[[nodiscard]] std::string_view to_string(LineScalar scalar);

/// Puts the scalar in place of the points' own, but for points outside, which have none. The lines must have
/// kept all points. Arc length is here the polyline's, for streaklines; other lines have a better one
/// (LineSettings::scalar_is_length).
void set_scalar(LineScalar scalar, const LengthMetric& metric, LineBlock& block);

}  // namespace farfield::compute
