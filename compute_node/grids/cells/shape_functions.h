#pragma once

#include "compute_node/grids/cells/cell_kind.h"

#include <glm/vec3.hpp>

#include <array>
#include <span>

namespace farfield::compute {

// A cell's own coordinates r, s and t are VTK's: quads, hexahedra and pyramids fill the unit square or cube,
// a pyramid's tip being all of t = 1; triangles are r, s >= 0, r + s <= 1, wedges that times 0 <= t <= 1, and
// tetrahedra r, s, t >= 0, r + s + t <= 1. Of flat cells t counts for nothing.

/// Positions of a cell's points in its own coordinates: [point_count(kind)].
[[nodiscard]] std::span<const glm::vec3> node_places(CellKind kind);

/// A place well inside a cell, in its own coordinates.
[[nodiscard]] glm::vec3 middle_of(CellKind kind);

/// The weights of a cell's points at a place: [point_count(kind)]; further elements are unset.
using ShapeWeights = std::array<float, max_cell_points>;
/// The weights, and their derivatives along r, s and t.
struct ShapeSlopes {
    ShapeWeights weights;
    std::array<glm::vec3, max_cell_points> slopes;
};

/// Shape functions: 1 at a node and 0 at all others, together 1 everywhere.
/// Source: Zienkiewicz, Taylor, Zhu, "The Finite Element Method", 6th ed. 2005, sections 4.6 (serendipity),
/// 4.5 and 4.9 (Lagrange), 4.7 and 4.10 (triangles, tetrahedra) and 4.11 (wedges); the quadratic pyramid is a
/// serendipity hexahedron with its upper face shrunk to a point, as documented for vtkQuadraticPyramid.
[[nodiscard]] ShapeWeights shape_functions(CellKind kind, glm::vec3 local);
[[nodiscard]] ShapeSlopes shape_slopes(CellKind kind, glm::vec3 local);

}  // namespace farfield::compute
