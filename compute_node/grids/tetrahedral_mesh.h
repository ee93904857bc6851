#pragma once

#include "compute_node/grids/search/cell_list.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace farfield::compute {

/// Four points.
using TetrahedronCorners = std::array<std::uint32_t, 4>;

/// The tetrahedra among a mesh's cells.
struct TetrahedralMesh {
    std::vector<TetrahedronCorners> corners;
    std::uint64_t degenerate = 0;  ///< left out, for they have no volume
};

/// No more than this, so that a face's number (four to a tetrahedron) fits in 32 bits.
inline constexpr std::uint64_t max_tetrahedra = 1U << 30U;

/// Thinner than this part of its longest edge, a tetrahedron has no volume: rounding makes as much.
inline constexpr double degenerate_thickness = 1e-7;

/// Throws std::runtime_error over max_tetrahedra.
[[nodiscard]] TetrahedralMesh take_tetrahedra(const CellList& cells, const std::vector<glm::vec3>& points);

/// Neighbour i of a tetrahedron lies across the face opposite its corner i; -1: nothing does.
using Neighbours = std::array<std::int32_t, 4>;

/// Finds which share a face: one at the same places, whatever their points. Of faces that more than two
/// share, the first two are neighbours.
[[nodiscard]] std::vector<Neighbours> neighbours_of(const std::vector<TetrahedronCorners>& tetrahedra,
                                                    const std::vector<glm::vec3>& points);

}  // namespace farfield::compute
