#include "compute_node/terrain/tree/block_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

namespace farfield::terrain {

namespace {

constexpr std::uint64_t part_alignment = 4096;

/// Adds a part at the end.
template <class T>
BlockLayout::Part add_part(BlockLayout& layout, std::uint64_t count)
{
    const BlockLayout::Part part{layout.bytes, count};
    const std::uint64_t end = layout.bytes + count * sizeof(T);
    layout.bytes = (end + part_alignment - 1) / part_alignment * part_alignment;
    return part;
}

std::uint32_t tiles_along(std::int64_t posts)
{
    return static_cast<std::uint32_t>((posts - 2) / HeightBlocks::tile_cells + 1);
}

template <class T>
FixedArray<T> part_of(const BlockLayout::Part& part, std::span<const std::byte> memory,
                      const std::shared_ptr<const void>& owner)
{
    const auto* first = reinterpret_cast<const T*>(memory.data() + part.offset);
    return {std::span{first, part.count}, owner};
}

template <class T>
void copy_part(const FixedArray<T>& from, const BlockLayout::Part& part, std::span<std::byte> memory)
{
    std::memcpy(memory.data() + part.offset, from.data(), part.count * sizeof(T));
}

}  // namespace

TooManyTiles::TooManyTiles(std::int64_t columns, std::int64_t rows, std::uint32_t tiles)
    : std::invalid_argument(fmt::format(
          "expected at most {} tiles of {} x {} cells, found {} of {} x {} posts", max_terrain_tiles,
          HeightBlocks::tile_cells, HeightBlocks::tile_cells, tiles, columns, rows)),
      found{tiles}
{}

BlockLayout layout_of(std::int64_t columns, std::int64_t rows)
{
    if (columns < 2 || rows < 2)
        throw std::invalid_argument(
            fmt::format("expected at least 2 x 2 posts, found {} x {}", columns, rows));
    if (columns > max_terrain_posts || rows > max_terrain_posts)
        throw std::invalid_argument(
            fmt::format("expected at most {} posts a side, found {} x {}", max_terrain_posts, columns, rows));
    constexpr int tile = HeightBlocks::tile_level;
    BlockLayout layout;
    layout.columns = columns;
    layout.rows = rows;
    layout.tile_columns = tiles_along(columns);
    layout.tile_rows = tiles_along(rows);
    if (layout.tiles() > max_terrain_tiles) throw TooManyTiles(columns, rows, layout.tiles());
    const std::uint32_t side = std::bit_ceil(std::max(layout.tile_columns, layout.tile_rows));
    layout.top = tile + std::countr_zero(side);
    layout.slots = add_part<std::uint32_t>(layout, std::uint64_t{side} * side);
    for (int level = 0; level <= layout.top; ++level) {
        const std::uint64_t nodes = level < tile ? std::uint64_t{layout.tiles()} << (2 * (tile - level))
                                                 : std::uint64_t{1} << (2 * (layout.top - level));
        layout.maxima.at(static_cast<std::size_t>(level)) = add_part<float>(layout, nodes);
    }
    layout.blocks = add_part<HeightBlock>(layout, std::uint64_t{layout.tiles()} * HeightBlocks::tile_blocks);
    return layout;
}

HeightBlocks blocks_in(const BlockLayout& layout, std::span<const std::byte> memory,
                       const std::shared_ptr<const void>& owner)
{
    HeightBlocks blocks;
    blocks.columns = layout.columns;
    blocks.rows = layout.rows;
    blocks.top = layout.top;
    blocks.slots = part_of<std::uint32_t>(layout.slots, memory, owner);
    blocks.blocks = part_of<HeightBlock>(layout.blocks, memory, owner);
    for (std::size_t level = 0; level <= static_cast<std::size_t>(layout.top); ++level)
        blocks.maxima[level] = part_of<float>(layout.maxima[level], memory, owner);
    return blocks;
}

void copy_blocks(const HeightBlocks& blocks, const BlockLayout& layout, std::span<std::byte> memory)
{
    copy_part(blocks.slots, layout.slots, memory);
    copy_part(blocks.blocks, layout.blocks, memory);
    for (std::size_t level = 0; level <= static_cast<std::size_t>(layout.top); ++level)
        copy_part(blocks.maxima[level], layout.maxima[level], memory);
}

}  // namespace farfield::terrain
