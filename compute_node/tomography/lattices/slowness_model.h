#pragma once

#include "compute_node/tomography/lattices/lattice.h"

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include <cstddef>
#include <vector>

namespace farfield::tomography {

/// Slowness at the nodes of a lattice, trilinear between them.
struct SlownessModel {
    Lattice lattice;
    std::vector<float> slowness;  ///< [nodes], s/m; 0: blanked, no ray passes there

    /// Slowness at a position, s/m. Blanked corners are left out; 0 where all eight are blanked.
    [[nodiscard]] double at(glm::dvec3 position) const
    {
        const LatticeCell cell{lattice, position};
        double sum = 0.0, weight = 0.0;
        for (unsigned n = 0; n < 8; ++n) {
            const double value = slowness[lattice.index(cell.corner(n))];
            if (value > 0.0) sum += cell.weights[n] * value, weight += cell.weights[n];
        }
        return weight > 0.0 ? sum / weight : 0.0;
    }
};

/// Integral of slowness along the straight line between two positions, s: the midpoint rule with a piece for
/// each quarter of the spacing.
[[nodiscard]] inline double straight_time(const SlownessModel& model, glm::dvec3 from, glm::dvec3 to)
{
    const glm::dvec3 way = to - from;
    const double length = glm::length(way);
    const int pieces = 1 + static_cast<int>(4.0 * length / model.lattice.spacing);
    double sum = 0.0;
    for (int n = 0; n < pieces; ++n) sum += model.at(from + (n + 0.5) / pieces * way);
    return sum * length / pieces;
}

}  // namespace farfield::tomography
