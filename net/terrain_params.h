#pragma once

#include "net/control_messages.h"

#include <cstdint>
#include <optional>
#include <vector>

/// Settings of the programs that send terrain tiles: docs/protocol.md, section 11. In an update, what is
/// absent stays as it is.
namespace farfield::net {

/// A tile of heights among those of its level.
struct TileAddress {
    std::uint32_t level = 0;
    std::uint32_t column = 0;
    std::uint32_t row = 0;

    friend bool operator==(const TileAddress&, const TileAddress&) = default;
};

/// Of `terrain.tiles`.
struct TerrainTilesParams {
    std::optional<std::vector<TileAddress>> tiles;  ///< at most max_listed_tiles; in the order they come in

    friend bool operator==(const TerrainTilesParams&, const TerrainTilesParams&) = default;
};

[[nodiscard]] Json to_json(const TerrainTilesParams&);
/// Throws RpcError: InvalidParams that names what is unknown, ill-typed or out of range, or LimitExceeded.
[[nodiscard]] TerrainTilesParams terrain_tiles_params(const Json&);

}  // namespace farfield::net
