#include "compute_node/commands/options/blocks_option.h"

#include "model/data/block_names.h"

#include <CLI/CLI.hpp>

namespace farfield::node {

void add_blocks(CLI::App& command, std::vector<std::string>& blocks)
{
    // Takes one text: two blocks are not an option that is given twice.
    command.add_option_function<std::string>(
        "--blocks", [&blocks](const std::string& text) { blocks = model::split_blocks("#" + text).blocks; },
        "Blocks, parts, zones or regions to read, by name or by number from 1, as info lists them: inner,3; "
        "otherwise all");
}

}  // namespace farfield::node
