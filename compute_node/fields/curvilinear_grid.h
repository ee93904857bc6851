#pragma once

#include "compute_node/fields/bounds.h"
#include "compute_node/fields/cell_bins.h"
#include "compute_node/fields/hexahedron.h"
#include "compute_node/fields/trilinear.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace farfield::compute {

/// Where a particle was last found, so that the next search begins next to it.
struct CellCursor {
    std::int32_t block = -1;  ///< -1: not found yet
    glm::ivec3 cell{0};
    glm::vec3 local{0.5F};
};

/// A field on one or several blocks of hexahedra. A point is found by walking from the last cell; only seeds,
/// and points that a walk loses at a block's face, go through an index of cell bounds.
/// Cells with an invalid corner are invalid. Blocks may overlap; the lowest valid cell holding a seed is
/// taken.
class CurvilinearGrid {
public:
    struct Vertex {
        glm::vec4 position{0.0F};  ///< w unused: two vertices along i fill a cache line
        Node value{0.0F};
    };
    struct Block {
        glm::ivec3 dims{0};            ///< nodes, >= 2 each: flat axes are doubled
        std::size_t first_vertex = 0;  ///< in the array of all blocks
    };

    /// points, nodes: of all blocks, one after another, i fastest. Throws std::runtime_error for a block with
    /// one layer that does not lie in a plane x, y or z = const.
    CurvilinearGrid(const std::vector<glm::ivec3>& block_dims, const std::vector<glm::vec3>& points,
                    const std::vector<Node>& nodes);

    /// The field at a position; the cursor is where the search begins and is moved to where it ends.
    /// Nothing outside the domain; NaN or nothing in an invalid cell.
    [[nodiscard]] std::optional<Node> sample(glm::vec3 position, CellCursor& cursor) const;

    /// Finds the cell from nothing, by the index.
    [[nodiscard]] bool locate(glm::vec3 position, CellCursor& cursor) const;

    [[nodiscard]] const std::vector<Block>& blocks() const { return blocks_; }
    /// The lowest corner of a cell; its neighbours along y and z lie one and the product of two dims further.
    [[nodiscard]] const Vertex* first_corner(const CellCursor& cursor) const
    {
        const Block& block = blocks_[cursor.block];
        const std::size_t row = cursor.cell.y + static_cast<std::size_t>(block.dims.y) * cursor.cell.z;
        return vertices_.data() + block.first_vertex + cursor.cell.x + row * block.dims.x;
    }
    /// The field at the cursor's local coordinates.
    [[nodiscard]] Node interpolate(const CellCursor& cursor) const;
    /// The axis along which the grid has one layer, 0 to 2, or -1, and where on it the layer lies.
    [[nodiscard]] int flat_axis() const { return flat_axis_; }
    [[nodiscard]] float flat_position() const { return flat_position_; }

    /// Where a node lies; on the plane itself for a grid of one layer.
    [[nodiscard]] glm::vec3 position_of(std::size_t block, glm::ivec3 node) const;

private:
    enum class Walk { Found, Lost };

    void add_block(glm::ivec3 dims, const glm::vec3* points, const Node* nodes);
    void flatten(std::vector<Vertex>& vertices, glm::ivec3 before);
    void index_cells();
    [[nodiscard]] Walk walk(glm::vec3 position, CellCursor& cursor) const;
    [[nodiscard]] Hexahedron corners_about(glm::vec3 position, const CellCursor& cursor) const;

    std::vector<Block> blocks_;
    std::vector<Vertex> vertices_;
    int flat_axis_ = -1;
    float flat_position_ = 0.0F;
    CellBins bins_;
};

}  // namespace farfield::compute
