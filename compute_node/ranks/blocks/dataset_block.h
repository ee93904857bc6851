#pragma once

#include "compute_node/datasets/dataset.h"
#include "compute_node/datasets/field_builder.h"
#include "compute_node/datasets/time_series.h"
#include "compute_node/ranks/blocks/lattice_blocks.h"
#include "compute_node/ranks/blocks/lattice_source.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace farfield::compute {

/// A block's contribution to the description of the whole.
struct BlockSummary {
    Ranges ranges;             ///< ranges over all time slices of the block
    std::vector<Node> coarse;  ///< its part of a coarse lattice (coarse_lattice.h)

    /// Serialisation: visits all members.
    template <class Parts>
    void parts(Parts& with)
    {
        with(ranges, coarse);
    }
};

/// A block of a dataset's field, which is cut into several.
struct DatasetBlock {
    std::shared_ptr<const Field> field;  ///< null where there are fewer layers of cells than blocks
    LatticeBlocks blocks;
    GridData shape;    ///< shape of the whole, without values
    DatasetInfo info;  ///< the whole's, but for ranges, invalid and blanked nodes: these need values
    BlockSummary summary;
};

/// Reads one of `count` blocks with all time slices, and no nodes of others; for a scalar derived from
/// gradients, some layers of nodes of its neighbours for a while. The field has the whole's grid and names,
/// but its ranges are not known. Throws std::runtime_error when the dataset cannot be read in parts, naming
/// those that can, and as TimeSeries does; also when is_unwanted, called before the files are opened and
/// between slices, returns true.
[[nodiscard]] DatasetBlock open_block(const DatasetFiles& dataset, const FieldChoice& choice, int block,
                                      int count, const std::function<bool()>& is_unwanted = {});

/// Bytes of a block, and of one more slice of it while it is read.
[[nodiscard]] std::uint64_t block_bytes(const LatticeSource& source, int block, int count);

/// The joined descriptions of all blocks of a dataset's field.
struct JoinedBlocks {
    std::shared_ptr<const Field> first;  ///< block 0; its ranges and step are the whole's
    DatasetInfo dataset;                 ///< as in DatasetBlock, but complete
    /// The whole field at its first time slice, by a part of its nodes, with the same information.
    std::shared_ptr<const Field> coarse;
    int blocks = 1;  ///< number of blocks
};

/// Joins blocks. all: [blocks] summaries, the first too. Throws std::runtime_error when no node is valid.
[[nodiscard]] JoinedBlocks join_blocks(const DatasetBlock& first, std::span<const BlockSummary> all);

}  // namespace farfield::compute
