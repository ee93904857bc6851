#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Names of datasets of which some blocks are read, "wing.vtm#inner,3": docs/protocol.md, dataset.open.
namespace farfield::model {

/// Separates the dataset from its blocks in a name.
inline constexpr char before_blocks = '#';

struct NamedBlocks {
    std::string dataset;
    std::vector<std::string> blocks;  ///< names, or numbers from 1; empty: all blocks are read
};

/// Splits a name at its last '#'.
[[nodiscard]] NamedBlocks split_blocks(std::string_view name);

/// The name of a dataset with only these of its blocks; with no blocks, the dataset's own name. Throws
/// std::runtime_error for a block's name that is empty or has a comma, as such a name cannot hold it.
[[nodiscard]] std::string with_blocks(const std::string& dataset, const std::vector<std::string>& blocks);

}  // namespace farfield::model
