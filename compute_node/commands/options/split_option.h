#pragma once

namespace CLI {
class App;
}

namespace farfield::node {

/// The work that processes started by mpirun share.
enum class Split {
    Seeds,   ///< each sees the whole field
    Blocks,  ///< of the field, of which each has one: lines migrate
};

/// Adds --split.
void add_split(CLI::App& command, Split& split);

}  // namespace farfield::node
