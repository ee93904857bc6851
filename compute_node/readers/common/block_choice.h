#pragma once

#include "compute_node/grids/grid_data.h"

#include <string>
#include <vector>

namespace farfield::compute {

/// Chooses the blocks of a dataset that are read. names: of all blocks, in order; a block without a name is
/// called by its number, "block 3"; one with the name of an earlier one has its number behind it, "wall (3)".
/// asked: names, or numbers from 1; none: all are read. Throws std::runtime_error for a block that does not
/// exist, and lists those that do.
[[nodiscard]] std::vector<BlockName> choose_blocks(const std::vector<std::string>& names,
                                                   const std::vector<std::string>& asked);

}  // namespace farfield::compute
