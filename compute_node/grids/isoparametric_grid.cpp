#include "compute_node/grids/isoparametric_grid.h"

#include "compute_node/grids/cells/cell_map.h"
#include "compute_node/grids/cells/shape_functions.h"
#include "compute_node/support/large_pages.h"
#include "compute_node/support/parallel_ranges.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

/// The bounds of a cell's points, widened so that they hold every position that counts as inside: by the
/// cells' tolerance, and of quadratic cells by what edges may bulge beyond their nodes.
CellBounds bounds_of(const WalkedCell& cell, const IsoparametricMesh& mesh)
{
    const std::uint32_t* points = mesh.points.data() + cell.first_point;
    glm::vec3 lo = mesh.positions[points[0]], hi = lo;
    for (std::size_t i = 1; i < point_count(cell.kind); ++i) {
        lo = glm::min(lo, mesh.positions[points[i]]);
        hi = glm::max(hi, mesh.positions[points[i]]);
    }
    const glm::vec3 slack = (is_quadratic(cell.kind) ? 0.25F : 4.0F * cell_tolerance) * (hi - lo);
    return {lo - slack, hi + slack, 0};
}

/// True when a position is at the tip of a pyramid, where its map is singular.
bool is_at_tip(const WalkedCell& cell, glm::vec3 position)
{
    if (traits_of(cell.kind).by_corners != CellKind::Pyramid) return false;
    return glm::distance(position, cell.map.one + cell.map.t) <= cell_tolerance * glm::length(cell.map.t);
}

/// True when Newton's method may have ended at a place; it gives up farther away.
bool is_near(glm::vec3 local)
{
    return glm::all(glm::lessThan(glm::abs(local - 0.5F), glm::vec3{newton_neighbourhood}));
}

/// An estimate of a far position's place in a pyramid's own coordinates. The place where Newton's method
/// gives up is useless there, as sides meet in the tip: this takes edges as straight and the base as a
/// parallelogram.
glm::vec3 place_in_pyramid(const TrilinearMap& map, glm::vec3 position)
{
    constexpr glm::vec3 axis_at{0.5F, 0.5F, 0.0F};  // the axis goes from here to the tip
    const Tangents along{map, axis_at};
    const glm::vec3 way = along.local_direction(position - map_to_physical(map, axis_at));
    const float width = way.z == 1.0F ? 1.0F : 1.0F - way.z;
    return {0.5F + way.x / width, 0.5F + way.y / width, way.z};
}

}  // namespace

IsoparametricGrid::IsoparametricGrid(std::vector<glm::vec3> points, const CellList& cells)
{
    IsoparametricMesh mesh = connect_cells(std::move(points), cells);
    if (mesh.cells.empty()) throw std::runtime_error("no cell of the mesh has a volume");
    index_cells(mesh);
    const bool any_quadratic = std::any_of(mesh.cells.begin(), mesh.cells.end(),
                                           [](const WalkedCell& cell) { return is_quadratic(cell.kind); });
    flat_axis_ = mesh.flat_axis;
    degenerate_ = mesh.degenerate;
    cells_ = std::move(mesh.cells);
    points_ = std::move(mesh.points);
    if (any_quadratic) positions_ = std::move(mesh.positions);
    keep_in_large_pages(std::as_bytes(std::span{cells_}));
    keep_in_large_pages(std::as_bytes(std::span{points_}));
}

void IsoparametricGrid::index_cells(const IsoparametricMesh& mesh)
{
    std::vector<CellBounds> bounds(mesh.cells.size());
    for_ranges(bounds.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t cell = begin; cell < end; ++cell) {
            CellBounds& of = bounds[cell];
            of = bounds_of(mesh.cells[cell], mesh);
            of.cell = static_cast<std::uint32_t>(cell);
            if (mesh.flat_axis < 0) continue;  // the index is a lattice in space: cells are as high as wide
            const float half = 0.5F * glm::distance(of.lo, of.hi);
            of.lo[mesh.flat_axis] = -half;
            of.hi[mesh.flat_axis] = half;
        }
    });
    bins_ = CellBins{std::move(bounds)};
}

LocalPoint IsoparametricGrid::invert_quadratic(const WalkedCell& cell, glm::vec3 position,
                                               glm::vec3 start) const
{
    LocalPoint found{start};
    for (int step = 0; step < max_newton_steps; ++step) {
        const auto [miss, along] = map_all_points(cell.kind, points_.data() + cell.first_point,
                                                  positions_.data(), flat_axis_, position, found.local);
        if (!newton_step(along, miss, found)) break;
    }
    return found;
}

LocalPoint IsoparametricGrid::invert(const WalkedCell& cell, glm::vec3 position, glm::vec3 start) const
{
    if (is_quadratic(cell.kind)) {
        const LocalPoint found = invert_quadratic(cell, position, start);
        return found.converged ? found : invert_quadratic(cell, position, middle_of(cell.kind));
    }
    TrilinearMap seen = cell.map;
    seen.one -= position;
    return map_to_local(seen, start);
}

bool IsoparametricGrid::look(glm::vec3 position, CellCursor& cursor) const
{
    const WalkedCell& cell = cells_[cursor.cell.x];
    if (is_at_tip(cell, position)) {
        cursor.local = {0.5F, 0.5F, 1.0F};
        return true;
    }
    const LocalPoint found = invert(cell, position, cursor.local);
    cursor.local = found.local;
    const Exit exit = exit_of(cell.kind, found.local);
    return found.converged && exit.side >= 0 && exit.beyond <= cell_tolerance;
}

bool IsoparametricGrid::step(glm::vec3 position, CellCursor& cursor) const
{
    const WalkedCell& cell = cells_[cursor.cell.x];
    const bool is_pyramid = traits_of(cell.kind).by_corners == CellKind::Pyramid;
    const auto [side, beyond] =
        exit_of(cell.kind,
                is_pyramid && !is_near(cursor.local) ? place_in_pyramid(cell.map, position) : cursor.local);
    if (side < 0 || !(beyond > 0.0F) || cell.neighbours[side] < 0) return false;
    cursor.cell.x = cell.neighbours[side];
    cursor.local = middle_of(cells_[cursor.cell.x].kind);
    return true;
}

bool IsoparametricGrid::walk_to(glm::vec3 position, CellCursor& cursor) const
{
    if (cursor.block < 0) return false;
    if (flat_axis_ >= 0) position[flat_axis_] = 0.0F;
    for (int count = 0; count < max_walk; ++count) {
        if (look(position, cursor)) return true;
        if (!step(position, cursor)) return false;
    }
    return false;
}

Node IsoparametricGrid::interpolate(const Node* nodes, const CellCursor& cursor) const
{
    const WalkedCell& cell = cells_[cursor.cell.x];
    const ShapeWeights weights = shape_functions(cell.kind, cursor.local);
    Node sum{0.0F};
    for (std::size_t i = 0; i < point_count(cell.kind); ++i)
        sum += weights[i] * nodes[points_[cell.first_point + i]];
    return sum;
}

float IsoparametricGrid::crossing_rate(const CellCursor& cursor, glm::vec3 velocity) const
{
    if (flat_axis_ >= 0) velocity[flat_axis_] = 0.0F;
    const WalkedCell& cell = cells_[cursor.cell.x];
    const Tangents along = is_quadratic(cell.kind)
                               ? map_all_points(cell.kind, points_.data() + cell.first_point,
                                                positions_.data(), flat_axis_, cell.map.one, cursor.local)
                                     .along
                               : Tangents{cell.map, cursor.local};
    return crossing_rate_of(cell.kind, cursor.local, along.local_direction(velocity));
}

bool IsoparametricGrid::find(glm::vec3 position, const Node* nodes, CellCursor& cursor) const
{
    if (walk_to(position, cursor) && is_valid(interpolate(nodes, cursor))) return true;
    return locate(position, nodes, cursor);
}

bool IsoparametricGrid::locate(glm::vec3 position, const Node* nodes, CellCursor& cursor) const
{
    if (flat_axis_ >= 0) position[flat_axis_] = 0.0F;
    for (const std::uint32_t candidate : bins_.near(position)) {
        const CellBounds& bounds = bins_.bounds(candidate);
        if (!contains(bounds, position)) continue;
        CellCursor at{0, {static_cast<int>(bounds.cell), 0, 0}, middle_of(cells_[bounds.cell].kind)};
        if (!look(position, at)) continue;
        if (nodes != nullptr && !is_valid(interpolate(nodes, at))) continue;
        cursor = at;
        return true;
    }
    return false;
}

}  // namespace farfield::compute
