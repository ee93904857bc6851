#pragma once

#include "compute_node/grids/grid_data.h"

namespace farfield::compute {

/// Of data from a file that holds points as binary32: says so in a remark where these count from an origin
/// that is not 0 and a cell is so small, at the coordinates it has, that rounding has changed its shape.
void note_rounded_points(GridData& data);

}  // namespace farfield::compute
