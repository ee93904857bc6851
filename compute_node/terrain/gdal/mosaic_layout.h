#pragma once

#include "compute_node/terrain/heights/height_source.h"

#include <vector>

namespace farfield::terrain {

/// Position of one file's posts among those of all files.
struct MosaicTile {
    std::int64_t column = 0, row = 0;  ///< position of its first post
    std::int64_t columns = 0, rows = 0;
};

struct MosaicLayout {
    TerrainInfo info;  ///< of all files together; without the files' notes
    std::vector<MosaicTile> tiles;
};

/// Puts terrains together that are of one reference system and have posts of one lattice. infos:
/// at least one. Throws std::runtime_error naming two that do not fit, and by how much.
[[nodiscard]] MosaicLayout lay_out(const std::vector<TerrainInfo>& infos);

}  // namespace farfield::terrain
