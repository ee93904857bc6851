#pragma once

#include "compute_node/node/data/open_terrains.h"
#include "model/calls/terrain_sight.h"

#include <vector>

namespace farfield::compute {

/// What terrain.sight answers, on up to `threads` threads (0: all). Throws net::RpcError where nobody can
/// stand at `from`.
[[nodiscard]] std::vector<net::TerrainSightLine> look_over(const OpenTerrain& terrain,
                                                           const net::TerrainSightCall& call, int threads);

}  // namespace farfield::compute
