#include "compute_node/grids/cells/isoparametric_mesh.h"

#include "compute_node/grids/cells/cell_map.h"
#include "compute_node/grids/cells/shape_functions.h"
#include "compute_node/grids/cells/shared_faces.h"
#include "compute_node/grids/search/coincident_points.h"
#include "compute_node/support/large_pages.h"
#include "compute_node/support/parallel_ranges.h"

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

/// Moves the plane in which all cells lie to 0. Returns the axis across it.
int flatten(std::vector<glm::vec3>& points, const CellList& cells)
{
    if (cells.corners.empty()) throw std::runtime_error("the mesh has no cell");
    glm::vec3 lo = points[cells.corners.front()], hi = lo;
    for (const std::uint32_t point : cells.corners) {
        lo = glm::min(lo, points[point]);
        hi = glm::max(hi, points[point]);
    }
    for (int axis = 0; axis < 3; ++axis) {
        if (lo[axis] != hi[axis]) continue;
        for (glm::vec3& p : points) p[axis] = 0.0F;
        return axis;
    }
    throw std::runtime_error("a mesh of triangles and quads must lie in a plane x, y or z = const");
}

/// True when a map's tangents span a volume: rounding alone makes `least` of the product of their lengths.
bool is_open(const Tangents& along, float least)
{
    const float spanned = glm::length(along.r) * glm::length(along.s) * glm::length(along.t);
    return std::abs(along.determinant) > least * spanned;
}

/// 1 over a cell's extents along x, y and z: scaled by this, no cell is flat because axes have units as
/// different as degrees and metres. 0 along an axis where rounding alone may have made the extent.
glm::vec3 scale_of(CellKind kind, const std::uint32_t* points, const IsoparametricMesh& mesh)
{
    constexpr float roundings = 8.0F * std::numeric_limits<float>::epsilon();
    glm::vec3 lo = mesh.positions[points[0]], hi = lo;
    for (std::size_t i = 1; i < point_count(kind); ++i) {
        lo = glm::min(lo, mesh.positions[points[i]]);
        hi = glm::max(hi, mesh.positions[points[i]]);
    }
    glm::vec3 scale{0.0F};
    for (int axis = 0; axis < 3; ++axis) {
        const float extent = hi[axis] - lo[axis];
        if (extent > roundings * std::max(std::abs(lo[axis]), std::abs(hi[axis])))
            scale[axis] = 1.0F / extent;
    }
    if (mesh.flat_axis >= 0) scale[mesh.flat_axis] = 1.0F;
    return scale;
}

/// True when a cell's map covers a volume anywhere. For nearly all linear cells the map in powers tells.
bool has_volume(CellKind kind, const std::uint32_t* points, const IsoparametricMesh& mesh)
{
    constexpr float least = 1e-6F, surely = 1e-2F;
    const glm::vec3 middle = middle_of(kind);
    if (!is_quadratic(kind) &&
        is_open({corner_map(kind, points, mesh.positions.data(), mesh.flat_axis), middle}, surely))
        return true;
    const auto is_open_when = [&](glm::vec3 scale) {
        const auto is_open_at = [&](glm::vec3 local) {
            const Tangents along = map_all_points(kind, points, mesh.positions.data(), mesh.flat_axis,
                                                  mesh.positions[points[0]], local)
                                       .along;
            return is_open({scale * along.r, scale * along.s, scale * along.t}, least);
        };
        const auto places = node_places(kind).first(corner_count(kind));
        return is_open_at(middle) || std::any_of(places.begin(), places.end(), [&](glm::vec3 corner) {
                   return is_open_at(0.5F * (middle + corner));
               });
    };
    return is_open_when(glm::vec3{1.0F}) || is_open_when(scale_of(kind, points, mesh));
}

enum class Taken : std::uint8_t { No, Yes, WithoutVolume };

/// A range of a list's cells: its first corner and, once visited, how many cells and points are taken.
struct CellRange {
    std::size_t first_corner = 0, cells = 0, points = 0, without_volume = 0;
};

/// Calls visit(number, kind, points of the cell) for each cell of a range of for_ranges().
template <class Visit>
void for_each_in(const CellList& cells, std::size_t begin, std::size_t end, const CellRange& range,
                 const Visit& visit)
{
    const std::uint32_t* at = cells.corners.data() + range.first_corner;
    for (std::size_t cell = begin; cell < end; ++cell) {
        visit(cell, cells.kinds[cell], at);
        at += point_count(cells.kinds[cell]);
    }
}

std::vector<CellRange> ranges_of(const CellList& cells)
{
    std::vector<CellRange> ranges(ranges_in(cells.size()));
    std::size_t corner = 0;
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        if (cell % range_items == 0) ranges[cell / range_items].first_corner = corner;
        corner += point_count(cells.kinds[cell]);
    }
    return ranges;
}

/// Chooses the cells that count, and enters their numbers in the ranges.
std::vector<Taken> choose_cells(const CellList& cells, const IsoparametricMesh& mesh,
                                std::vector<CellRange>& ranges)
{
    std::vector<Taken> taken(cells.size(), Taken::No);
    for_ranges(cells.size(), [&](std::size_t begin, std::size_t end) {
        CellRange& range = ranges[begin / range_items];
        for_each_in(cells, begin, end, range,
                    [&](std::size_t cell, CellKind kind, const std::uint32_t* points) {
                        if (is_flat(kind) != (mesh.flat_axis >= 0)) return;
                        const bool counts = has_volume(kind, points, mesh);
                        taken[cell] = counts ? Taken::Yes : Taken::WithoutVolume;
                        range.cells += counts ? 1 : 0;
                        range.points += counts ? point_count(kind) : 0;
                        range.without_volume += counts ? 0 : 1;
                    });
    });
    return taken;
}

void add_cells(const CellList& cells, IsoparametricMesh& mesh)
{
    std::vector<CellRange> ranges = ranges_of(cells);
    const std::vector<Taken> taken = choose_cells(cells, mesh, ranges);
    std::vector<CellRange> begins(ranges.size() + 1);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        begins[i + 1] = {0, begins[i].cells + ranges[i].cells, begins[i].points + ranges[i].points};
        mesh.degenerate += ranges[i].without_volume;
    }
    const CellRange& all = begins.back();
    if (all.cells > max_cells)
        throw std::runtime_error(fmt::format("the mesh has more than max_cells = {} cells", max_cells));
    mesh.cells = in_large_pages<WalkedCell>(all.cells);
    mesh.points = in_large_pages<std::uint32_t>(all.points);
    for_ranges(cells.size(), [&](std::size_t begin, std::size_t end) {
        CellRange at = begins[begin / range_items];
        for_each_in(cells, begin, end, ranges[begin / range_items],
                    [&](std::size_t number, CellKind kind, const std::uint32_t* points) {
                        if (taken[number] != Taken::Yes) return;
                        WalkedCell& cell = mesh.cells[at.cells++];
                        cell.map = corner_map(kind, points, mesh.positions.data(), mesh.flat_axis);
                        cell.neighbours.fill(-1);
                        cell.first_point = static_cast<std::uint32_t>(at.points);
                        cell.kind = kind;
                        std::copy_n(points, point_count(kind),
                                    mesh.points.begin() + static_cast<std::ptrdiff_t>(at.points));
                        at.points += point_count(kind);
                    });
    });
}

/// The places of a side's corners; no_place first where it has collapsed to an edge (of a flat cell, to a
/// point).
FacePlaces places_on(std::uint32_t side, const IsoparametricMesh& mesh,
                     const std::vector<std::uint32_t>& places)
{
    const WalkedCell& cell = mesh.cells[side / max_cell_sides];
    const auto& corners = sides_of(cell.kind)[side % max_cell_sides];
    FacePlaces found{no_place, no_place, no_place, no_place};
    for (std::size_t i = 0; i < corners.size() && corners[i] >= 0; ++i)
        found[i] = places[mesh.points[cell.first_point + corners[i]]];
    const std::size_t count = put_in_order(found);
    if (count < (mesh.flat_axis < 0 ? 3U : 2U)) found.front() = no_place;
    return found;
}

void find_neighbours(IsoparametricMesh& mesh)
{
    const std::vector<std::uint32_t> places = first_at_same_place(mesh.positions);
    const auto places_of = [&](std::uint32_t side) { return places_on(side, mesh, places); };
    const auto sides = static_cast<std::uint32_t>(mesh.cells.size() * max_cell_sides);
    const auto connect = [&](std::uint32_t from, std::uint32_t to) {
        mesh.cells[from / max_cell_sides].neighbours[from % max_cell_sides] =
            static_cast<std::int32_t>(to / max_cell_sides);
    };
    FacesByPlace{sides, places.size(), places_of}.for_each_pair([&](std::uint32_t a, std::uint32_t b) {
        connect(a, b);
        connect(b, a);
    });
}

}  // namespace

IsoparametricMesh connect_cells(std::vector<glm::vec3> points, const CellList& cells)
{
    IsoparametricMesh mesh;
    if (!cells.has_volume()) mesh.flat_axis = flatten(points, cells);
    mesh.positions = std::move(points);
    add_cells(cells, mesh);
    find_neighbours(mesh);
    return mesh;
}

}  // namespace farfield::compute
