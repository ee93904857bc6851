#pragma once

#include "compute_node/grids/cells/cell_faces.h"
#include "compute_node/grids/cells/cell_list.h"
#include "compute_node/grids/cells/hexahedron.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace farfield::compute {

/// The data of a cell that a walk needs, in two cache lines: a walk is bound by memory, and the positions of
/// a hexahedron's corners would take eight more lines. Maps of all linear cells are trilinear; a quadratic
/// cell has the map of its corners, where a search begins.
struct alignas(64) WalkedCell {
    TrilinearMap map;
    std::array<std::int32_t, max_cell_sides> neighbours{};  ///< [side]; -1: nothing lies across it
    std::uint32_t first_point = 0;                          ///< index in the points of all cells
    CellKind kind = CellKind::Hexa;
};
static_assert(sizeof(WalkedCell) == 128);

/// Largest number of cells, so that a side's number fits in 32 bits.
inline constexpr std::uint64_t max_cells = 1U << 29U;

/// Cells that are ready to be searched.
struct IsoparametricMesh {
    std::vector<WalkedCell> cells;
    std::vector<std::uint32_t> points;  ///< of all cells, one after another: indices of positions
    std::vector<glm::vec3> positions;   ///< [nodes]; 0 along a flat axis
    int flat_axis = -1;                 ///< axis across which the mesh is flat, 0 to 2; -1: none
    std::uint64_t degenerate = 0;       ///< cells left out, since they have no volume
};

/// Takes the cells with a volume, or where there are none the flat ones, and finds neighbours: cells with a
/// side at the same positions, even if their points differ. Throws std::runtime_error when flat cells do not
/// lie in a plane x, y or z = const, and over max_cells.
[[nodiscard]] IsoparametricMesh connect_cells(std::vector<glm::vec3> points, const CellList& cells);

}  // namespace farfield::compute
