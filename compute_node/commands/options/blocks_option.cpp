#include "compute_node/commands/options/blocks_option.h"

#include <CLI/CLI.hpp>

namespace farfield::node {

void add_blocks(CLI::App& command, std::vector<std::string>& blocks)
{
    command
        .add_option("--blocks", blocks,
                    "Blocks, parts, zones or regions to read, by name or by number from 1, as info lists "
                    "them: inner,3; otherwise all")
        ->delimiter(',')
        ->expected(1);
}

}  // namespace farfield::node
