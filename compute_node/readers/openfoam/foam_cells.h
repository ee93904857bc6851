#pragma once

#include "compute_node/grids/cells/cell_list.h"
#include "compute_node/grids/polyhedron.h"
#include "compute_node/readers/openfoam/foam_mesh.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace farfield::compute {

/// The points of each cell, without repetition: cell n has points[ends[n - 1]] up to points[ends[n]].
struct FoamCellPoints {
    std::vector<std::size_t> ends;
    std::vector<std::uint32_t> points;
};

/// Puts a mesh's cells together from its faces: a cell with the faces of a tetrahedron, pyramid, wedge or
/// hexahedron becomes one; all others are cut as polyhedra. numbers: indices of the mesh's points in
/// all_points, which the cutter borrows. Returns the points of each cell. Threads: uses those of OpenMP.
[[nodiscard]] FoamCellPoints append_foam_cells(const FoamMesh& mesh, std::span<const std::uint32_t> numbers,
                                               const std::vector<glm::vec3>& all_points,
                                               PolyhedronCutter& cutter, CellList& cells);

}  // namespace farfield::compute
