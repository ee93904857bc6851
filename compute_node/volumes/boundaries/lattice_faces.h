#pragma once

#include "compute_node/volumes/boundaries/boundary_faces.h"

#include <cstddef>
#include <cstdint>

namespace farfield::compute {

/// The nodes of a quad across an axis from its lowest node, towards the lattice's higher indices or its lower
/// ones: counter-clockwise as seen from that side.
[[nodiscard]] BoundaryFace quad_across(const Lattice& lattice, int axis, glm::ivec3 lowest, bool upwards);

/// Appends the quads of a plane of nodes that `keep` accepts. The plane faces the lattice's
/// inside.
template <class Keep>
void append_plane(const Lattice& lattice, int axis, int index, const Keep& keep,
                  std::vector<BoundaryFace>& to)
{
    const int u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
    glm::ivec3 at{0};
    at[axis] = index;
    for (at[v] = 0; at[v] + 1 < lattice.dims[v]; ++at[v])
        for (at[u] = 0; at[u] + 1 < lattice.dims[u]; ++at[u]) {
            const BoundaryFace quad = quad_across(lattice, axis, at, index + 1 < lattice.dims[axis]);
            if (keep(at, quad)) to.push_back(quad);
        }
}

/// True when a block has one layer along an axis, which lattices double.
[[nodiscard]] bool is_flat_axis(const BoundarySource& source, std::size_t block, int axis);

}  // namespace farfield::compute
