#pragma once

#include "compute_node/grids/cells/cell_list.h"
#include "compute_node/grids/cells/hexahedron.h"
#include "compute_node/grids/cells/isoparametric_mesh.h"
#include "compute_node/grids/search/cell_bins.h"
#include "compute_node/grids/search/cell_cursor.h"
#include "compute_node/grids/trilinear.h"
#include "compute_node/support/fixed_array.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace farfield::compute {

/// An unstructured mesh of any cells, each with its isoparametric map: the shape functions blend the
/// positions of a cell's points, and likewise their values. The place of a position within a cell is found by
/// Newton's method; if it is outside, the search goes on across the side that it exceeds most. Seeds, and
/// points that a walk loses, go through an index of the cells' bounds. Cells with an invalid node are
/// invalid. Cells may overlap; the first valid one holding a seed is taken. Flat cells count only in a mesh
/// without others, which lies in a plane: the coordinate across it is ignored. Nodes that go with the grid:
/// one for each point.
class IsoparametricGrid {
public:
    IsoparametricGrid() = default;  ///< a grid without a cell
    /// Throws std::runtime_error when flat cells alone do not lie in a plane x, y or z = const, when no cell
    /// has a volume (flat cells: an area), and when there are more than max_cells cells.
    IsoparametricGrid(std::vector<glm::vec3> points, const CellList& cells);

    /// Moves the cursor to a cell that holds the position and in which the nodes are valid; false when there
    /// is none.
    [[nodiscard]] bool find(glm::vec3 position, const Node* nodes, CellCursor& cursor) const;

    /// Finds a cell by the index, without a previous cell: the first one in which the nodes are valid, or,
    /// where nodes is null, the first of all.
    [[nodiscard]] bool locate(glm::vec3 position, const Node* nodes, CellCursor& cursor) const;

    /// Moves a cursor, which need not know a cell, to the cell that holds the position, valid or not; false
    /// when the way leads through the boundary or is longer than max_walk.
    [[nodiscard]] bool walk_to(glm::vec3 position, CellCursor& cursor) const;

    /// True when the cursor's cell holds the position, which is 0 along a flat axis. Sets the cursor to the
    /// place in the cell, or to one past the side that it exceeds.
    [[nodiscard]] bool look(glm::vec3 position, CellCursor& cursor) const;

    /// Moves the cursor across the side that the position exceeds most, after look() for it; false when there
    /// is no neighbour.
    [[nodiscard]] bool step(glm::vec3 position, CellCursor& cursor) const;

    /// The nodes' values at the cursor's local coordinates.
    [[nodiscard]] Node interpolate(const Node* nodes, const CellCursor& cursor) const;

    /// 1 over the time in which a velocity at the cursor's place crosses its cell.
    [[nodiscard]] float crossing_rate(const CellCursor& cursor, glm::vec3 velocity) const;

    [[nodiscard]] const FixedArray<WalkedCell>& cells() const { return cells_; }
    /// The points of a cell, as in CellList.
    [[nodiscard]] std::span<const std::uint32_t> points_of(std::size_t cell) const
    {
        const WalkedCell& of = cells_[cell];
        return {points_.data() + of.first_point, point_count(of.kind)};
    }
    /// Number of cells that were left out, since they have no volume.
    [[nodiscard]] std::uint64_t degenerate() const { return degenerate_; }
    /// The axis across which the mesh is flat, 0 to 2, or -1. Positions count as 0 on it.
    [[nodiscard]] int flat_axis() const { return flat_axis_; }

    /// Serialisation: visits all members.
    template <class Parts>
    void parts(Parts& with)
    {
        with(cells_, points_, positions_, degenerate_, flat_axis_, bins_);
    }

private:
    /// Steps of a walk before the index is used; a stage of a particle crosses a few cells at most. A walk
    /// among cells that overlap or are folded might never end by itself.
    static constexpr int max_walk = 64;

    [[nodiscard]] LocalPoint invert(const WalkedCell& cell, glm::vec3 position, glm::vec3 start) const;
    [[nodiscard]] LocalPoint invert_quadratic(const WalkedCell& cell, glm::vec3 position,
                                              glm::vec3 start) const;
    void index_cells(const IsoparametricMesh& mesh);

    FixedArray<WalkedCell> cells_;
    FixedArray<std::uint32_t> points_;  ///< of all cells, one after another
    FixedArray<glm::vec3> positions_;   ///< [nodes]; none where no cell is quadratic
    std::uint64_t degenerate_ = 0;
    int flat_axis_ = -1;
    CellBins bins_;
};

}  // namespace farfield::compute
