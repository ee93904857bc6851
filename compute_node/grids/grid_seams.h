#pragma once

#include "compute_node/grids/grid_data.h"

namespace farfield::compute {

/// Closes a grid over the Earth with longitudes and latitudes that depend on both indices where it goes
/// around the globe: repeats the first column at the end where only cells between the last and the first are
/// missing, and the last row, the other way round, beyond itself where that row lies folded along a seam
/// (tripolar grids). Longitudes that lie in more than one turn, as those of rows about a pole of the grid's
/// own, are brought into the one in which most rows begin, but for a column at either end. Says so in the
/// remarks. Other grids stay as they are. unknown: [y][x], 1 where a node's place is made up and says
/// nothing; empty: nowhere.
void close_seams(GridData& data, const std::vector<std::uint8_t>& unknown = {});

}  // namespace farfield::compute
