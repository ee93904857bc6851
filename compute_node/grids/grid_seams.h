#pragma once

#include "compute_node/grids/grid_data.h"

namespace farfield::compute {

/// Closes a grid over the Earth, with longitudes and latitudes that depend on both indices, where it goes
/// around the globe. Repeats the first column at the end where only the cells between the last and the first
/// column are missing. Repeats the last row, reversed, beyond itself where that row lies folded along a seam
/// (tripolar grids). Longitudes in more than one turn, as in rows about a pole of the grid's own, are brought
/// into the turn in which most rows begin, except for a column at either end. Adds remarks on all this. Other
/// grids stay as they are. unknown: [y][x], 1 where a node's place is made up and tells nothing; empty: no
/// such node.
void close_seams(GridData& data, const std::vector<std::uint8_t>& unknown = {});

}  // namespace farfield::compute
