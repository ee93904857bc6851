#pragma once

#include "compute_node/terrain/height_blocks.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace farfield::compute {

/// A cell's surface a + b x + c y + e x y, metres, x and y in [0, 1] from its first post.
struct Patch {
    double a, b, c, e;

    [[nodiscard]] double height_at(double x, double y) const { return a + b * x + (c + e * x) * y; }
};

/// Nothing where a post has no height, and off the terrain.
[[nodiscard]] inline std::optional<Patch> patch_at(const HeightBlocks& terrain, std::int64_t column,
                                                   std::int64_t row)
{
    if (column < 0 || row < 0 || column >= terrain.columns - 1 || row >= terrain.rows - 1)
        return std::nullopt;
    const HeightBlock& block = terrain.block_at(column, row);
    const auto i = static_cast<std::size_t>(column % HeightBlock::cells);
    const auto j = static_cast<std::size_t>(row % HeightBlock::cells);
    const double h00 = block.heights[j][i], h10 = block.heights[j][i + 1];
    const double h01 = block.heights[j + 1][i], h11 = block.heights[j + 1][i + 1];
    const Patch patch{h00, h10 - h00, h01 - h00, h11 - h01 - h10 + h00};
    if (std::isnan(patch.e)) return std::nullopt;
    return patch;
}

/// The height of the surface at a place in columns and rows; NaN off the terrain and in holes. On the line
/// between cells, and at a post, there is a surface where one of them has one.
[[nodiscard]] inline double surface_height(const HeightBlocks& terrain, double x, double y)
{
    constexpr double far_off = 1e9;  // beyond any terrain, and yet an integer
    const double i = std::floor(x), j = std::floor(y);
    for (const double row : {j, j - 1.0})
        for (const double column : {i, i - 1.0}) {
            if (!(x - column <= 1.0 && y - row <= 1.0)) continue;
            if (column < -1.0 || row < -1.0 || column > far_off || row > far_off) continue;
            const auto patch =
                patch_at(terrain, static_cast<std::int64_t>(column), static_cast<std::int64_t>(row));
            if (patch) return patch->height_at(x - column, y - row);
        }
    return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace farfield::compute
