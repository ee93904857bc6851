#pragma once

#include "compute_node/grids/grid_data.h"

namespace farfield::compute {

/// Adds the nodes of a block of a curvilinear grid behind those there are. Arrays that are not in both, of as
/// many components, are dropped.
void append_block(GridData& all, const GridData& block);

}  // namespace farfield::compute
