#pragma once

#include "compute_node/readers/ugrid/mesh_variables.h"

#include <cstddef>
#include <string>
#include <vector>

namespace farfield::compute {

/// Heights of the layers of a mesh, or depths, or numbers where the file has neither.
struct MeshLayers {
    std::vector<double> z;  ///< [layer][node]
    std::string units;
    bool down = false;   ///< z counts downwards
    bool moves = false;  ///< with the surface
    std::string remark;
};

struct LayersWanted {
    std::size_t nodes, time_step;
};

/// By heights at the nodes (SCHISM's zcor, MPAS-Ocean's zMid, MPAS's zgrid), FVCOM's siglay with the depth h
/// and the surface zeta, or a coordinate of the layers.
[[nodiscard]] MeshLayers layers_of(const NetcdfFiles& files, const MeshTopology& topology,
                                   const MeshVariable& velocity, const LayersWanted& wanted);

}  // namespace farfield::compute
