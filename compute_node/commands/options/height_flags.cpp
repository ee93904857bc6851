#include "compute_node/commands/options/height_flags.h"

#include "compute_node/commands/options/validators.h"
#include "compute_node/terrain/heights/height_units.h"

#include <CLI/CLI.hpp>

namespace farfield::node {

void add_height_options(CLI::App& command, terrain::HeightOptions& options)
{
    constexpr double least_scale = 0.001, most_scale = 1000.0;
    command.add_option("--unit", options.unit,
                       "Unit of the heights in a terrain's files, in place of the one they name: " +
                           terrain::height_unit_names());
    command
        .add_option("--band", options.band,
                    "Band of the heights in a terrain's files; the one that is named so by default")
        ->check(band_number());
    command
        .add_option("--vertical-scale", options.vertical_scale, "Factor on the heights of a terrain's files")
        ->check(within(least_scale, most_scale))
        ->capture_default_str();
}

void add_cache_options(CLI::App& command, terrain::CacheSettings& settings)
{
    command.add_option_function<std::string>(
        "--cache",
        [&settings](const std::string& folder) {
            settings.folder = folder;
            settings.always = true;
        },
        "Folder for what is built of terrains, to be opened at once the next time; without, only terrains "
        "that do not fit in memory have files, in ~/.cache/farfield");
    command
        .add_option(
            "--max-cache-bytes", settings.max_cache_bytes,
            "Of all files in that folder together: those that were used longest ago make room. Half of "
            "its disk by default")
        ->check(at_least(1));
    command
        .add_option(
            "--max-terrain-bytes", settings.max_terrain_bytes,
            "Memory that a terrain may take; of larger ones no more is kept at a time. A quarter of the "
            "machine's by default")
        ->check(at_least(1));
}

}  // namespace farfield::node
