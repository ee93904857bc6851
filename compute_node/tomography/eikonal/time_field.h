#pragma once

#include "compute_node/tomography/eikonal/padded_lattice.h"
#include "compute_node/tomography/lattices/lattice.h"

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include <cstddef>

namespace farfield::tomography {

/// First-arrival times of one source at the nodes of a lattice, kept as T0 + tau: T0 = distance from the
/// source times the slowness at the source, which is exact, and tau, which is smooth.
/// Ownership: borrows all arrays.
struct TimeField {
    const Lattice& lattice;
    const PaddedLattice& padded;
    const float* rest;  ///< tau; [padded nodes], `stride` floats apart
    std::size_t stride;
    glm::dvec3 source;       ///< metres
    double source_slowness;  ///< s/m

    [[nodiscard]] double rest_at(glm::ivec3 node) const { return rest[padded.index(node) * stride]; }
    [[nodiscard]] double time_at_node(glm::ivec3 node) const
    {
        return rest_at(node) + source_slowness * glm::distance(lattice.position(node), source);
    }
    /// True when a wave has reached a node: not blanked, and not enclosed by such nodes.
    [[nodiscard]] bool is_reached(glm::ivec3 node) const;
    /// Time at any position in the box, s; tau is cubic along each axis (Lagrange), or trilinear where one of
    /// the nodes that this needs is not reached. NaN where no node around it is reached.
    [[nodiscard]] double time_at(glm::dvec3 position) const;
    /// Gradient of the time, s/m, from differences of tau at the nodes around a position; 0 where no node
    /// around it is reached.
    [[nodiscard]] glm::dvec3 gradient_at(glm::dvec3 position) const;
};

}  // namespace farfield::tomography
