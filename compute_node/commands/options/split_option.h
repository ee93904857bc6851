#pragma once

namespace CLI {
class App;
}

namespace farfield::node {

/// The work that processes started by mpirun share.
enum class Split {
    Seeds,   ///< each process has the whole field
    Blocks,  ///< each process has one block of the field: lines migrate
};

/// Adds --split.
void add_split(CLI::App& command, Split& split);

}  // namespace farfield::node
