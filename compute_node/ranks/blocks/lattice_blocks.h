#pragma once

#include "compute_node/fields/field.h"
#include "compute_node/grids/node_box.h"

#include <glm/vec3.hpp>

namespace farfield::compute {

/// A lattice with its cells cut into blocks of nearly equal size along z, or along y where
/// z has too few layers for all blocks and y has more. A block's nodes reach some cells into its neighbours,
/// so that a line that has just come over does not go back within the same step.
class LatticeBlocks {
public:
    /// Number of cells that a block holds beyond its own, on either side.
    static constexpr int shared_cells = 1;

    /// dims: nodes along each axis, 1 on a flat one. At most as many blocks are made as there are layers of
    /// cells; further ones stay empty. blocks: >= 1.
    LatticeBlocks(glm::ivec3 dims, int blocks);

    [[nodiscard]] int axis() const { return axis_; }
    [[nodiscard]] int size() const { return blocks_; }
    /// True for real parts; false where there are so few layers that block 0 holds all nodes.
    [[nodiscard]] bool are_parts() const;

    /// Nodes that a block holds, `more` cells beyond those on either side as far as the lattice goes. Flat
    /// axes are doubled, as grids have them. Empty for numbers beyond size().
    [[nodiscard]] NodeBox nodes_of(int block, int more = 0) const;
    /// The block that a cell belongs to.
    [[nodiscard]] int block_of_cell(glm::ivec3 cell) const;
    /// The block of the cell that a position lies in; depends on the position alone. 0 outside.
    [[nodiscard]] int block_of(const Grid& grid, glm::vec3 position) const;

private:
    [[nodiscard]] int first_cell(int block) const;

    glm::ivec3 dims_;  ///< nodes, flat axes doubled
    int axis_;
    int cells_;  ///< cells along the axis
    int blocks_;
};

/// Cuts the nodes of a box out of a lattice's, in the order of the box.
[[nodiscard]] Nodes cut_nodes(Nodes nodes, glm::ivec3 dims, const NodeBox& box);

}  // namespace farfield::compute
