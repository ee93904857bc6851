#include "compute_node/fields/velocity_gradients.h"
#include "compute_node/parallel.h"

#include <glm/matrix.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace farfield::compute {

namespace {

/// Of the tetrahedra about each node.
struct Sums {
    std::vector<glm::mat3> gradients;  ///< times volume
    std::vector<float> volumes;
};

Sums sum_up(const TetrahedralGrid& grid, const std::vector<glm::vec3>& velocities)
{
    Sums sums{std::vector<glm::mat3>(velocities.size(), glm::mat3{0.0F}),
              std::vector<float>(velocities.size(), 0.0F)};
    for (std::size_t t = 0; t < grid.corners().size(); ++t) {
        // A flat mesh's slab has all of its points twice, with the same values.
        std::array<std::size_t, 4> nodes{};
        for (int c = 0; c < 4; ++c) nodes[c] = grid.corners()[t][c] % velocities.size();
        const glm::mat3& to_local = grid.tetrahedra()[t].to_local;
        const glm::vec3& first = velocities[nodes[0]];
        const glm::mat3 along_edges{velocities[nodes[1]] - first, velocities[nodes[2]] - first,
                                    velocities[nodes[3]] - first};
        const float volume = 1.0F / std::abs(glm::determinant(to_local));  // six times it
        const glm::mat3 gradient = volume * (along_edges * to_local);
        if (std::isnan(gradient[0][0] + gradient[1][1] + gradient[2][2])) continue;
        for (const std::size_t node : nodes) {
            sums.gradients[node] += gradient;
            sums.volumes[node] += volume;
        }
    }
    return sums;
}

}  // namespace

void visit_mesh_gradients(const GridData& data, const TetrahedralGrid& grid, const NodeValues& velocity,
                          const std::array<bool, 3>& flat, const GradientVisitor& visit)
{
    std::vector<glm::vec3> velocities(node_count(data));
    for (std::size_t n = 0; n < velocities.size(); ++n) velocities[n] = velocity_at(data, velocity, flat, n);
    const Sums sums = sum_up(grid, velocities);
    constexpr std::int64_t block = 4096;
    const auto nodes = static_cast<std::int64_t>(velocities.size());
    parallel_sum((nodes + block - 1) / block, 0, [&](std::int64_t b) {
        for (std::int64_t n = b * block; n < std::min(nodes, (b + 1) * block); ++n)
            if (sums.volumes[n] > 0.0F)
                visit(static_cast<std::size_t>(n), glm::dvec3{velocities[n]},
                      glm::dmat3{sums.gradients[n] / sums.volumes[n]});
        return 0;
    });
}

}  // namespace farfield::compute
