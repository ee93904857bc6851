#pragma once

#include "compute_node/node/data/open_terrains.h"
#include "model/calls/terrain_sight.h"
#include "net/message/control_messages.h"

#include <vector>

namespace farfield::node {

/// What terrain.sight answers, on up to `threads` threads (0: all). Throws net::RpcError where nobody can
/// stand at `from`.
[[nodiscard]] std::vector<model::TerrainSightLine>
look_over(const OpenTerrain& terrain, const model::TerrainSightCall& call, int threads);

}  // namespace farfield::node
