#pragma once

#include "compute_node/grids/cells/cell_kind.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstdint>
#include <span>

namespace farfield::compute {

// A cell has up to six sides, in this order: r = 0, s = 0, t = 0, r = 1 (of a triangle and a wedge r + s = 1,
// of a tetrahedron r + s + t = 1), s = 1, t = 1. A flat cell has edges where others have faces.
inline constexpr std::size_t max_cell_sides = 6;

/// The corners of each side, as indices of the cell's points; -1 behind the last corner, and where there is
/// no such side.
using CellSides = std::array<std::array<std::int8_t, 4>, max_cell_sides>;
[[nodiscard]] const CellSides& sides_of(CellKind kind);

/// The side beyond which a place in a cell's own coordinates lies farthest.
struct Exit {
    int side = -1;        ///< -1: the place is not a number
    float beyond = 0.0F;  ///< distance in cell widths; below 0 inside
};
[[nodiscard]] Exit exit_of(CellKind kind, glm::vec3 local);

/// 1 over the time in which a velocity along r, s and t leads from one side or corner of a cell to the other.
[[nodiscard]] float crossing_rate_of(CellKind kind, glm::vec3 local, glm::vec3 local_velocity);

}  // namespace farfield::compute
