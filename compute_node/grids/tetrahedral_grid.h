#pragma once

#include "compute_node/grids/cells/hexahedron.h"
#include "compute_node/grids/search/cell_bins.h"
#include "compute_node/grids/search/cell_cursor.h"
#include "compute_node/grids/tetrahedral_mesh.h"
#include "compute_node/grids/trilinear.h"

#include <glm/mat3x3.hpp>

#include <cstdint>
#include <vector>

namespace farfield::compute {

/// The data of a tetrahedron that a walk needs, in one cache line: a walk is bound by memory, and corners'
/// positions would be four more lines a step. The price is 64 bytes a tetrahedron, where indices alone take
/// 32.
struct alignas(64) WalkedTetrahedron {
    glm::mat3 to_local;     ///< maps position - origin to barycentric coordinates 1 to 3
    glm::vec3 origin;       ///< position of corner 0
    Neighbours neighbours;  ///< [i]: across the face opposite corner i
};
static_assert(sizeof(WalkedTetrahedron) == 64);

/// A face of a tetrahedron, named by the corner opposite.
struct TetrahedronFace {
    int corner;
    float distance;  ///< barycentric coordinate of that corner; below 0 behind the face
};

/// The face that a place is nearest to, or farthest behind. local: barycentric coordinates 1 to 3.
[[nodiscard]] inline TetrahedronFace nearest_face(glm::vec3 local)
{
    TetrahedronFace nearest{0, 1.0F - (local.x + local.y + local.z)};
    for (int corner = 1; corner < 4; ++corner) {
        const float distance = local[corner - 1];
        nearest.corner = distance < nearest.distance ? corner : nearest.corner;
        nearest.distance = distance < nearest.distance ? distance : nearest.distance;
    }
    return nearest;
}

/// An unstructured mesh of tetrahedra. A point is found by walking from the last
/// tetrahedron to the neighbour across the face that the point lies farthest behind; seeds, and points that
/// a walk loses at the boundary, go through an index of the tetrahedra's bounds.
/// Tetrahedra with an invalid node are invalid. They may overlap; the first valid one holding a seed is
/// taken. Nodes that go with the grid: one a point.
class TetrahedralGrid {
public:
    TetrahedralGrid() = default;  ///< a grid without a cell
    /// Takes the tetrahedra among the cells. Throws std::runtime_error when none has a volume.
    TetrahedralGrid(const std::vector<glm::vec3>& points, const CellList& cells);

    /// Moves the cursor to a tetrahedron that holds the position and in which the nodes are valid; false when
    /// there is none.
    [[nodiscard]] bool find(glm::vec3 position, const Node* nodes, CellCursor& cursor) const;

    /// Finds a tetrahedron by the index, without a previous one: the first in which the nodes are valid or,
    /// where nodes is null, the first of all.
    [[nodiscard]] bool locate(glm::vec3 position, const Node* nodes, CellCursor& cursor) const;

    /// Walks from the cursor's tetrahedron to the one that holds the position, valid or not; false when the
    /// way leads through the boundary or is longer than max_walk.
    [[nodiscard]] bool walk(glm::vec3 position, CellCursor& cursor) const
    {
        for (int step = 0; step < max_walk; ++step) {
            const WalkedTetrahedron& t = tetrahedra_[cursor.cell.x];
            cursor.local = t.to_local * (position - t.origin);
            const auto [side, distance] = nearest_face(cursor.local);
            if (distance >= -cell_tolerance) return true;
            if (t.neighbours[side] < 0 || !(distance < 0.0F)) return false;  // the boundary, or no number
            cursor.cell.x = t.neighbours[side];
        }
        return false;
    }

    /// Walks as walk() does, but from a cursor that may know no tetrahedron: false then.
    [[nodiscard]] bool walk_to(glm::vec3 position, CellCursor& cursor) const
    {
        return cursor.block >= 0 && walk(position, cursor);
    }

    /// The nodes' values at the cursor's local coordinates.
    [[nodiscard]] Node interpolate(const Node* nodes, const CellCursor& cursor) const
    {
        const TetrahedronCorners& c = corners_[cursor.cell.x];
        const Node& first = nodes[c[0]];
        return first + cursor.local.x * (nodes[c[1]] - first) + cursor.local.y * (nodes[c[2]] - first) +
               cursor.local.z * (nodes[c[3]] - first);
    }

    /// 1 over the time in which a velocity takes a point from one face or corner of the cursor's tetrahedron
    /// to the other.
    [[nodiscard]] float crossing_rate(const CellCursor& cursor, glm::vec3 velocity) const;

    [[nodiscard]] const FixedArray<WalkedTetrahedron>& tetrahedra() const { return tetrahedra_; }
    [[nodiscard]] const FixedArray<TetrahedronCorners>& corners() const { return corners_; }
    /// Number of tetrahedra that were left out, since they have no volume.
    [[nodiscard]] std::uint64_t degenerate() const { return degenerate_; }

    /// Serialisation: visits all members.
    template <class Parts>
    void parts(Parts& with)
    {
        with(tetrahedra_, corners_, degenerate_, bins_);
    }

private:
    /// Steps of a walk before the index is used; a stage of a particle crosses a few tetrahedra at most. A
    /// walk among tetrahedra that overlap might never end by itself.
    static constexpr int max_walk = 64;

    void add_tetrahedra(const std::vector<glm::vec3>& points, const std::vector<Neighbours>& neighbours);
    void index(const std::vector<glm::vec3>& points);

    FixedArray<WalkedTetrahedron> tetrahedra_;
    FixedArray<TetrahedronCorners> corners_;
    std::uint64_t degenerate_ = 0;
    CellBins bins_;
};

}  // namespace farfield::compute
