#pragma once

#include <glm/vec3.hpp>

namespace farfield::compute {

/// Nodes of a lattice, one after the other along each axis; within it lie the cells between them.
struct NodeBox {
    glm::ivec3 first{0};
    glm::ivec3 dims{0};

    /// cell: by its lowest node, counted in the whole lattice.
    [[nodiscard]] bool contains_cell(glm::ivec3 cell) const
    {
        for (int axis = 0; axis < 3; ++axis)
            if (cell[axis] < first[axis] || cell[axis] + 1 >= first[axis] + dims[axis]) return false;
        return true;
    }
    bool operator==(const NodeBox&) const = default;
};

}  // namespace farfield::compute
