#include "compute_node/volumes/boundaries/boundary_faces.h"

#include "compute_node/grids/cells/cell_faces.h"
#include "compute_node/grids/cells/shape_functions.h"
#include "compute_node/volumes/boundaries/hanging_faces.h"
#include "compute_node/volumes/tetrahedra.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
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

using Side = std::array<std::int8_t, 4>;

/// A side of a cell without a neighbour across it.
struct OuterSide {
    CellKind kind;
    std::span<const std::uint32_t> points;  ///< points of the cell
    const Side& corners;

    [[nodiscard]] std::size_t count() const { return corners[3] < 0 ? 3 : 4; }
    [[nodiscard]] std::size_t corner(std::size_t i) const { return static_cast<std::size_t>(corners[i]); }
};

std::vector<OuterSide> outer_sides(const IsoparametricGrid& grid)
{
    std::vector<OuterSide> outer;
    for (std::size_t c = 0; c < grid.cells().size(); ++c) {
        const WalkedCell& cell = grid.cells()[c];
        const CellSides& sides = sides_of(cell.kind);
        for (std::size_t side = 0; side < max_cell_sides; ++side)
            if (sides[side][0] >= 0 && cell.neighbours[side] < 0)
                outer.push_back({cell.kind, grid.points_of(c), sides[side]});
    }
    return outer;
}

/// The nodes in the middle of the edges of quadratic cells' outer faces. All faces at an edge have them:
/// those of linear cells, too, so that there is no gap.
class EdgeMiddles {
public:
    explicit EdgeMiddles(const std::vector<OuterSide>& sides)
    {
        for (const OuterSide& side : sides) {
            if (!is_quadratic(side.kind) || is_flat(side.kind)) continue;
            for (std::size_t i = 0; i < side.count(); ++i) {
                const std::size_t from = side.corner(i), to = side.corner((i + 1) % side.count());
                middles_.emplace(key(side.points[from], side.points[to]),
                                 side.points[middle_point(side.kind, from, to)]);
            }
        }
    }
    [[nodiscard]] std::optional<std::uint32_t> between(std::uint32_t a, std::uint32_t b) const
    {
        const auto found = middles_.find(key(a, b));
        return found == middles_.end() ? std::nullopt : std::optional{found->second};
    }

private:
    static std::uint64_t key(std::uint32_t a, std::uint32_t b)
    {
        const auto [low, high] = std::minmax(a, b);
        return std::uint64_t{low} << 32U | high;
    }
    std::unordered_map<std::uint64_t, std::uint32_t> middles_;
};

/// A face with the nodes between its corners, where there are such.
struct CurvedFace {
    BoundaryFace face;
    std::array<std::optional<std::uint32_t>, 4> middles = {};  ///< middle of the edge behind each corner
    std::optional<std::uint32_t> centre = std::nullopt;        ///< centre of a quad
};

bool has_node(const std::optional<std::uint32_t>& place)
{
    return place.has_value();
}

/// True when the diagonal of the four middles from the first one is nearer than the other one to the middle
/// of a serendipity quad; empty where both are equally near.
std::optional<bool> is_nearer_from_first(const CurvedFace& quad, const Points& points)
{
    glm::dvec3 middle{0.0};
    std::array<glm::dvec3, 4> at{};
    for (std::size_t i = 0; i < 4; ++i) {
        at[i] = points[*quad.middles[i]];
        middle += 0.5 * at[i] - 0.25 * glm::dvec3{points[quad.face.nodes[i]]};
    }
    const double first = glm::distance(0.5 * (at[0] + at[2]), middle),
                 second = glm::distance(0.5 * (at[1] + at[3]), middle);
    const double rounding = 1e-4 * (glm::distance(at[0], at[2]) + glm::distance(at[1], at[3]));
    if (std::abs(first - second) <= rounding) return std::nullopt;
    return first < second;
}

/// Appends what is left of a face once its corners between two middles are cut off.
void append_rest(const CurvedFace& curved, std::vector<std::uint32_t> ring, const Points& points,
                 std::vector<BoundaryFace>& to)
{
    if (std::ranges::all_of(curved.middles, has_node)) {
        const std::optional<bool> from_first = is_nearer_from_first(curved, points);
        if (!from_first) return to.push_back({{ring[0], ring[1], ring[2], ring[3]}, 4});
        if (!*from_first) std::ranges::rotate(ring, ring.begin() + 1);
    } else {
        const auto is_middle = [&](std::uint32_t node) {
            return std::ranges::find(curved.middles, node) != curved.middles.end();
        };
        std::ranges::rotate(ring, std::ranges::find_if(ring, is_middle));
    }
    for (std::size_t i = 1; i + 1 < ring.size(); ++i) to.push_back({{ring[0], ring[i], ring[i + 1]}, 3});
}

/// Cuts a face through the nodes between its corners: a triangle into four, a quad into six triangles, or
/// into four quads where it has a node at its centre.
void append_cut(const CurvedFace& curved, const Points& points, std::vector<BoundaryFace>& to)
{
    const auto& [face, middles, centre] = curved;
    if (std::ranges::none_of(middles, has_node)) return to.push_back(face);
    std::vector<std::uint32_t> ring;
    for (std::size_t i = 0; i < face.corners; ++i) {
        const auto &last = middles[(i + face.corners - 1) % face.corners], &next = middles[i];
        if (last && next && centre)
            to.push_back({{*last, face.nodes[i], *next, *centre}, 4});
        else if (last && next)
            to.push_back({{*last, face.nodes[i], *next}, 3});
        else
            ring.push_back(face.nodes[i]);
        if (next) ring.push_back(*next);
    }
    if (!centre) append_rest(curved, std::move(ring), points, to);
}

/// The node at the centre of a side with four corners.
std::optional<std::uint32_t> centre_of(const OuterSide& side)
{
    if (side.count() < 4) return std::nullopt;
    glm::vec3 place{0.0F};
    for (std::size_t i = 0; i < 4; ++i) place += 0.25F * node_places(side.kind)[side.corner(i)];
    const std::size_t point = point_at(side.kind, place);
    return point == side.points.size() ? std::nullopt : std::optional{side.points[point]};
}

/// Appends the edge of a flat cell, in two where there is a node in its middle.
void append_edge(const OuterSide& side, BoundaryPatch& patch)
{
    const std::uint32_t from = side.points[side.corner(0)], to = side.points[side.corner(1)];
    if (!is_quadratic(side.kind)) return patch.segments.push_back({from, to});
    const std::uint32_t middle = side.points[middle_point(side.kind, side.corner(0), side.corner(1))];
    patch.segments.push_back({from, middle});
    patch.segments.push_back({middle, to});
}

BoundaryPatch outer_of(const IsoparametricGrid& grid, const Points& points)
{
    BoundaryPatch patch;
    const std::vector<OuterSide> sides = outer_sides(grid);
    const EdgeMiddles middles{sides};
    for (const OuterSide& side : sides) {
        if (is_flat(side.kind)) {
            append_edge(side, patch);
            continue;
        }
        CurvedFace curved{.face = face_of(side.points, side.corners), .centre = centre_of(side)};
        BoundaryFace& face = curved.face;
        turn_inwards(face, points, side.points.first(corner_count(side.kind)));
        for (std::size_t i = 0; i < face.corners; ++i)
            curved.middles[i] = middles.between(face.nodes[i], face.nodes[(i + 1) % face.corners]);
        append_cut(curved, points, patch.faces);
    }
    return patch;
}

}  // namespace

/// Finds outer faces: grids matched the faces of their cells as they were read, by their corners' places.
BoundaryPatch find_faces(const BoundarySource& source, const model::BoundaryOuter& /*outer*/)
{
    if (!source.volume.is_mesh()) return find_faces(source, model::BoundaryFaces{});
    const Points& points = std::get<UnstructuredGeometry>(source.data.geometry).points;
    if (const auto* mesh = std::get_if<TetrahedralGrid>(&source.grid)) return outer_of(*mesh, points);
    BoundaryPatch patch = outer_of(std::get<IsoparametricGrid>(source.grid), points);
    if (const auto middles = remove_hanging(patch, points); !middles.empty()) {
        std::vector<BoundaryFace> cut;
        for (std::size_t f = 0; f < middles.size(); ++f)
            append_cut({.face = patch.faces[f], .middles = middles[f]}, points, cut);
        patch.faces = std::move(cut);
    }
    return patch;
}

namespace {

bool has_few_cells_on_land(const BoundarySource& source)
{
    constexpr std::size_t most = max_suggested_land_cells;
    const auto valid = std::ranges::count(source.states, NodeState::Valid);
    return source.states.size() - static_cast<std::size_t>(valid) <= most ||
           find_faces(source, model::BoundaryLand{}).faces.size() <= most;  // faces of the upper layer alone
}

}  // namespace

std::vector<model::BoundarySurface> suggested_boundary(const BoundarySource& source)
{
    std::vector<model::BoundarySurface> suggested;
    if (source.volume.is_mesh()) return {{model::BoundaryOuter{}}};
    // An ocean's masked land is seen from above; its walls are seen where there is depth.
    const bool has_blanked =
        std::ranges::any_of(source.states, [](NodeState state) { return is_blanked(state); });
    const bool has_invalid = std::ranges::find(source.states, NodeState::Invalid) != source.states.end();
    const bool has_land = std::string_view{source.data.format}.starts_with("NetCDF") &&
                          (has_invalid || has_blanked) && has_few_cells_on_land(source);
    if (has_blanked) suggested.push_back({model::BoundaryWalls{}});
    if (!find_faces(source, model::BoundaryNoSlip{}).faces.empty())
        suggested.push_back({model::BoundaryNoSlip{}});
    if (has_land) suggested.push_back({model::BoundaryLand{}});
    return suggested;
}

}  // namespace farfield::compute
