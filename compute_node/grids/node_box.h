#pragma once

#include <glm/vec3.hpp>

namespace farfield::compute {

/// A box of nodes of a lattice, consecutive along each axis; it contains the cells between them.
struct NodeBox {
    glm::ivec3 first{0};
    glm::ivec3 dims{0};

    /// True when all corners of a cell are in the box. cell: its lowest node, counted in the whole lattice.
    [[nodiscard]] bool contains_cell(glm::ivec3 cell) const
    {
        for (int axis = 0; axis < 3; ++axis)
            if (cell[axis] < first[axis] || cell[axis] + 1 >= first[axis] + dims[axis]) return false;
        return true;
    }
    bool operator==(const NodeBox&) const = default;
};

}  // namespace farfield::compute
