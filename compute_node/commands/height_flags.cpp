#include "compute_node/commands/height_flags.h"

#include "compute_node/commands/validators.h"
#include "compute_node/terrain/height_units.h"

#include <CLI/CLI.hpp>

namespace farfield::compute {

void add_height_options(CLI::App& command, HeightOptions& options)
{
    constexpr double least_scale = 0.001;
    command.add_option("--unit", options.unit,
                       "Unit of the heights in a terrain's files, in place of the one they name: " +
                           height_unit_names());
    command.add_option("--band", options.band, "Band of the heights in a terrain's files")
        ->capture_default_str();
    command
        .add_option("--vertical-scale", options.vertical_scale, "Factor on the heights of a terrain's files")
        ->check(at_least(least_scale))
        ->capture_default_str();
}

}  // namespace farfield::compute
