#include "compute_node/fields/tetrahedral_grid.h"

#include "compute_node/large_pages.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

bool has_volume(const CellList& cells)
{
    return std::any_of(cells.kinds.begin(), cells.kinds.end(), [](CellKind kind) { return !is_flat(kind); });
}

/// Widened by the tetrahedra's tolerance, so that the bounds hold every point that counts as inside.
CellBounds widened(glm::vec3 lo, glm::vec3 hi, std::uint32_t cell)
{
    const glm::vec3 slack = 4.0F * cell_tolerance * (hi - lo);
    return {lo - slack, hi + slack, cell};
}

bool contains(const CellBounds& bounds, glm::vec3 p)
{
    return p.x >= bounds.lo.x && p.x <= bounds.hi.x && p.y >= bounds.lo.y && p.y <= bounds.hi.y &&
           p.z >= bounds.lo.z && p.z <= bounds.hi.z;
}

bool inside(const WalkedTetrahedron& t, glm::vec3 position, glm::vec3& local)
{
    local = t.to_local * (position - t.origin);
    const float first = 1.0F - (local.x + local.y + local.z);
    return std::min(std::min(first, local.x), std::min(local.y, local.z)) >= -cell_tolerance;
}

}  // namespace

TetrahedralGrid::TetrahedralGrid(std::vector<glm::vec3> points, const CellList& cells)
{
    const bool flat = !has_volume(cells);
    if (flat) flatten(points, cells);
    const MeshPoints all{std::move(points), flat};
    TetrahedralMesh mesh = cut_cells(cells, all);
    if (mesh.corners.empty()) throw std::runtime_error("no cell of the mesh has a volume");
    const std::vector<Neighbours> neighbours = neighbours_of(mesh.corners, all);
    corners_ = std::move(mesh.corners);
    degenerate_ = mesh.degenerate;
    add_tetrahedra(all.positions, neighbours);
    keep_in_large_pages(std::as_bytes(std::span{tetrahedra_}));
    keep_in_large_pages(std::as_bytes(std::span{corners_}));
    index_cells(all.positions, mesh.first_of_cell);
}

/// Makes a slab out of a plane: both faces of it, on either side of 0, where no digits are lost.
void TetrahedralGrid::flatten(std::vector<glm::vec3>& points, const CellList& cells)
{
    if (cells.corners.empty()) throw std::runtime_error("the mesh has no cell");
    glm::vec3 lo = points[cells.corners.front()], hi = lo;
    for (const std::uint32_t corner : cells.corners) {
        lo = glm::min(lo, points[corner]);
        hi = glm::max(hi, points[corner]);
    }
    for (int axis = 0; axis < 3 && flat_axis_ < 0; ++axis)
        if (lo[axis] == hi[axis]) flat_axis_ = axis;
    if (flat_axis_ < 0)
        throw std::runtime_error("a mesh of triangles and quads must lie in a plane x, y or z = const");
    // About as thick as cells are wide: neither thin nor high.
    const float half = 0.5F * glm::distance(lo, hi) / std::sqrt(static_cast<float>(cells.size()));
    const std::size_t count = points.size();
    points.insert(points.end(), points.begin(), points.end());
    for (std::size_t n = 0; n < points.size(); ++n) points[n][flat_axis_] = n < count ? -half : half;
}

void TetrahedralGrid::add_tetrahedra(const std::vector<glm::vec3>& points,
                                     const std::vector<Neighbours>& neighbours)
{
    std::vector<WalkedTetrahedron> tetrahedra(corners_.size());
    for (std::size_t i = 0; i < corners_.size(); ++i) {
        const TetrahedronCorners& c = corners_[i];
        const glm::dvec3 origin{points[c[0]]};
        const glm::dmat3 edges{glm::dvec3{points[c[1]]} - origin, glm::dvec3{points[c[2]]} - origin,
                               glm::dvec3{points[c[3]]} - origin};
        tetrahedra[i] = {glm::mat3{glm::inverse(edges)}, points[c[0]], neighbours[i]};
    }
    tetrahedra_ = std::move(tetrahedra);
}

/// Cells, not tetrahedra: the index is a fifth as large, and looks at as many bounds the fewer.
void TetrahedralGrid::index_cells(const std::vector<glm::vec3>& points,
                                  const std::vector<std::uint32_t>& first_of_cell)
{
    std::vector<CellBounds> bounds;
    bounds.reserve(first_of_cell.size());
    for (std::size_t cell = 0; cell < first_of_cell.size(); ++cell) {
        const std::size_t end = cell + 1 < first_of_cell.size() ? first_of_cell[cell + 1] : corners_.size();
        glm::vec3 lo = points[corners_[first_of_cell[cell]][0]], hi = lo;
        for (std::size_t t = first_of_cell[cell]; t < end; ++t)
            for (const std::uint32_t corner : corners_[t]) {
                lo = glm::min(lo, points[corner]);
                hi = glm::max(hi, points[corner]);
            }
        bounds.push_back(widened(lo, hi, first_of_cell[cell]));
    }
    indexed_cells_ = bounds.size();
    bins_ = CellBins{std::move(bounds)};
}

std::size_t TetrahedralGrid::cell_end(std::uint32_t index) const
{
    return index + 1 < indexed_cells_ ? bins_.bounds(index + 1).cell : tetrahedra_.size();
}

float TetrahedralGrid::crossing_rate(const CellCursor& cursor, glm::vec3 velocity) const
{
    if (flat_axis_ >= 0) velocity[flat_axis_] = 0.0F;
    const glm::vec3 local = tetrahedra_[cursor.cell.x].to_local * velocity;
    const float last = local.x + local.y + local.z;  // of coordinate 0, with the other sign
    return std::max({std::abs(local.x), std::abs(local.y), std::abs(local.z), std::abs(last)});
}

bool TetrahedralGrid::find(glm::vec3 position, const Node* nodes, CellCursor& cursor) const
{
    if (flat_axis_ >= 0) position[flat_axis_] = 0.0F;
    if (cursor.block >= 0 && walk(position, cursor) && is_valid(interpolate(nodes, cursor))) return true;
    return locate(position, nodes, cursor);
}

bool TetrahedralGrid::locate(glm::vec3 position, const Node* nodes, CellCursor& cursor) const
{
    if (flat_axis_ >= 0) position[flat_axis_] = 0.0F;
    for (const std::uint32_t candidate : bins_.near(position)) {
        const CellBounds& bounds = bins_.bounds(candidate);
        if (!contains(bounds, position)) continue;
        const std::size_t end = cell_end(candidate);
        for (std::size_t t = bounds.cell; t < end; ++t) {
            CellCursor at{0, {static_cast<int>(t), 0, 0}, {}};
            if (!inside(tetrahedra_[t], position, at.local)) continue;
            if (nodes != nullptr && !is_valid(interpolate(nodes, at))) continue;
            cursor = at;
            return true;
        }
    }
    return false;
}

}  // namespace farfield::compute
