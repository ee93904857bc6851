#pragma once

#include "compute_node/terrain/tree/height_blocks.h"

#include <glm/vec2.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace farfield::terrain {

/// A cell's surface a + b x + c y + e x y, metres, x and y in [0, 1] from its first post.
struct BilinearCell {
    double a, b, c, e;

    [[nodiscard]] double height_at(double x, double y) const { return a + b * x + (c + e * x) * y; }
};

/// The surface between four posts: h10 is a column after h00, h01 a row.
[[nodiscard]] inline BilinearCell bilinear_cell_between(double h00, double h10, double h01, double h11)
{
    return {h00, h10 - h00, h01 - h00, h11 - h01 - h10 + h00};
}

/// The surface of a cell; empty where a post has no height, and off the terrain.
[[nodiscard]] inline std::optional<BilinearCell> bilinear_cell_at(const HeightBlocks& terrain,
                                                                  std::int64_t column, std::int64_t row)
{
    if (column < 0 || row < 0 || column >= terrain.columns - 1 || row >= terrain.rows - 1)
        return std::nullopt;
    const HeightBlock& block = terrain.block_at(column, row);
    const auto i = static_cast<std::size_t>(column % HeightBlock::cells);
    const auto j = static_cast<std::size_t>(row % HeightBlock::cells);
    const BilinearCell surface = bilinear_cell_between(block.heights[j][i], block.heights[j][i + 1],
                                                       block.heights[j + 1][i], block.heights[j + 1][i + 1]);
    if (std::isnan(surface.e)) return std::nullopt;
    return surface;
}

/// The ground's height at a place in columns and rows; NaN off the terrain and in holes. On an edge between
/// two posts, and on a post, other posts do not count.
[[nodiscard]] inline double ground_at(const HeightBlocks& terrain, glm::dvec2 post)
{
    if (!(post.x >= 0.0 && post.y >= 0.0 && post.x <= static_cast<double>(terrain.columns - 1) &&
          post.y <= static_cast<double>(terrain.rows - 1)))
        return std::numeric_limits<double>::quiet_NaN();
    const auto column = static_cast<std::int64_t>(post.x), row = static_cast<std::int64_t>(post.y);
    const double x = post.x - static_cast<double>(column), y = post.y - static_cast<double>(row);
    const std::int64_t right = x > 0.0 ? column + 1 : column, below = y > 0.0 ? row + 1 : row;
    return bilinear_cell_between(terrain.height_at(column, row), terrain.height_at(right, row),
                                 terrain.height_at(column, below), terrain.height_at(right, below))
        .height_at(x, y);
}

}  // namespace farfield::terrain
