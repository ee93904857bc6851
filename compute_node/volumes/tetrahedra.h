#pragma once

#include "compute_node/grids/isoparametric_grid.h"
#include "compute_node/grids/tetrahedral_mesh.h"

#include <glm/vec3.hpp>

#include <cstddef>
#include <vector>

namespace farfield::compute {

/// The tetrahedra that a mesh's cells with a volume are cut into. A linear cell is a cone from its
/// lowest-numbered corner over its other faces, and a face with four corners is cut from its lowest-numbered
/// one. The cut of a face so depends on its corners alone, and both of its cells agree: Dompierre, Labbe,
/// Vallet, Camarero, "How to Subdivide Pyramids, Prisms, and Hexahedra into Tetrahedra", 8th International
/// Meshing Roundtable, 1999. The corners of a quadratic cell are cut off through the middles of their edges,
/// and the rest is a cone from the lowest-numbered of these, for a tetrahedron from an end of its shortest
/// diagonal; a cell with nodes in the middle of its quads is cut into eight first. Both cells of a face agree
/// there, too. points: the grid's.
[[nodiscard]] std::vector<TetrahedronCorners> cut_into_tetrahedra(const IsoparametricGrid& grid,
                                                                  const std::vector<glm::vec3>& points);

/// The same tetrahedra in the order of their middles' Morton codes (30 bits), with equal codes in the given
/// order; two corners of inverted ones are swapped.
[[nodiscard]] std::vector<TetrahedronCorners> along_z_curve(std::vector<TetrahedronCorners> tetrahedra,
                                                            const std::vector<glm::vec3>& points);

/// The number of a point among a cell's by its place in the cell's own coordinates; point_count(kind) where
/// the cell has none there.
[[nodiscard]] std::size_t point_at(CellKind kind, glm::vec3 place);

/// The number of the point in the middle of a quadratic cell's edge between two of its corners.
[[nodiscard]] std::size_t middle_point(CellKind kind, std::size_t a, std::size_t b);

}  // namespace farfield::compute
