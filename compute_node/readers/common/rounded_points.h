#pragma once

#include "compute_node/grids/grid_data.h"

namespace farfield::compute {

/// Adds a remark to data whose file holds points as binary32, where these count from an origin other than 0
/// and a cell is so small, for its coordinates, that rounding has changed its shape.
void note_rounded_points(GridData& data);

}  // namespace farfield::compute
