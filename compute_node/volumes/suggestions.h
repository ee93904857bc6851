#pragma once

#include "compute_node/fields/field.h"
#include "compute_node/volumes/scalar_field.h"

#include <optional>
#include <span>

namespace farfield::compute {

/// An isovalue that shows something and is not too much to look at: of 64 values, spaced evenly between the 5
/// % and the 95 % quantile of the bricks' middle values, the one for which the number of bricks that its
/// surface crosses is nearest to a tenth of them; of equals the lowest. Looks at no node. Nothing where the
/// scalar does not vary, or no node is valid.
[[nodiscard]] std::optional<float> suggested_isovalue(const ScalarField& field);

/// The same of a mesh that is not cut into tetrahedra for this: its bricks are runs of 16 cells that follow
/// each other, at most 4,096 of them, spread over all. values: [points], not a number where invalid. Nothing
/// of other grids.
[[nodiscard]] std::optional<float> suggested_isovalue(const Grid& mesh, std::span<const float> values);

}  // namespace farfield::compute
