#pragma once

#include "compute_node/node/data/open_terrains.h"
#include "model/calls/terrain_sight.h"

#include <vector>

namespace farfield::node {

/// The answer of terrain.sight, on up to `threads` threads (0: all). Throws net::RpcError where `from` has no
/// ground.
[[nodiscard]] std::vector<model::TerrainSightLine>
look_over(const OpenTerrain& terrain, const model::TerrainSightCall& call, int threads);

}  // namespace farfield::node
