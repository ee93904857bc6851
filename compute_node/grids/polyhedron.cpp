#include "compute_node/grids/polyhedron.h"

#include "compute_node/grids/cells/cell_of_faces.h"

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace farfield::compute {

namespace {

/// A side of a face's triangle, and whether it runs from its smaller point to the larger one.
struct Side {
    std::uint32_t lo, hi;
    std::size_t face;
    bool forward;
    [[nodiscard]] bool operator<(const Side& other) const
    {
        return std::tie(lo, hi, face) < std::tie(other.lo, other.hi, other.face);
    }
    [[nodiscard]] bool joins(const Side& other) const
    {
        return lo == other.lo && hi == other.hi && face != other.face;
    }
};

std::vector<Side> sorted_sides(const std::vector<TriangleCorners>& triangles,
                               const std::vector<std::size_t>& first_triangle)
{
    std::vector<Side> sides;
    for (std::size_t face = 0; face + 1 < first_triangle.size(); ++face)
        for (std::size_t t = first_triangle[face]; t < first_triangle[face + 1]; ++t)
            for (int i = 0; i < 3; ++i) {
                const std::uint32_t a = triangles[t][i], b = triangles[t][(i + 1) % 3];
                sides.push_back({std::min(a, b), std::max(a, b), face, a < b});
            }
    std::sort(sides.begin(), sides.end());
    return sides;
}

/// The corners of the quad that two triangles with a common side form, in the first one's direction.
std::array<std::uint32_t, 4> quad_of(const TriangleCorners& one, const TriangleCorners& other)
{
    const auto not_in = [](const TriangleCorners& from, const TriangleCorners& others) {
        return std::find_if(from.begin(), from.end(), [&](std::uint32_t corner) {
            return std::find(others.begin(), others.end(), corner) == others.end();
        });
    };
    const auto at = static_cast<std::size_t>(not_in(one, other) - one.begin());
    return {one[at], one[(at + 1) % 3], *not_in(other, one), one[(at + 2) % 3]};
}

}  // namespace

void PolyhedronCutter::take_faces(std::span<const std::uint32_t> faces)
{
    corners_.clear();
    triangles_.clear();
    first_triangle_.assign(1, 0);
    while (!faces.empty()) {
        const std::size_t count = faces.front();
        faces = faces.subspan(1);
        if (count > faces.size())
            throw std::runtime_error(
                fmt::format("a face of a polyhedron should have {} corners, found {}", count, faces.size()));
        const auto corners = faces.first(count);
        for (const std::uint32_t corner : corners)
            if (corner >= points_.size())
                throw std::runtime_error(fmt::format("a polyhedron has point {} as a corner, of {} points",
                                                     corner, points_.size()));
        corners_.insert(corners_.end(), corners.begin(), corners.end());
        append_triangles(corners, points_, triangles_);
        first_triangle_.push_back(triangles_.size());
        faces = faces.subspan(count);
    }
    std::sort(corners_.begin(), corners_.end());
    corners_.erase(std::unique(corners_.begin(), corners_.end()), corners_.end());
}

/// Orients the faces outward, as files do not agree on their sense: neighbours run along their common side in
/// opposite directions, and of the two senses left the outward one gives a positive volume.
void PolyhedronCutter::turn_outward()
{
    const std::vector<Side> sides = sorted_sides(triangles_, first_triangle_);
    enum class Sense { Unknown, AsGiven, Turned };
    std::vector<Sense> senses(first_triangle_.size() - 1, Sense::Unknown);
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 0; i + 1 < sides.size(); ++i) {
            const Side &a = sides[i], &b = sides[i + 1];
            Sense &of_a = senses[a.face], &of_b = senses[b.face];
            if (!a.joins(b) || (of_a == Sense::Unknown) == (of_b == Sense::Unknown)) continue;
            const Sense known = of_a == Sense::Unknown ? of_b : of_a;
            const Sense other = known == Sense::AsGiven ? Sense::Turned : Sense::AsGiven;
            (of_a == Sense::Unknown ? of_a : of_b) = a.forward == b.forward ? other : known;
            changed = true;
        }
        const auto next = std::find(senses.begin(), senses.end(), Sense::Unknown);
        if (changed || next == senses.end()) continue;
        *next = Sense::AsGiven;  // the first face, or one that no side joins to the others
        changed = true;
    }
    double sum = 0.0;
    for (std::size_t face = 0; face < senses.size(); ++face)
        for (std::size_t t = first_triangle_[face]; t < first_triangle_[face + 1]; ++t) {
            if (senses[face] == Sense::Turned) std::swap(triangles_[t][1], triangles_[t][2]);
            sum += volume(triangles_[t], points_[corners_.front()]);
        }
    if (sum < 0.0)
        for (TriangleCorners& t : triangles_) std::swap(t[1], t[2]);
}

/// Six times the volume of the tetrahedron between a triangle and a point; positive where the point is on the
/// inner side.
double PolyhedronCutter::volume(const TriangleCorners& t, glm::dvec3 from) const
{
    const glm::dvec3 a = glm::dvec3{points_[t[0]]} - from, b = glm::dvec3{points_[t[1]]} - from,
                     c = glm::dvec3{points_[t[2]]} - from;
    return glm::dot(a, glm::cross(b, c));
}

/// Moves a point behind the face that it lies farthest in front of, until it lies behind all or gives up.
/// Source: Motzkin, Schoenberg, "The relaxation method for linear inequalities", 1954.
bool PolyhedronCutter::find_seeing_point(glm::dvec3& at) const
{
    double size = 0.0;
    for (const std::uint32_t corner : corners_)
        size = std::max(size, glm::distance(at, glm::dvec3{points_[corner]}));
    constexpr int most_moves = 500;
    const double least_depth = 1e-9 * size;
    double wanted_depth = 1e-3 * size;
    for (int move = 0; move < most_moves; ++move, wanted_depth *= 0.98) {  // thin ones have no such depth
        double least = wanted_depth;
        glm::dvec3 outward{0.0};
        for (const TriangleCorners& t : triangles_) {
            const glm::dvec3 first{points_[t[0]]};
            const glm::dvec3 normal =
                glm::cross(glm::dvec3{points_[t[1]]} - first, glm::dvec3{points_[t[2]]} - first);
            const double length = glm::length(normal);
            if (!(length > 0.0)) continue;
            const double depth = glm::dot(first - at, normal) / length;
            if (depth >= least) continue;
            least = depth;
            outward = normal / length;
        }
        if (least > least_depth && (move == 0 || least >= 0.5 * wanted_depth)) return true;
        at -= (wanted_depth - least) * outward;
    }
    return false;
}

/// Adds an inner point with its corners' weights: equal at their mean, elsewhere changed as little as needed.
void PolyhedronCutter::add_inner_point(glm::dvec3 at)
{
    glm::dvec3 mean{0.0};
    const double share = 1.0 / static_cast<double>(corners_.size());
    for (const std::uint32_t corner : corners_) mean += share * glm::dvec3{points_[corner]};
    glm::dmat3 spread{0.0};
    for (const std::uint32_t corner : corners_) {
        const glm::dvec3 from_mean = glm::dvec3{points_[corner]} - mean;
        spread += glm::outerProduct(from_mean, from_mean);
    }
    const bool moved = at != mean && glm::determinant(spread) != 0.0;
    const glm::dvec3 slope = moved ? glm::inverse(spread) * (at - mean) : glm::dvec3{0.0};
    for (const std::uint32_t corner : corners_)
        weights_.push_back({corner, share + glm::dot(slope, glm::dvec3{points_[corner]} - mean)});
    first_weight_.push_back(weights_.size());
    inner_points_.emplace_back(at);
}

void PolyhedronCutter::add(std::span<const std::uint32_t> faces, CellList& cells)
{
    if (const std::optional<PlainCell> plain = cell_of_faces(faces, points_))
        append(*plain, cells);
    else
        cut(faces, cells);
}

void PolyhedronCutter::cut(std::span<const std::uint32_t> faces, CellList& cells)
{
    take_faces(faces);
    if (triangles_.empty()) return;
    turn_outward();
    glm::dvec3 mean{0.0};
    for (const std::uint32_t corner : corners_)
        mean += glm::dvec3{points_[corner]} / static_cast<double>(corners_.size());
    glm::dvec3 inside = mean;
    const bool seen = find_seeing_point(inside);
    if (!seen) {
        ++folded_;
        inside = mean;
    }
    const auto number = static_cast<std::uint32_t>(points_.size() + inner_points_.size());
    add_inner_point(inside);
    for (std::size_t face = 0; face + 1 < first_triangle_.size(); ++face) {
        const auto triangles = std::span{triangles_}.subspan(
            first_triangle_[face], first_triangle_[face + 1] - first_triangle_[face]);
        if (add_pyramid(triangles, number, inside, cells)) continue;
        for (const TriangleCorners& t : triangles)
            if (seen || volume(t, inside) > 0.0)
                add_piece(CellKind::Tetra, {t[0], t[1], t[2], number}, cells);
    }
}

/// Adds a pyramid. Its base is bilinear then, as the face of a hexahedron, wedge or pyramid on its other
/// side, bent or not. False where the tip does not see the face, whichever way it is cut.
bool PolyhedronCutter::add_pyramid(std::span<const TriangleCorners> face, std::uint32_t tip,
                                   glm::dvec3 tip_at, CellList& cells)
{
    if (face.size() != 2) return false;
    const auto [a, b, c, d] = quad_of(face[0], face[1]);
    for (const TriangleCorners& t : {TriangleCorners{a, b, c}, TriangleCorners{b, c, d},
                                     TriangleCorners{c, d, a}, TriangleCorners{d, a, b}})
        if (!(volume(t, tip_at) > 0.0)) return false;
    add_piece(CellKind::Pyramid, {a, b, c, d, tip}, cells);
    return true;
}

void PolyhedronCutter::add_piece(CellKind kind, std::initializer_list<std::uint32_t> corners, CellList& cells)
{
    cells.kinds.push_back(kind);
    cells.corners.insert(cells.corners.end(), corners);
    ++pieces_;
}

void PolyhedronCutter::add_points(GridData& grid) const
{
    if (inner_points_.empty()) return;
    auto& mesh = std::get<UnstructuredGeometry>(grid.geometry);
    const auto at_inner_points = [&](auto& values, std::size_t components, const auto& blend) {
        for (std::size_t p = 0; p < polyhedra(); ++p)
            for (std::size_t c = 0; c < components; ++c) {
                double sum = 0.0;
                for (std::size_t w = first_weight_[p]; w < first_weight_[p + 1]; ++w)
                    sum = blend(sum, weights_[w].weight, values[weights_[w].point * components + c]);
                values.push_back(static_cast<typename std::decay_t<decltype(values)>::value_type>(sum));
            }
    };
    for (NodeValues& array : grid.arrays)
        at_inner_points(array.values.own(), array.components,
                        [](double sum, double weight, float value) { return sum + weight * value; });
    if (!grid.blanked.empty())
        at_inner_points(grid.blanked, 1, [](double any, double, std::uint8_t one) {
            return std::max(any, static_cast<double>(one));
        });
    mesh.points.insert(mesh.points.end(), inner_points_.begin(), inner_points_.end());
}

}  // namespace farfield::compute
