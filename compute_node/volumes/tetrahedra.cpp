#include "compute_node/volumes/tetrahedra.h"

#include "compute_node/grids/cells/cell_faces.h"
#include "compute_node/grids/cells/shape_functions.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>

namespace farfield::compute {

namespace {

/// Number of corners of a face.
std::size_t corners_of(const std::array<std::int8_t, 4>& side)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(side, [](std::int8_t place) { return place >= 0; }));
}

void add_cone(std::uint32_t tip, std::span<const std::uint32_t> face, std::vector<TetrahedronCorners>& to)
{
    const auto lowest = static_cast<std::size_t>(std::ranges::min_element(face) - face.begin());
    for (std::size_t i = 1; i + 1 < face.size(); ++i)
        to.push_back(
            {face[lowest], face[(lowest + i) % face.size()], face[(lowest + i + 1) % face.size()], tip});
}

void cut(CellKind kind, std::span<const std::uint32_t> points, std::vector<TetrahedronCorners>& to)
{
    const auto corners = points.first(corner_count(kind));
    const std::uint32_t tip = *std::ranges::min_element(corners);
    for (const auto& side : sides_of(kind)) {
        std::array<std::uint32_t, 4> face{};
        const std::size_t count = corners_of(side);
        for (std::size_t i = 0; i < count; ++i) face[i] = points[static_cast<std::size_t>(side[i])];
        const auto found = std::span(face).first(count);
        if (std::ranges::find(found, tip) == found.end()) add_cone(tip, found, to);
    }
}

/// Places among a cell's points that make a polygon.
using Polygon = std::vector<std::size_t>;

/// A quadratic cell without its corners: the middles of the edges of each side, and those about each corner.
struct MiddlesOfCell {
    std::vector<Polygon> of_sides, about_corners;

    explicit MiddlesOfCell(CellKind kind) : about_corners(corner_count(kind))
    {
        for (const auto& side : sides_of(kind)) {
            const std::size_t count = corners_of(side);
            Polygon middles;
            for (std::size_t i = 0; i < count; ++i) {
                const auto from = static_cast<std::size_t>(side[i]),
                           to = static_cast<std::size_t>(side[(i + 1) % count]);
                middles.push_back(middle_point(kind, from, to));
                for (const std::size_t corner : {from, to})
                    if (Polygon& about = about_corners[corner];
                        std::ranges::find(about, middles.back()) == about.end())
                        about.push_back(middles.back());
            }
            if (count > 0) of_sides.push_back(std::move(middles));
        }
        for (Polygon& about : about_corners) std::ranges::sort(about);  // the four about a tip form a circle
    }
};

/// The first end of the shortest of the three diagonals between the middles of a tetrahedron's edges: along a
/// longer one the values between are further from the cell's.
std::uint32_t tip_of_tetrahedron(std::span<const std::uint32_t> points, const std::vector<glm::vec3>& places)
{
    constexpr std::array<std::pair<std::size_t, std::size_t>, 3> opposite{{{4, 9}, {5, 7}, {6, 8}}};
    const auto shortest = std::ranges::min_element(opposite, {}, [&](const auto& ends) {
        return glm::distance(places[points[ends.first]], places[points[ends.second]]);
    });
    return points[shortest->first];
}

/// Cuts a cell by its middles. tip: a middle that all parts about the cell's own middle have as a corner; the
/// lowest-numbered one, where the middles of a side make a quad.
void cut_by_middles(const MiddlesOfCell& middles, std::span<const std::uint32_t> points, std::uint32_t tip,
                    std::vector<TetrahedronCorners>& to)
{
    const auto numbers = [&](const Polygon& polygon) {
        std::vector<std::uint32_t> found;
        for (const std::size_t place : polygon) found.push_back(points[place]);
        return found;
    };
    const auto add_from_tip = [&](const std::vector<std::uint32_t>& face) {
        if (std::ranges::find(face, tip) == face.end()) add_cone(tip, face, to);
    };
    for (const Polygon& side : middles.of_sides) add_from_tip(numbers(side));
    for (std::size_t corner = 0; corner < middles.about_corners.size(); ++corner) {
        const auto about = numbers(middles.about_corners[corner]);
        add_cone(points[corner], about, to);
        add_from_tip(about);
    }
}

/// The eight linear cells of a cell that has a node in the middle of each quad.
void cut_into_eight(CellKind kind, std::span<const std::uint32_t> points, std::vector<TetrahedronCorners>& to)
{
    const CellKind linear = traits_of(kind).by_corners;
    const auto add = [&](glm::vec3 origin, glm::vec3 r, glm::vec3 s) {
        std::array<std::uint32_t, 8> corners{};
        const auto places = node_places(linear);
        for (std::size_t n = 0; n < places.size(); ++n)
            corners[n] = points[point_at(kind, origin + places[n].x * r + places[n].y * s +
                                                   glm::vec3{0.0F, 0.0F, 0.5F * places[n].z})];
        cut(linear, std::span(corners).first(places.size()), to);
    };
    constexpr glm::vec3 r{0.5F, 0.0F, 0.0F}, s{0.0F, 0.5F, 0.0F}, t{0.0F, 0.0F, 0.5F};
    for (const glm::vec3 layer : {glm::vec3{0.0F}, t}) {
        for (const glm::vec3 origin : {glm::vec3{0.0F}, r, s}) add(layer + origin, r, s);
        if (linear == CellKind::Wedge)
            add(layer + r + s, -r, -s);  // the middle triangle, the other way round
        else
            add(layer + r + s, r, s);
    }
}

/// Cuts cells of all kinds.
class CellCutter {
public:
    /// places: of all points; borrowed.
    explicit CellCutter(const std::vector<glm::vec3>& places) : places_{places} {}

    void cut_cell(CellKind kind, std::span<const std::uint32_t> points, std::vector<TetrahedronCorners>& to)
    {
        if (!is_quadratic(kind)) return cut(kind, points, to);
        if (kind == CellKind::BiquadraticWedge || kind == CellKind::TriquadraticHexa)
            return cut_into_eight(kind, points, to);
        auto& middles = middles_[static_cast<std::size_t>(kind)];
        if (!middles) middles.emplace(kind);
        const std::uint32_t tip = kind == CellKind::QuadraticTetra
                                      ? tip_of_tetrahedron(points, places_)
                                      : std::ranges::min(points.subspan(corner_count(kind)));
        cut_by_middles(*middles, points, tip, to);
    }

private:
    const std::vector<glm::vec3>& places_;
    std::array<std::optional<MiddlesOfCell>, cell_traits.size()> middles_;
};

/// The ten bits of a number with two zeros between each two.
std::uint32_t spread(std::uint32_t bits)
{
    bits = (bits | bits << 16U) & 0x030000FFU;
    bits = (bits | bits << 8U) & 0x0300F00FU;
    bits = (bits | bits << 4U) & 0x030C30C3U;
    return (bits | bits << 2U) & 0x09249249U;
}

std::uint32_t morton_code(glm::vec3 unit)
{
    const glm::uvec3 at{glm::clamp(unit * 1024.0F, 0.0F, 1023.0F)};
    return spread(at.x) | spread(at.y) << 1U | spread(at.z) << 2U;
}

glm::vec3 middle(const TetrahedronCorners& t, const std::vector<glm::vec3>& points)
{
    return 0.25F * (points[t[0]] + points[t[1]] + points[t[2]] + points[t[3]]);
}

void turn_outside_out(TetrahedronCorners& t, const std::vector<glm::vec3>& points)
{
    const glm::dvec3 first{points[t[0]]};
    const glm::dvec3 a = glm::dvec3{points[t[1]]} - first, b = glm::dvec3{points[t[2]]} - first;
    if (glm::dot(glm::cross(a, b), glm::dvec3{points[t[3]]} - first) < 0.0) std::swap(t[2], t[3]);
}

}  // namespace

std::size_t point_at(CellKind kind, glm::vec3 place)
{
    const auto places = node_places(kind);
    return static_cast<std::size_t>(std::ranges::find(places, place) - places.begin());
}

std::size_t middle_point(CellKind kind, std::size_t a, std::size_t b)
{
    const auto places = node_places(kind);
    const auto [base, end] = std::minmax(a, b);
    const bool is_to_tip = traits_of(kind).by_corners == CellKind::Pyramid && end == 4;
    if (is_to_tip) return point_at(kind, {places[base].x, places[base].y, 0.5F});
    return point_at(kind, 0.5F * (places[a] + places[b]));
}

std::vector<TetrahedronCorners> cut_into_tetrahedra(const IsoparametricGrid& grid,
                                                    const std::vector<glm::vec3>& points)
{
    std::vector<TetrahedronCorners> tetrahedra;
    CellCutter cutter{points};
    for (std::size_t cell = 0; cell < grid.cells().size(); ++cell)
        if (const CellKind kind = grid.cells()[cell].kind; !is_flat(kind))
            cutter.cut_cell(kind, grid.points_of(cell), tetrahedra);
    return tetrahedra;
}

std::vector<TetrahedronCorners> along_z_curve(std::vector<TetrahedronCorners> tetrahedra,
                                              const std::vector<glm::vec3>& points)
{
    constexpr float most = std::numeric_limits<float>::max();
    glm::vec3 lo{most}, hi{-most};
    for (const TetrahedronCorners& t : tetrahedra) {
        lo = glm::min(lo, middle(t, points));
        hi = glm::max(hi, middle(t, points));
    }
    const glm::vec3 scale = 1.0F / glm::max(hi - lo, glm::vec3{std::numeric_limits<float>::min()});
    std::vector<std::pair<std::uint32_t, std::uint32_t>> order(tetrahedra.size());
    for (std::size_t t = 0; t < tetrahedra.size(); ++t)
        order[t] = {morton_code((middle(tetrahedra[t], points) - lo) * scale), static_cast<std::uint32_t>(t)};
    std::ranges::sort(order);
    std::vector<TetrahedronCorners> sorted;
    sorted.reserve(tetrahedra.size());
    for (const auto& [code, t] : order) {
        turn_outside_out(tetrahedra[t], points);
        sorted.push_back(tetrahedra[t]);
    }
    return sorted;
}

}  // namespace farfield::compute
