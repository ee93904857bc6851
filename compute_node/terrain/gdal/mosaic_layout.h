#pragma once

#include "compute_node/terrain/heights/height_source.h"

#include <vector>

namespace farfield::terrain {

/// Where one file's posts lie among those of all.
struct MosaicTile {
    std::int64_t column = 0, row = 0;  ///< of its first post
    std::int64_t columns = 0, rows = 0;
};

struct MosaicLayout {
    TerrainInfo info;  ///< of all; its notes are of the whole, not those of the files
    std::vector<MosaicTile> tiles;
};

/// Puts terrains together that are of one reference system and have posts of one lattice. infos:
/// at least one. Throws std::runtime_error naming two that do not go together, and by how much.
[[nodiscard]] MosaicLayout lay_out(const std::vector<TerrainInfo>& infos);

}  // namespace farfield::terrain
