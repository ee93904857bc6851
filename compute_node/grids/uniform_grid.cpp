#include "compute_node/grids/uniform_grid.h"

#include "compute_node/grids/trilinear.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace farfield::compute {

UniformGrid::UniformGrid(glm::ivec3 node_dims, glm::dvec3 first_node, glm::dvec3 spacing, glm::dvec3 zero)
    : dims{doubled(node_dims)}, origin{first_node - zero}, resident{glm::ivec3{0}, dims}
{
    for (int axis = 0; axis < 3; ++axis) {
        const bool flat = node_dims[axis] == 1;
        constexpr float unbounded = std::numeric_limits<float>::infinity();
        lo[axis] = flat ? -unbounded : origin[axis];
        // Computed as bounds are, so that a place on the face is within.
        const double last_node = first_node[axis] + spacing[axis] * (node_dims[axis] - 1);
        hi[axis] = flat ? unbounded : static_cast<float>(last_node - zero[axis]);
        inverse_spacing[axis] = flat ? 0.0F : static_cast<float>(1.0 / spacing[axis]);
    }
}

bool UniformGrid::locate(glm::vec3 position, CellCursor& cursor) const
{
    if (around.is_periodic()) position.x = around.wrapped(position.x);
    cursor.block = 0;
    for (int axis = 0; axis < 3; ++axis) {
        if (!(position[axis] >= lo[axis] && position[axis] <= hi[axis])) return false;
        const float q = (position[axis] - origin[axis]) * inverse_spacing[axis];
        cursor.cell[axis] = std::min(static_cast<int>(std::floor(q)), dims[axis] - 2);
        cursor.local[axis] = q - static_cast<float>(cursor.cell[axis]);
    }
    return true;
}

}  // namespace farfield::compute
