#pragma once

#include "compute_node/node/data/open_terrains.h"
#include "compute_node/terrain/overlays/height_tiles.h"
#include "model/programs/terrain_tile.h"
#include "net/service/program.h"

#include <cstddef>
#include <span>

namespace farfield::node {

/// A preamble whose sides and places are those of posts.
[[nodiscard]] model::TerrainTilePreamble
tile_preamble(const OpenTerrain& terrain, const terrain::PostSteps& columns, const terrain::PostSteps& rows);

[[nodiscard]] inline std::uint64_t tile_payload_bytes(const model::TerrainTilePreamble& preamble)
{
    return model::tile_payload_bytes(preamble.kind, preamble.width, preamble.height);
}

/// The part of a buffer for a frame's values. buffer: of at least the frame's size.
[[nodiscard]] std::span<std::byte> tile_values(const model::TerrainTilePreamble& preamble,
                                               std::span<std::byte> buffer);

/// Swaps bytes where this machine's byte order is not that of the network.
void to_network_order(std::span<float> numbers);

/// Writes the preamble before values that are there already.
[[nodiscard]] net::Made finished_tile(const model::TerrainTilePreamble& preamble,
                                      std::span<std::byte> buffer);

}  // namespace farfield::node
