#pragma once

#include "compute_node/grids/bounds.h"
#include "compute_node/grids/cells/hexahedron.h"
#include "compute_node/grids/search/cell_bins.h"
#include "compute_node/grids/trilinear.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace farfield::compute {

/// A curvilinear grid of one or several blocks of hexahedra. A point is found by walking from the last
/// cell; only seeds, and points that a walk loses at a block's face, go through an index of cell bounds.
/// Cells with an invalid corner are invalid. Blocks may overlap; the lowest valid cell holding a seed is
/// taken.
/// Nodes that go with the grid: those of all blocks, one after another, i fastest, flat axes doubled.
class CurvilinearGrid {
public:
    struct Block {
        glm::ivec3 dims{0};          ///< nodes, >= 2 each: flat axes are doubled
        std::size_t first_node = 0;  ///< index in the nodes of all blocks
    };

    CurvilinearGrid() = default;  ///< a grid without a cell
    /// points: of all blocks, one after another, i fastest. blanked: in the same order, 1 = blanked, or
    /// empty; cells with a blanked corner are not indexed. Throws std::runtime_error for a block with one
    /// layer that does not lie in a plane x, y or z = const.
    CurvilinearGrid(const std::vector<glm::ivec3>& block_dims, const std::vector<glm::vec3>& points,
                    const std::vector<std::uint8_t>& blanked = {});

    /// Moves the cursor to a cell that holds the position and in which the nodes are valid; false when there
    /// is none.
    [[nodiscard]] bool find(glm::vec3 position, const Node* nodes, CellCursor& cursor) const;

    /// Moves the cursor, which knows a cell, to the one of the same block that holds the position, valid or
    /// not; false when the walk leaves the block.
    [[nodiscard]] bool walk_to(glm::vec3 position, CellCursor& cursor) const;

    /// Finds a cell by the index, without a previous cell: the lowest in which the nodes are valid or, where
    /// nodes is null, the lowest of all.
    [[nodiscard]] bool locate(glm::vec3 position, const Node* nodes, CellCursor& cursor) const;

    [[nodiscard]] const std::vector<Block>& blocks() const { return blocks_; }
    /// Index of a cell's lowest corner; neighbours along y and z lie dims.x and dims.x * dims.y further.
    [[nodiscard]] std::size_t first_node(const CellCursor& cursor) const
    {
        const Block& block = blocks_[cursor.block];
        return block.first_node + node_index(block.dims, cursor.cell);
    }
    /// [nodes], w unused: two nodes along i come in one 256-bit load.
    [[nodiscard]] const FixedArray<glm::vec4>& positions() const { return positions_; }
    /// The nodes' values at the cursor's local coordinates.
    [[nodiscard]] Node interpolate(const Node* nodes, const CellCursor& cursor) const
    {
        return trilinear(nodes + first_node(cursor), blocks_[cursor.block].dims, cursor.local);
    }
    /// 1 over the time in which a velocity at the cursor's place crosses its cell.
    [[nodiscard]] float crossing_rate(const CellCursor& cursor, glm::vec3 velocity) const;
    /// The axis along which the grid has one layer, 0 to 2, or -1, and the layer's coordinate on it.
    [[nodiscard]] int flat_axis() const { return flat_axis_; }
    [[nodiscard]] float flat_position() const { return flat_position_; }

    /// The position of a node; on the plane itself for a grid of one layer.
    [[nodiscard]] glm::vec3 position_of(std::size_t block, glm::ivec3 node) const;

    /// Serialisation: visits all members.
    template <class Parts>
    void parts(Parts& with)
    {
        with(blocks_, positions_, flat_axis_, flat_position_, bins_);
    }

private:
    enum class Walk { Found, Lost };

    void add_block(glm::ivec3 dims, const glm::vec3* points, std::vector<glm::vec4>& all);
    void flatten(std::vector<glm::vec4>& positions, glm::ivec3 before);
    void index_cells(const std::vector<std::uint8_t>& blanked);
    [[nodiscard]] Walk walk(glm::vec3 position, CellCursor& cursor) const;
    [[nodiscard]] Hexahedron corners_about(glm::vec3 position, const CellCursor& cursor) const;

    std::vector<Block> blocks_;
    FixedArray<glm::vec4> positions_;
    int flat_axis_ = -1;
    float flat_position_ = 0.0F;
    CellBins bins_;
};

}  // namespace farfield::compute
