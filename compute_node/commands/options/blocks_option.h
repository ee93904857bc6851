#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace farfield::node {

/// Adds --blocks.
void add_blocks(CLI::App& command, std::vector<std::string>& blocks);

}  // namespace farfield::node
