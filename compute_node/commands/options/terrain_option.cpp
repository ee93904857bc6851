#include "compute_node/commands/options/terrain_option.h"
#include "compute_node/commands/options/out_option.h"

#include "compute_node/commands/options/height_flags.h"
#include "compute_node/support/parallel.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <system_error>

namespace farfield::node {

namespace {

terrain::Terrain load(const std::string& out, const TerrainOption& option, const terrain::BuildWatch& watch)
{
    try {
        return terrain::load_terrain(option.names, option.heights, watch, option.cache);
    } catch (const std::runtime_error&) {
        if (!is_set(watch.cancelled)) throw;
    }
    throw interrupted(out);
}

}  // namespace

void add_terrain_options(CLI::App& command, TerrainOption& option)
{
    command
        .add_option("DEM", option.names,
                    "Files of heights, several as one terrain, or built in: fractal:N[:SEED]")
        ->required();
    add_height_options(command, option.heights);
    add_cache_options(command, option.cache);
}

terrain::Terrain load_terrain_for(const std::string& out, const TerrainOption& option,
                                  const terrain::BuildWatch& watch)
{
    check_out(out, {option.names.begin(), option.names.end()});
    terrain::Terrain terrain = load(out, option, watch);
    check_out(out, terrain.info.files);
    return terrain;
}

std::runtime_error interrupted(const std::string& out)
{
    return std::runtime_error(fmt::format("interrupted; '{}' was not written", out));
}

}  // namespace farfield::node
