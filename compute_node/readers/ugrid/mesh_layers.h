#pragma once

#include "compute_node/readers/common/levels.h"
#include "compute_node/readers/ugrid/mesh_variables.h"

#include <cstddef>

namespace farfield::compute {

/// The nodes at which heights are wanted: those of a mesh, on the layers of its velocity.
struct LayersWanted {
    const MeshFaces& faces;
    std::size_t nodes, time_step;
};

/// Levels of a mesh's layers, by the first there is of: models' own heights (SCHISM's zcor, MPAS-Ocean's
/// zMid, MPAS's zgrid, ICON's z_mc); heights that the velocity names in "coordinates"; CF's formulas (and
/// FVCOM's siglay, with depth h and surface zeta); a coordinate of the layers; numbers. z: [layer][node].
[[nodiscard]] Levels layers_of(const NetcdfFiles& files, const MeshTopology& topology,
                               const MeshChoice& choice, const LayersWanted& wanted);

}  // namespace farfield::compute
