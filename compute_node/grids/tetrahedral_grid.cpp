#include "compute_node/grids/tetrahedral_grid.h"

#include "compute_node/support/large_pages.h"
#include "compute_node/support/parallel_ranges.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

/// Bounds widened by the tolerance, so that they hold every point that counts as inside.
CellBounds widened(glm::vec3 lo, glm::vec3 hi, std::uint32_t cell)
{
    const glm::vec3 slack = 4.0F * cell_tolerance * (hi - lo);
    return {lo - slack, hi + slack, cell};
}

bool inside(const WalkedTetrahedron& t, glm::vec3 position, glm::vec3& local)
{
    local = t.to_local * (position - t.origin);
    const float first = 1.0F - (local.x + local.y + local.z);
    return std::min(std::min(first, local.x), std::min(local.y, local.z)) >= -cell_tolerance;
}

}  // namespace

TetrahedralGrid::TetrahedralGrid(const std::vector<glm::vec3>& points, const CellList& cells)
{
    TetrahedralMesh mesh = take_tetrahedra(cells, points);
    if (mesh.corners.empty()) throw std::runtime_error("no cell of the mesh has a volume");
    const std::vector<Neighbours> neighbours = neighbours_of(mesh.corners, points);
    corners_ = std::move(mesh.corners);
    degenerate_ = mesh.degenerate;
    check_wanted();
    add_tetrahedra(points, neighbours);
    keep_in_large_pages(std::as_bytes(std::span{tetrahedra_}));
    keep_in_large_pages(std::as_bytes(std::span{corners_}));
    index(points);
}

void TetrahedralGrid::add_tetrahedra(const std::vector<glm::vec3>& points,
                                     const std::vector<Neighbours>& neighbours)
{
    auto tetrahedra = in_large_pages<WalkedTetrahedron>(corners_.size());
    for_ranges(corners_.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const TetrahedronCorners& c = corners_[i];
            const glm::dvec3 origin{points[c[0]]};
            const glm::dmat3 edges{glm::dvec3{points[c[1]]} - origin, glm::dvec3{points[c[2]]} - origin,
                                   glm::dvec3{points[c[3]]} - origin};
            tetrahedra[i] = {glm::mat3{glm::inverse(edges)}, points[c[0]], neighbours[i]};
        }
    });
    tetrahedra_ = std::move(tetrahedra);
}

void TetrahedralGrid::index(const std::vector<glm::vec3>& points)
{
    std::vector<CellBounds> bounds(corners_.size());
    for_ranges(bounds.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t t = begin; t < end; ++t) {
            glm::vec3 lo = points[corners_[t][0]], hi = lo;
            for (const std::uint32_t corner : corners_[t]) {
                lo = glm::min(lo, points[corner]);
                hi = glm::max(hi, points[corner]);
            }
            bounds[t] = widened(lo, hi, static_cast<std::uint32_t>(t));
        }
    });
    bins_ = CellBins{std::move(bounds)};
}

float TetrahedralGrid::crossing_rate(const CellCursor& cursor, glm::vec3 velocity) const
{
    const glm::vec3 local = tetrahedra_[cursor.cell.x].to_local * velocity;
    const float last = local.x + local.y + local.z;  // of coordinate 0, with the other sign
    return std::max({std::abs(local.x), std::abs(local.y), std::abs(local.z), std::abs(last)});
}

bool TetrahedralGrid::find(glm::vec3 position, const Node* nodes, CellCursor& cursor) const
{
    if (cursor.block >= 0 && walk(position, cursor) && is_valid(interpolate(nodes, cursor))) return true;
    return locate(position, nodes, cursor);
}

bool TetrahedralGrid::locate(glm::vec3 position, const Node* nodes, CellCursor& cursor) const
{
    for (const std::uint32_t candidate : bins_.near(position)) {
        const CellBounds& bounds = bins_.bounds(candidate);
        if (!contains(bounds, position)) continue;
        CellCursor at{0, {static_cast<int>(bounds.cell), 0, 0}, {}};
        if (!inside(tetrahedra_[bounds.cell], position, at.local)) continue;
        if (nodes != nullptr && !is_valid(interpolate(nodes, at))) continue;
        cursor = at;
        return true;
    }
    return false;
}

}  // namespace farfield::compute
