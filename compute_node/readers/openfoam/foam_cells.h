#pragma once

#include "compute_node/grids/cells/polyhedron.h"
#include "compute_node/grids/search/cell_list.h"
#include "compute_node/readers/openfoam/foam_mesh.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace farfield::compute {

/// The points of each cell, each once: those of cell n are points[ends[n - 1]] to points[ends[n]].
struct FoamCellPoints {
    std::vector<std::size_t> ends;
    std::vector<std::uint32_t> points;
};

/// Puts a mesh's cells together from its faces: those with the faces of a tetrahedron, pyramid, wedge or
/// hexahedron are that; all others are cut as polyhedra. numbers: of the mesh's points, in all points, which
/// the cutter has. Returns the points of each cell. Threads: uses those of OpenMP.
[[nodiscard]] FoamCellPoints append_foam_cells(const FoamMesh& mesh, std::span<const std::uint32_t> numbers,
                                               const std::vector<glm::vec3>& all_points,
                                               PolyhedronCutter& cutter, CellList& cells);

}  // namespace farfield::compute
