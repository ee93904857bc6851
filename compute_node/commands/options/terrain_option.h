#pragma once

#include "compute_node/terrain/terrain.h"

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace farfield::node {

/// The terrain that a command reads.
struct TerrainOption {
    std::vector<std::string> names;  ///< names of its files, or of one built in
    terrain::HeightOptions heights;
    terrain::CacheSettings cache;
};

/// Adds the names, and the options of heights and of cached files.
void add_terrain_options(CLI::App& command, TerrainOption& option);

/// Loads the terrain of a command that will write `out`. Throws what load_terrain() throws, interrupted()
/// when it was cancelled, and what check_out() throws of all files that the terrain is made from, those that
/// a VRT names among them.
[[nodiscard]] terrain::Terrain load_terrain_for(const std::string& out, const TerrainOption& option,
                                                const terrain::BuildWatch& watch);

/// The error of a command that a signal has ended.
[[nodiscard]] std::runtime_error interrupted(const std::string& out);

}  // namespace farfield::node
