#pragma once

#include "compute_node/fields/cell_list.h"
#include "compute_node/fields/subdivision.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace farfield::compute {

/// The tetrahedra of a mesh's cells.
struct TetrahedralMesh {
    std::vector<TetrahedronCorners> corners;
    std::vector<std::uint32_t> first_of_cell;  ///< ascending; of the cells that have any
    std::uint64_t degenerate = 0;              ///< left out, for they have no volume
};

/// No more than this, so that a face's number (four to a tetrahedron) fits in 32 bits.
inline constexpr std::uint64_t max_tetrahedra = 1U << 30U;

/// Thinner than this part of its longest edge, a tetrahedron has no volume: rounding makes as much.
inline constexpr double degenerate_thickness = 1e-7;

/// Where a mesh's points lie. Of a flat mesh: both faces of its slab, one after the other.
struct MeshPoints {
    explicit MeshPoints(std::vector<glm::vec3> at, bool is_slab = false);

    std::vector<glm::vec3> positions;
    std::vector<std::uint32_t>
        places;  ///< equal for points at the same place: who shares a face goes by these
    bool slab = false;
};

/// Cuts the flat cells when the points are a slab's, and else all others. Throws std::runtime_error over
/// max_tetrahedra.
[[nodiscard]] TetrahedralMesh cut_cells(const CellList& cells, const MeshPoints& points);

/// Neighbour i of a tetrahedron lies across the face opposite its corner i; -1: nothing does.
using Neighbours = std::array<std::int32_t, 4>;

/// Finds who shares which face. Of faces that more than two share, the first two are neighbours.
[[nodiscard]] std::vector<Neighbours> neighbours_of(const std::vector<TetrahedronCorners>& tetrahedra,
                                                    const MeshPoints& points);

}  // namespace farfield::compute
