#pragma once

#include "compute_node/fields/length_metric.h"
#include "compute_node/lines/line_block.h"

#include <optional>
#include <string_view>

namespace farfield::compute {

/// Scalars that a line has by itself, whatever its field holds.
enum class LineScalar {
    Age,        ///< time since the point's particle was released; of either sign's line from 0 upward
    ArcLength,  ///< from the line's first point along the line, in length units
};

/// "age" and "arc-length"; nothing for any other name.
[[nodiscard]] std::optional<LineScalar> line_scalar_named(std::string_view name);
[[nodiscard]] std::string_view to_string(LineScalar scalar);

/// Puts it in the place of the points' scalar, but for points outside, which have none. Of lines of which all
/// points are kept. Arc length is here that of the polyline, for streaklines; other lines know theirs better
/// (LineSettings::scalar_is_length).
void set_scalar(LineScalar scalar, const LengthMetric& metric, LineBlock& block);

}  // namespace farfield::compute
