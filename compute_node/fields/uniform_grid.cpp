#include "compute_node/fields/uniform_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace farfield::compute {

UniformGrid::UniformGrid(glm::ivec3 node_dims, glm::dvec3 first_node, glm::dvec3 spacing,
                         std::vector<Node> node_values)
    : dims{node_dims}, origin{first_node}, nodes{std::move(node_values)}
{
    for (int axis = 0; axis < 3; ++axis) {
        const bool flat = node_dims[axis] == 1;
        constexpr float unbounded = std::numeric_limits<float>::infinity();
        lo[axis] = flat ? -unbounded : origin[axis];
        hi[axis] =
            flat ? unbounded : static_cast<float>(first_node[axis] + spacing[axis] * (node_dims[axis] - 1));
        inverse_spacing[axis] = flat ? 0.0F : static_cast<float>(1.0 / spacing[axis]);
    }
    double_flat_axes(nodes, dims);
}

std::optional<Node> UniformGrid::sample(glm::vec3 position) const
{
    std::array<AxisCell, 3> cell;
    for (int axis = 0; axis < 3; ++axis) {
        if (!(position[axis] >= lo[axis] && position[axis] <= hi[axis])) return std::nullopt;
        const float q = (position[axis] - origin[axis]) * inverse_spacing[axis];
        const int index = std::min(static_cast<int>(std::floor(q)), dims[axis] - 2);
        cell[axis] = {index, q - static_cast<float>(index)};
    }
    return trilinear(nodes, dims, cell);
}

}  // namespace farfield::compute
