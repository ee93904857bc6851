#pragma once

#include "compute_node/terrain/tree/height_blocks.h"

#include <algorithm>
#include <cstdint>
#include <span>

namespace farfield::terrain {

/// Posts along one axis of a terrain: the first, every step-th after it, and the last, however near.
struct PostSteps {
    std::int64_t first = 0;
    std::int64_t last = 0;  ///< after the first
    std::int64_t step = 1;

    [[nodiscard]] std::int64_t count() const { return (last - first + step - 1) / step + 1; }
    [[nodiscard]] std::int64_t at(std::int64_t i) const { return std::min(first + i * step, last); }
    friend bool operator==(const PostSteps&, const PostSteps&) = default;
};

/// A terrain's heights as viewers ask for them: tiles of a pyramid. A tile of level n takes every 2^n-th post
/// and spans up to 64 such steps along each side, so that its last column is the first of its neighbour.
struct HeightTile {
    static constexpr std::int64_t steps = 64;

    std::uint32_t level = 0;
    std::uint32_t column = 0;
    std::uint32_t row = 0;
};

struct TileCounts {
    std::uint32_t columns = 0;
    std::uint32_t rows = 0;
};

/// Number of levels, from 0 up to the one in which a single tile covers all posts.
[[nodiscard]] std::uint32_t height_tile_levels(std::int64_t columns, std::int64_t rows);
/// Numbers of tiles of a level.
[[nodiscard]] TileCounts height_tile_counts(std::int64_t columns, std::int64_t rows, std::uint32_t level);
[[nodiscard]] bool has_height_tile(std::int64_t columns, std::int64_t rows, const HeightTile& tile);

/// The posts of the n-th tile of a level along an axis of so many posts. The tile must exist.
[[nodiscard]] PostSteps steps_of_tile(std::uint32_t level, std::uint32_t n, std::int64_t posts);

/// Reads heights of some columns and rows. heights: [rows.count()][columns.count()], metres; NaN: none.
void read_heights(const HeightBlocks& terrain, const PostSteps& columns, const PostSteps& rows,
                  std::span<float> heights);

}  // namespace farfield::terrain
