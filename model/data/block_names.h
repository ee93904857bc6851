#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Names of datasets of which some blocks are read, "wing.vtm#inner,3": docs/protocol.md, dataset.open.
namespace farfield::model {

/// Before the blocks in a name.
inline constexpr char before_blocks = '#';

struct NamedBlocks {
    std::string dataset;
    std::vector<std::string> blocks;  ///< names, or numbers from 1; none: all are read
};

/// Takes a name apart at its last '#'.
[[nodiscard]] NamedBlocks split_blocks(std::string_view name);

/// The name of a dataset with these of its blocks; without any, the dataset's own. Throws std::runtime_error
/// for the name of a block that such a name cannot hold: it has a comma or is empty.
[[nodiscard]] std::string with_blocks(const std::string& dataset, const std::vector<std::string>& blocks);

}  // namespace farfield::model
