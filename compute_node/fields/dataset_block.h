#pragma once

#include "compute_node/fields/dataset.h"
#include "compute_node/fields/lattice_blocks.h"

#include <memory>
#include <string>
#include <vector>

namespace farfield::compute {

/// One of the blocks that a dataset's field is cut into.
struct DatasetBlock {
    std::shared_ptr<const Field> field;  ///< null where there are fewer layers of cells than blocks
    LatticeBlocks blocks;
};

/// Reads one of `count` blocks with all time slices, and nothing of the others; for a scalar derived from
/// gradients, some layers of nodes of its neighbours for a while. The field has the whole's grid and names,
/// but its ranges are not known. Throws std::runtime_error when the dataset cannot be read in parts, naming
/// those that can, and as TimeSeries does.
[[nodiscard]] DatasetBlock open_block(const std::vector<std::string>& names, const FieldChoice& choice,
                                      int block, int count);

}  // namespace farfield::compute
