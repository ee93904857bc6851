#include "compute_node/terrain/tree/height_blocks.h"

#include "compute_node/terrain/tree/z_curve.h"

namespace farfield::terrain {

std::uint32_t HeightBlocks::node_at(int level, std::uint32_t i, std::uint32_t j) const
{
    if (level >= tile_level) return static_cast<std::uint32_t>(z_curve(i, j));
    const int below = tile_level - level;
    const std::uint32_t slot = slots[z_curve(i >> below, j >> below)];
    const std::uint32_t within = (1U << below) - 1;
    return (slot << (2 * below)) | static_cast<std::uint32_t>(z_curve(i & within, j & within));
}

const HeightBlock& HeightBlocks::block_at(std::int64_t column, std::int64_t row) const
{
    return blocks[node_at(0, static_cast<std::uint32_t>(column) / HeightBlock::cells,
                          static_cast<std::uint32_t>(row) / HeightBlock::cells)];
}

const float& HeightBlocks::post_at(std::int64_t column, std::int64_t row) const
{
    // The last post may be the last of the last block, where no block of its own begins.
    const std::int64_t i = column == columns - 1 ? column - 1 : column;
    const std::int64_t j = row == rows - 1 ? row - 1 : row;
    const auto within = [](std::int64_t n) { return static_cast<std::size_t>(n % HeightBlock::cells); };
    const HeightBlock& block = block_at(i, j);
    return block.heights.at(within(j) + static_cast<std::size_t>(row - j))
        .at(within(i) + static_cast<std::size_t>(column - i));
}

std::uint64_t HeightBlocks::bytes() const
{
    std::uint64_t sum = blocks.size() * sizeof(HeightBlock) + slots.size() * sizeof(std::uint32_t);
    for (const FixedArray<float>& level : maxima) sum += level.size() * sizeof(float);
    return sum;
}

}  // namespace farfield::terrain
