#pragma once

#include "compute_node/grids/grid_data.h"

namespace farfield::compute {

/// Appends the nodes of a block of a curvilinear grid. Arrays that are not in both `all` and the block, with
/// as many components, are dropped.
void append_block(GridData& all, const GridData& block);

}  // namespace farfield::compute
