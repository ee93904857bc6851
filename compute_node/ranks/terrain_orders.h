#pragma once

#include "compute_node/ranks/rank_service.h"
#include "compute_node/ranks/remote_work.h"
#include "compute_node/terrain/cache/block_file.h"
#include "compute_node/terrain/rays/view_tiles.h"

#include <cstdint>
#include <string>

/// The messages for views of terrains: tasks of rank 0, and results of the others.
namespace farfield::compute {

enum class TerrainOrderKind : int {
    Terrain = terrain_kinds.first,  ///< TerrainOrder: views of this terrain will be asked for
    DropTerrain,                    ///< a terrain's number: drop it
    View,                           ///< ViewOrder: tiles will be asked for
    Tiles,                          ///< TilesOrder: cast these
    EndView,                        ///< a view's number: cancels the rest of it
    // Answers.
    HasTerrain,  ///< HasTerrainAnswer
    CastTiles,   ///< the tiles' floats as cast_apart() leaves them, then the TilesOrder
    ViewFailed,  ///< FailedAnswer, with a view's number
};

/// A terrain in memory laid out as BlockLayout says, or in a file that each rank maps.
struct TerrainOrder {
    std::uint32_t terrain = 0;
    std::uint32_t memory = 0;  ///< number of the memory; 0: it is in the file
    std::int64_t columns = 0, rows = 0;
    float lowest = 0.0F, highest = 0.0F;
    std::uint64_t voids = 0;
    terrain::BlockFileName file;

    template <class Parts>
    void parts(Parts& with)
    {
        with(terrain, memory, columns, rows, lowest, highest, voids, file);
    }
};

struct HasTerrainAnswer {
    std::uint32_t terrain = 0;
    std::string failure;  ///< empty: this rank has it

    template <class Parts>
    void parts(Parts& with)
    {
        with(terrain, failure);
    }
};

struct ViewOrder {
    std::uint32_t view = 0, terrain = 0;
    terrain::ViewRays rays;
    bool big_endian = false;
    int threads = 0;
};

using TilesOrder = PartOrder<terrain::TileRange>;

}  // namespace farfield::compute
