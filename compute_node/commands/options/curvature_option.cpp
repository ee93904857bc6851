#include "compute_node/commands/options/curvature_option.h"

#include "compute_node/commands/options/validators.h"
#include "compute_node/terrain/terrain.h"

#include <CLI/CLI.hpp>

namespace farfield::node {

double CurvatureOption::curvature() const
{
    return is_curved ? terrain::earth_curvature(refraction) : 0.0;
}

void add_curvature_options(CLI::App& command, CurvatureOption& option)
{
    CLI::Option* const curvature =
        command.add_flag("--curvature", option.is_curved,
                         "The Earth's curvature, less what refraction makes up for; flat by default");
    command
        .add_option("--refraction", option.refraction,
                    "Of the Earth's curvature, how much light bends along: 0.13 near the ground, 0.25 for "
                    "radio; with --curvature")
        ->check(at_least(0.0))
        ->needs(curvature)
        ->capture_default_str();
}

}  // namespace farfield::node
