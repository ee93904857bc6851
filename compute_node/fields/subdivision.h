#pragma once

#include "compute_node/fields/cell_list.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace farfield::compute {

/// Four points.
using TetrahedronCorners = std::array<std::uint32_t, 4>;

/// Cuts a cell into tetrahedra that fill it and appends them. Faces of four corners are cut along the
/// diagonal that begins at their smallest point, so that two cells that share a face cut it alike.
/// Source: Dompierre, Labbe, Vallet, Camarero, "How to subdivide pyramids, prisms and hexahedra into
/// tetrahedra", 1999. A hexahedron always gets six, where the paper sometimes finds five with the same faces.
/// Corners may coincide: what collapses is left out. kind: not a flat one.
void append_tetrahedra(CellKind kind, const std::uint32_t* corners,
                       std::vector<TetrahedronCorners>& tetrahedra);

/// The same for a flat cell, as a slab: its second face has the same points, each moved on by `points`.
void append_slab(CellKind kind, const std::uint32_t* corners, std::uint32_t points,
                 std::vector<TetrahedronCorners>& tetrahedra);

}  // namespace farfield::compute
