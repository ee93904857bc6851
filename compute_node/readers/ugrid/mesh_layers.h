#pragma once

#include "compute_node/readers/common/levels.h"
#include "compute_node/readers/ugrid/mesh_variables.h"

#include <cstddef>

namespace farfield::compute {

/// The nodes that heights are wanted at: those of a mesh, and the layers of its velocity.
struct LayersWanted {
    const MeshFaces& faces;
    std::size_t nodes, time_step;
};

/// In this order: models' own heights (SCHISM's zcor, MPAS-Ocean's zMid, MPAS's zgrid, ICON's z_mc), heights
/// that the velocity names in "coordinates", CF's formulas (FVCOM's siglay with the depth h and the surface
/// zeta, too), a coordinate of the layers; else numbers. z is [layer][node] always.
[[nodiscard]] Levels layers_of(const NetcdfFiles& files, const MeshTopology& topology,
                               const MeshChoice& choice, const LayersWanted& wanted);

}  // namespace farfield::compute
