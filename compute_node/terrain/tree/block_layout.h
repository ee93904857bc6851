#pragma once

#include "compute_node/terrain/tree/height_blocks.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>

namespace farfield::terrain {

/// Layout of the parts of HeightBlocks in one piece of memory, which can be a file as well: the slots, the
/// maxima from level 0 up, the blocks; each begins at a multiple of 4096 bytes.
struct BlockLayout {
    struct Part {
        std::uint64_t offset = 0;  ///< bytes
        std::uint64_t count = 0;
    };

    std::int64_t columns = 0;
    std::int64_t rows = 0;
    std::uint32_t tile_columns = 0;
    std::uint32_t tile_rows = 0;
    int top = 0;
    Part slots, blocks;
    std::array<Part, HeightBlocks::max_levels> maxima;
    std::uint64_t bytes = 0;  ///< size of all parts

    [[nodiscard]] std::uint32_t tiles() const { return tile_columns * tile_rows; }
};

/// Largest number of posts along a side.
inline constexpr std::int64_t max_terrain_posts = std::int64_t{1} << 20;
/// Largest number of tiles: their blocks are counted in 32 bits. 262,145 x 262,145 posts are as many.
inline constexpr std::uint32_t max_terrain_tiles = 1U << (32 - 2 * HeightBlocks::tile_level);

/// Error for a terrain of more tiles than there are numbers for.
struct TooManyTiles : std::invalid_argument {
    TooManyTiles(std::int64_t columns, std::int64_t rows, std::uint32_t tiles);
    std::uint32_t found;
};

/// The layout for so many posts. Throws std::invalid_argument for fewer than 2 x 2 posts or more than
/// max_terrain_posts a side, and TooManyTiles.
[[nodiscard]] BlockLayout layout_of(std::int64_t columns, std::int64_t rows);

/// Height blocks in memory with this layout. Counts made while it was filled are left at zero. memory:
/// [layout.bytes], its beginning at a multiple of 128; owner: keeps it.
[[nodiscard]] HeightBlocks blocks_in(const BlockLayout& layout, std::span<const std::byte> memory,
                                     const std::shared_ptr<const void>& owner);

/// Copies blocks into memory with this layout, as blocks_in() finds them.
void copy_blocks(const HeightBlocks& blocks, const BlockLayout& layout, std::span<std::byte> memory);

}  // namespace farfield::terrain
