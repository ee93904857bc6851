#include "compute_node/commands/options/lattice_option.h"

#include "compute_node/commands/options/number_list.h"
#include "compute_node/commands/options/validators.h"

#include <CLI/CLI.hpp>

namespace farfield::node {

void add_lattice_options(CLI::App& command, tomography::StatedLattice& lattice,
                         const std::string& spacing_help)
{
    CLI::Option* spacing =
        command.add_option("--spacing", lattice.spacing, spacing_help)->check(more_than(0.0));
    add_numbers<6>(command, "--box", "X0,X1,Y0,Y1,Z0,Z1", "Metres; all sensors grown by a tenth otherwise",
                   [&lattice](const auto& numbers) {
                       for (std::size_t axis = 0; axis < 6; axis += 2)
                           if (!(numbers[axis] < numbers[axis + 1]))
                               throw CLI::ValidationError("--box", "expected lower before upper ends");
                       lattice.box = numbers;
                   })
        ->needs(spacing);
}

}  // namespace farfield::node
