#pragma once

#include "compute_node/fields/dataset.h"

namespace farfield::compute {

/// Throws std::runtime_error unless arrays fit the dimensions and coordinates are finite and in order.
void check_grid(const std::string& name, const GridData& data);

/// Dimensions, bounds, ranges and counts of a grid that check_grid() passed.
[[nodiscard]] DatasetInfo describe(const std::string& name, const GridData& data);

}  // namespace farfield::compute
