#include "compute_node/fields/velocity_gradients.h"

#include <cmath>
#include <limits>

namespace farfield::compute {

void visit_gradients(const GridData& data, const Grid& grid, const NodeValues& velocity,
                     const std::array<bool, 3>& flat, const GradientVisitor& visit)
{
    if (std::holds_alternative<UnstructuredGeometry>(data.geometry))
        visit_mesh_gradients(data, grid, velocity, flat, visit);
    else
        visit_lattice_gradients(data, velocity, flat, visit);
}

glm::dvec3 velocity_at(const GridData& data, const NodeValues& velocity, const std::array<bool, 3>& flat,
                       std::size_t node)
{
    const bool is_blanked = !data.blanked.empty() && data.blanked[node] != 0;
    glm::dvec3 v{0.0};
    bool valid = !is_blanked;
    for (int axis = 0; axis < 3; ++axis) {
        const float component = velocity.values[3 * node + axis];
        valid = valid && std::isfinite(component);
        if (!flat[axis]) v[axis] = component;
    }
    return valid ? v : glm::dvec3{std::numeric_limits<double>::quiet_NaN()};
}

}  // namespace farfield::compute
