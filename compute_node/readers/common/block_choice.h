#pragma once

#include "compute_node/grids/grid_data.h"

#include <string>
#include <vector>

namespace farfield::compute {

/// Which of a dataset's blocks are read. names: of all, in their order; those without one are called by their
/// number, "block 3", and those with the name of an earlier one have it behind theirs, "wall (3)". asked:
/// names, or numbers from 1; none: all are. Throws std::runtime_error for one that is not there, with those
/// that are.
[[nodiscard]] std::vector<BlockName> choose_blocks(const std::vector<std::string>& names,
                                                   const std::vector<std::string>& asked);

}  // namespace farfield::compute
