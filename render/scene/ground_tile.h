#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <glm/glm.hpp>

namespace farfield::render {

struct GroundVertex {
    glm::vec3 place{0.0F};  ///< metres, in the terrain's local frame
    glm::u8vec4 normal{0};  ///< components -1 to 1 as 0 to 255
};

/// A piece of ground as triangles. A skirt hangs from its edge and hides the gap to a neighbour of another
/// level. The vertices form a grid of (columns + 2) x (rows + 2), of which the outermost are the skirt's.
struct GroundShape {
    int columns = 0;  ///< number of posts in a row
    int rows = 0;
    std::vector<GroundVertex> vertices;
    /// Indices of vertices, three for a triangle; empty: all cells of the grid, as there are no holes.
    std::vector<std::uint16_t> triangles;
};

/// Coordinates of a tile's posts: x of each column, y of each row; both strictly monotonic and even.
struct GroundGrid {
    std::vector<float> x, y;
};

/// The most posts along a side, so that 16 bits can number the vertices.
inline constexpr int max_ground_side = 253;

/// Makes the shape of a tile. heights: [rows][columns], metres; NaN: a hole without triangles. skirt_metres:
/// depth of the skirt. Throws std::invalid_argument when counts do not match, or a side has fewer than 2
/// posts or more than max_ground_side.
[[nodiscard]] GroundShape make_ground_shape(const GroundGrid& grid, std::span<const float> heights,
                                            float skirt_metres);

/// The triangles of a grid of posts without holes, in cells of stride x stride.
[[nodiscard]] std::vector<std::uint16_t> grid_triangles(int columns, int rows, int stride);

/// A shape and its id. Tiles with equal ids must have equal shapes during the renderer's life.
struct GroundTile {
    std::uint64_t id = 0;
    std::shared_ptr<const GroundShape> shape;
};

}  // namespace farfield::render
