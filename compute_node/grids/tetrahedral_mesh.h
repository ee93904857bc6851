#pragma once

#include "compute_node/grids/cells/cell_list.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace farfield::compute {

/// The indices of four points.
using TetrahedronCorners = std::array<std::uint32_t, 4>;

/// The tetrahedra among a mesh's cells.
struct TetrahedralMesh {
    std::vector<TetrahedronCorners> corners;
    std::uint64_t degenerate = 0;  ///< tetrahedra left out, since they have no volume
};

/// Largest number of tetrahedra, so that a face's number (four to a tetrahedron) fits in 32 bits.
inline constexpr std::uint64_t max_tetrahedra = 1U << 30U;

/// Height over longest edge below which a tetrahedron has no volume: rounding makes as much.
inline constexpr double degenerate_thickness = 1e-7;

/// Takes the tetrahedra among the cells. Throws std::runtime_error over max_tetrahedra.
[[nodiscard]] TetrahedralMesh take_tetrahedra(const CellList& cells, const std::vector<glm::vec3>& points);

/// Neighbours of a tetrahedron. Number i lies across the face opposite its corner i; -1: none.
using Neighbours = std::array<std::int32_t, 4>;

/// Finds tetrahedra that share a face: one at the same positions, even if their points differ. Of more than
/// two tetrahedra at a face, the first two are neighbours.
[[nodiscard]] std::vector<Neighbours> neighbours_of(const std::vector<TetrahedronCorners>& tetrahedra,
                                                    const std::vector<glm::vec3>& points);

}  // namespace farfield::compute
