#pragma once

#include "compute_node/tomography/runs/stated_lattice.h"

#include <string>

namespace CLI {
class App;
}

namespace farfield::node {

/// Adds --spacing and --box. spacing_help: what spacing means to the command.
void add_lattice_options(CLI::App& command, tomography::StatedLattice& lattice,
                         const std::string& spacing_help);

}  // namespace farfield::node
