#include "bench/node/trace_reference.h"

#include "compute_node/support/parallel.h"

#include <glm/common.hpp>

#include <cmath>
#include <limits>

namespace farfield::node {

namespace {

const glm::dvec3 nowhere{std::numeric_limits<double>::quiet_NaN()};

glm::dvec3 velocity_at(const compute::UniformGrid& grid, const FixedArray<compute::Node>& nodes, glm::dvec3 p)
{
    const glm::dvec3 q = (p - glm::dvec3{grid.origin}) * glm::dvec3{grid.inverse_spacing};
    for (int axis = 0; axis < 3; ++axis)
        if (!(q[axis] >= 0.0 && q[axis] <= grid.dims[axis] - 1)) return nowhere;
    const glm::ivec3 cell = glm::min(glm::ivec3{glm::floor(q)}, grid.dims - 2);
    const glm::dvec3 f = q - glm::dvec3{cell};
    glm::dvec3 sum{0.0};
    for (int corner = 0; corner < 8; ++corner) {
        const glm::ivec3 side{corner & 1, corner >> 1 & 1, corner >> 2};
        const glm::dvec3 weight = glm::mix(1.0 - f, f, glm::dvec3{side});
        sum +=
            weight.x * weight.y * weight.z * glm::dvec3{nodes[compute::node_index(grid.dims, cell + side)]};
    }
    return sum;
}

}  // namespace

std::vector<glm::dvec3> reference_ends(const compute::Field& field, const compute::LineSeeds& seeds,
                                       double step, int steps)
{
    const auto& grid = std::get<compute::UniformGrid>(field.grid());
    std::vector<glm::dvec3> ends(seeds.size());
    parallel_sum(static_cast<std::int64_t>(seeds.size()), 0, [&](std::int64_t i) {
        glm::dvec3 p{seeds.x[i], seeds.y[i], seeds.z[i]};
        const auto v = [&](glm::dvec3 at) { return velocity_at(grid, field.nodes(), at); };
        for (int n = 0; n < steps; ++n) {
            const glm::dvec3 k1 = v(p), k2 = v(p + 0.5 * step * k1), k3 = v(p + 0.5 * step * k2);
            p += step / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + v(p + step * k3));
        }
        ends[i] = p;
        return 0;
    });
    return ends;
}

}  // namespace farfield::node
