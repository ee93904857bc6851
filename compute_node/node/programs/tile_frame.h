#pragma once

#include "compute_node/node/data/open_terrains.h"
#include "compute_node/terrain/overlays/height_tiles.h"
#include "net/session/node_service.h"
#include "model/programs/terrain_tile.h"

#include <chrono>
#include <cstddef>
#include <span>

namespace farfield::compute {

/// A preamble whose sides and places are those of posts.
[[nodiscard]] net::TerrainTilePreamble tile_preamble(const OpenTerrain& terrain, const PostSteps& columns,
                                                     const PostSteps& rows);

/// Where a frame's values belong, in a buffer of at least its size.
[[nodiscard]] std::span<std::byte> tile_values(const net::TerrainTilePreamble& preamble,
                                               std::span<std::byte> buffer);

/// Swaps bytes where this machine has another order.
void to_network_order(std::span<float> numbers);

/// Writes the preamble, with the times that it tells, over values that are there already.
[[nodiscard]] net::ProducedFrame finished_tile(net::TerrainTilePreamble preamble,
                                               std::chrono::steady_clock::time_point begun,
                                               std::span<std::byte> buffer);

}  // namespace farfield::compute
