#include "compute_node/volumes/boundaries/boundary_faces.h"

#include "compute_node/grids/cells/cell_faces.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

namespace farfield::compute {

namespace {

using Points = std::vector<glm::vec3>;

/// Turns a face so that it is seen from inside its cell.
void turn_inwards(BoundaryFace& face, const Points& points, std::span<const std::uint32_t> cell)
{
    glm::dvec3 middle{0.0};
    for (const std::uint32_t point : cell)
        middle += glm::dvec3{points[point]} / static_cast<double>(cell.size());
    const glm::dvec3 at{points[face.nodes[0]]};
    const glm::dvec3 a = glm::dvec3{points[face.nodes[1]]} - at, b = glm::dvec3{points[face.nodes[2]]} - at;
    if (glm::dot(glm::cross(a, b), middle - at) < 0.0)
        std::swap(face.nodes[1], face.nodes[face.corners == 3 ? 2 : 3]);
}

/// Faces by the numbers of their places among a cell's points.
BoundaryFace face_of(std::span<const std::uint32_t> cell, const std::array<std::int8_t, 4>& side)
{
    BoundaryFace face;
    face.corners = side[3] < 0 ? 3 : 4;
    for (std::size_t corner = 0; corner < face.corners; ++corner)
        face.nodes[corner] = cell[static_cast<std::size_t>(side[corner])];
    return face;
}

/// Of a flat cell.
std::array<std::uint32_t, 2> edge_of(std::span<const std::uint32_t> cell,
                                     const std::array<std::int8_t, 4>& side)
{
    return {cell[static_cast<std::size_t>(side[0])], cell[static_cast<std::size_t>(side[1])]};
}

BoundaryPatch outer_of(const TetrahedralGrid& grid, const Points& points)
{
    constexpr std::array<std::array<std::int8_t, 4>, 4> opposite{
        {{1, 2, 3, -1}, {0, 2, 3, -1}, {0, 1, 3, -1}, {0, 1, 2, -1}}};
    BoundaryPatch patch;
    for (std::size_t t = 0; t < grid.tetrahedra().size(); ++t)
        for (std::size_t corner = 0; corner < 4; ++corner) {
            if (grid.tetrahedra()[t].neighbours[corner] >= 0) continue;
            patch.faces.push_back(face_of(grid.corners()[t], opposite[corner]));
            turn_inwards(patch.faces.back(), points, grid.corners()[t]);
        }
    return patch;
}

BoundaryPatch outer_of(const IsoparametricGrid& grid, const Points& points)
{
    BoundaryPatch patch;
    for (std::size_t c = 0; c < grid.cells().size(); ++c) {
        const WalkedCell& cell = grid.cells()[c];
        const auto corners = grid.points_of(c).first(corner_count(cell.kind));
        const CellSides& sides = sides_of(cell.kind);
        for (std::size_t side = 0; side < max_cell_sides; ++side) {
            if (sides[side][0] < 0 || cell.neighbours[side] >= 0) continue;
            if (is_flat(cell.kind)) {
                patch.segments.push_back(edge_of(corners, sides[side]));
                continue;
            }
            patch.faces.push_back(face_of(corners, sides[side]));
            turn_inwards(patch.faces.back(), points, corners);
        }
    }
    return patch;
}

}  // namespace

/// Grids have matched the faces of their cells as they were read, by the places of their corners.
BoundaryPatch find_faces(const BoundarySource& source, const model::BoundaryOuter& /*outer*/)
{
    if (!source.volume.is_mesh()) return find_faces(source, model::BoundaryFaces{});
    const Points& points = std::get<UnstructuredGeometry>(source.data.geometry).points;
    if (const auto* mesh = std::get_if<TetrahedralGrid>(&source.grid)) return outer_of(*mesh, points);
    return outer_of(std::get<IsoparametricGrid>(source.grid), points);
}

namespace {

bool has_few_cells_on_land(const BoundarySource& source)
{
    constexpr std::size_t most = max_suggested_land_cells;
    const auto valid = std::ranges::count(source.states, NodeState::Valid);
    return source.states.size() - static_cast<std::size_t>(valid) <= most ||
           find_faces(source, model::BoundaryLand{}).faces.size() <= most;  // of the upper layer alone
}

}  // namespace

std::vector<model::BoundarySurface> suggested_boundary(const BoundarySource& source)
{
    std::vector<model::BoundarySurface> suggested;
    const auto has = [&](NodeState state) {
        return std::ranges::find(source.states, state) != source.states.end();
    };
    if (source.volume.is_mesh()) return {{model::BoundaryOuter{}}};
    // Of an ocean, masked land is seen from above; its walls are seen where there is depth.
    const bool has_land = std::string_view{source.data.format}.starts_with("NetCDF") &&
                          (has(NodeState::Invalid) || has(NodeState::Blanked)) &&
                          has_few_cells_on_land(source);
    if (has(NodeState::Blanked)) suggested.push_back({model::BoundaryWalls{}});
    if (!find_faces(source, model::BoundaryNoSlip{}).faces.empty())
        suggested.push_back({model::BoundaryNoSlip{}});
    if (has_land) suggested.push_back({model::BoundaryLand{}});
    return suggested;
}

}  // namespace farfield::compute
