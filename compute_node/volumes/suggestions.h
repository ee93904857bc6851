#pragma once

#include "compute_node/fields/field.h"
#include "compute_node/volumes/scalar_field.h"

#include <optional>
#include <span>

namespace farfield::compute {

/// An isovalue with a surface of moderate size: of 64 values, spaced evenly between the 5 % and the 95 %
/// quantile of the bricks' middle values, the one for which the number of bricks that its surface crosses is
/// nearest to a tenth of all; of equals the lowest. Reads no node. Empty where the scalar does not vary, or
/// no node is valid.
[[nodiscard]] std::optional<float> suggested_isovalue(const ScalarField& field);

/// The same for a mesh that is not cut into tetrahedra: its bricks are runs of 16 consecutive cells,
/// at most 4,096 runs, spread over all cells. values: [points], NaN where invalid. Empty for other
/// grids.
[[nodiscard]] std::optional<float> suggested_isovalue(const Grid& mesh, std::span<const float> values);

}  // namespace farfield::compute
