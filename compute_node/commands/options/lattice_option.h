#pragma once

#include "compute_node/tomography/lattices/lattice.h"
#include "compute_node/tomography/surveys/survey.h"

#include <array>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace farfield::node {

/// The grid of travel times, as --spacing and --box state it.
struct LatticeOption {
    double spacing = 0.0;                      ///< metres; 0: not stated
    std::optional<std::array<double, 6>> box;  ///< x0, x1, y0, y1, z0, z1, metres; never without a spacing
};

/// Adds --spacing and --box. spacing_help: what spacing means to the command.
void add_lattice_options(CLI::App& command, LatticeOption& option, const std::string& spacing_help);

/// The lattice over the stated box, or over all sensors grown by a tenth of their longest side. given: in its
/// place where neither box nor spacing is stated. Throws std::runtime_error: too many nodes; a receiver
/// outside, by its number.
[[nodiscard]] tomography::Lattice lattice_for(const LatticeOption& option, const tomography::Survey& survey,
                                              const std::optional<tomography::Lattice>& given = std::nullopt);

}  // namespace farfield::node
