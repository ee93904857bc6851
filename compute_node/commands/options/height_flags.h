#pragma once

#include "compute_node/terrain/cache/terrain_cache.h"
#include "compute_node/terrain/heights/height_options.h"

namespace CLI {
class App;
}

namespace farfield::node {

/// Adds --unit, --band and --vertical-scale, which say how a command reads files of heights.
void add_height_options(CLI::App& command, terrain::HeightOptions& options);

/// Adds --cache, --max-cache-bytes and --max-terrain-bytes, which say how much of a terrain is kept in memory
/// and how much in files.
void add_cache_options(CLI::App& command, terrain::CacheSettings& settings);

}  // namespace farfield::node
