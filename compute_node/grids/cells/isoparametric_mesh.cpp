#include "compute_node/grids/cells/isoparametric_mesh.h"

#include "compute_node/grids/cells/cell_map.h"
#include "compute_node/grids/cells/shape_functions.h"
#include "compute_node/grids/cells/shared_faces.h"
#include "compute_node/grids/search/coincident_points.h"
#include "compute_node/support/long_task.h"

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
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

/// Whether a cell's map covers some room anywhere: rounding alone makes a millionth of what its edges span.
bool has_volume(CellKind kind, const std::uint32_t* points, const IsoparametricMesh& mesh)
{
    constexpr float least = 1e-6F;
    const glm::vec3 middle = middle_of(kind);
    const auto is_open_at = [&](glm::vec3 local) {
        const Tangents along = map_all_points(kind, points, mesh.positions.data(), mesh.flat_axis,
                                              mesh.positions[points[0]], local)
                                   .along;
        const float spanned = glm::length(along.r) * glm::length(along.s) * glm::length(along.t);
        return std::abs(along.determinant) > least * spanned;
    };
    const auto places = node_places(kind).first(corner_count(kind));
    return is_open_at(middle) || std::any_of(places.begin(), places.end(), [&](glm::vec3 corner) {
               return is_open_at(0.5F * (middle + corner));
           });
}

void add_cell(CellKind kind, const std::uint32_t* points, IsoparametricMesh& mesh)
{
    if (is_flat(kind) != (mesh.flat_axis >= 0)) return;
    if (!has_volume(kind, points, mesh)) {
        ++mesh.degenerate;
        return;
    }
    constexpr std::size_t between_looks = 1U << 14U;
    if (mesh.cells.size() % between_looks == 0) check_wanted();
    if (mesh.cells.size() >= max_cells)
        throw std::runtime_error(fmt::format("the mesh has more than max_cells = {} cells", max_cells));
    WalkedCell cell;
    cell.map = corner_map(kind, points, mesh.positions.data(), mesh.flat_axis);
    cell.neighbours.fill(-1);
    cell.first_point = static_cast<std::uint32_t>(mesh.points.size());
    cell.kind = kind;
    mesh.cells.push_back(cell);
    mesh.points.insert(mesh.points.end(), points, points + point_count(kind));
}

/// The places of a side's corners; no_place first where it has collapsed to an edge (of a flat cell, to a
/// point).
FacePlaces places_on(std::uint32_t side, const IsoparametricMesh& mesh,
                     const std::vector<std::uint32_t>& places)
{
    const WalkedCell& cell = mesh.cells[side / max_cell_sides];
    FacePlaces found{no_place, no_place, no_place, no_place};
    std::size_t count = 0;
    for (const std::int8_t corner : sides_of(cell.kind)[side % max_cell_sides]) {
        if (corner < 0) break;
        const std::uint32_t place = places[mesh.points[cell.first_point + corner]];
        if (std::find(found.begin(), found.begin() + count, place) == found.begin() + count)
            found[count++] = place;
    }
    std::sort(found.begin(), found.end());
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
    mesh.cells.reserve(cells.size());
    mesh.points.reserve(cells.corners.size());
    cells.for_each(
        [&](CellKind kind, const std::uint32_t* cell_points) { add_cell(kind, cell_points, mesh); });
    find_neighbours(mesh);
    return mesh;
}

}  // namespace farfield::compute
