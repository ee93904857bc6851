#pragma once

#include "compute_node/support/fixed_array.h"

#include <array>
#include <cstdint>
#include <limits>

namespace farfield::terrain {

/// 4 x 4 cells of a terrain, as the ray caster reads them: two cache lines that lie side by side. The posts
/// of the last row and column are those of the next block, too.
struct alignas(128) HeightBlock {
    static constexpr int cells = 4;  ///< along each side
    static constexpr int posts = cells + 1;

    std::array<std::array<float, posts>, posts> heights;  ///< [row][column], metres; NaN: no height
    std::array<float, 4> maxima;  ///< each of 2 x 2 cells, row by row; -inf where no cell has a surface
    std::array<float, 3> unused;
};
static_assert(sizeof(HeightBlock) == 128);

/// A terrain's heights with a quadtree of their maxima, without pointers. A cell is what four posts span; its
/// surface is bilinear, and there is none where a post has no height. Nodes of level 0 are blocks; a node of
/// the next level is 2 x 2 of them. 64 x 64 blocks are a tile, in which nodes of one level follow each other
/// along the Z curve, so that the children of node k are nodes 4k to 4k + 3. Above the tiles the same curve
/// leads through a square of them that the terrain's tiles do not fill; `slots` holds the places of tiles'
/// blocks. Source: Tevs, Ihrke and Seidel, "Maximum Mipmaps for Fast, Accurate, and Scalable Dynamic Height
/// Field Rendering", I3D 2008 (maxima of a height field); Morton, "A Computer Oriented Geodetic Data Base",
/// 1966. Memory: 8.4 bytes a post.
struct HeightBlocks {
    static constexpr int tile_level = 6;
    static constexpr std::uint32_t tile_blocks = 1U << (2 * tile_level);
    static constexpr int tile_cells = HeightBlock::cells << tile_level;
    static constexpr int max_levels = 19;  ///< levels for max_terrain_posts along a side
    static constexpr float none = -std::numeric_limits<float>::infinity();

    std::int64_t columns = 0;  ///< posts
    std::int64_t rows = 0;
    float lowest = 0.0F;  ///< metres
    float highest = 0.0F;
    std::uint64_t voids = 0;  ///< posts without a height
    int top = 0;              ///< the level with a single node

    FixedArray<HeightBlock> blocks;                    ///< [slots in use][tile_blocks]
    FixedArray<std::uint32_t> slots;                   ///< [tiles of the square], by the Z curve
    std::array<FixedArray<float>, max_levels> maxima;  ///< maxima of nodes by level; -inf: no surface below

    /// The first of a node's four children.
    [[nodiscard]] std::uint32_t first_child(int level, std::uint32_t node) const
    {
        return (level == tile_level ? slots[node] : node) * 4;
    }
    /// The node at (i, j) of a level, counted in nodes of that level.
    [[nodiscard]] std::uint32_t node_at(int level, std::uint32_t i, std::uint32_t j) const;
    /// Height of a post; NaN where there is none. column, row: within the terrain.
    [[nodiscard]] float height_at(std::int64_t column, std::int64_t row) const
    {
        return post_at(column, row);
    }
    /// Reference to that height in its block.
    [[nodiscard]] const float& post_at(std::int64_t column, std::int64_t row) const;
    [[nodiscard]] const HeightBlock& block_at(std::int64_t column, std::int64_t row) const;
    [[nodiscard]] std::uint64_t bytes() const;
};

}  // namespace farfield::terrain
