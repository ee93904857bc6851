#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <glm/glm.hpp>

namespace farfield::render {

struct GroundVertex {
    glm::vec3 place{0.0F};  ///< metres, in the terrain's local frame
    glm::u8vec4 normal{0};  ///< -1 to 1 as 0 to 255
};

/// A piece of ground as triangles. Round its edge hangs a skirt, which hides the gap to a neighbour of
/// another level. The vertices are a grid of (columns + 2) x (rows + 2), the outermost ones the skirt's.
struct GroundShape {
    int columns = 0;  ///< of posts
    int rows = 0;
    std::vector<GroundVertex> vertices;
    /// Of the vertices, three a triangle; empty: all cells of the grid, there are no holes.
    std::vector<std::uint16_t> triangles;
};

/// Where the posts of a tile lie: x of each column, y of each row. Both run evenly one way.
struct GroundGrid {
    std::vector<float> x, y;
};

/// The most posts along a side: so many vertices are numbered in 16 bits.
inline constexpr int max_ground_side = 253;

/// heights: [rows][columns], metres; NaN: a hole, of which no triangle is made. skirt_metres: how deep it
/// hangs. Throws std::invalid_argument where the counts do not match or a side has fewer than 2 posts or
/// more than max_ground_side.
[[nodiscard]] GroundShape make_ground_shape(const GroundGrid& grid, std::span<const float> heights,
                                            float skirt_metres);

/// The triangles of a grid of posts without holes, one cell of so many along each side.
[[nodiscard]] std::vector<std::uint16_t> grid_triangles(int columns, int rows, int stride);

/// A shape and its name: two tiles with the same id have the same shape, for as long as a renderer lives.
struct GroundTile {
    std::uint64_t id = 0;
    std::shared_ptr<const GroundShape> shape;
};

}  // namespace farfield::render
