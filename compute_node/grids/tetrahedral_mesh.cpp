#include "compute_node/grids/tetrahedral_mesh.h"

#include "compute_node/grids/cells/shared_faces.h"
#include "compute_node/grids/search/coincident_points.h"
#include "compute_node/support/parallel_ranges.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace farfield::compute {

namespace {

bool is_degenerate(glm::dvec3 p0, glm::dvec3 p1, glm::dvec3 p2, glm::dvec3 p3)
{
    const auto area = [](glm::dvec3 a, glm::dvec3 b) { return glm::length(glm::cross(a, b)); };
    const double largest_face = std::max(std::max(area(p1 - p0, p2 - p0), area(p1 - p0, p3 - p0)),
                                         std::max(area(p2 - p0, p3 - p0), area(p2 - p1, p3 - p1)));
    double longest = 0.0;
    for (const glm::dvec3 edge : {p1 - p0, p2 - p0, p3 - p0, p2 - p1, p3 - p1, p3 - p2})
        longest = std::max(longest, glm::length(edge));
    const double volume = std::abs(glm::dot(p1 - p0, glm::cross(p2 - p0, p3 - p0)));
    return !(volume > degenerate_thickness * longest * largest_face);
}

/// True for tetrahedra without volume, even with extents along x, y and z scaled to 1, so that degrees beside
/// metres make none flat. The scale is 0 along an axis where rounding alone may have made the extent.
bool is_degenerate(const TetrahedronCorners& t, const std::vector<glm::vec3>& points)
{
    constexpr double roundings = 8.0 * std::numeric_limits<float>::epsilon();
    const std::array p{glm::dvec3{points[t[0]]}, glm::dvec3{points[t[1]]}, glm::dvec3{points[t[2]]},
                       glm::dvec3{points[t[3]]}};
    if (!is_degenerate(p[0], p[1], p[2], p[3])) return false;
    const glm::dvec3 lo = glm::min(glm::min(p[0], p[1]), glm::min(p[2], p[3]));
    const glm::dvec3 hi = glm::max(glm::max(p[0], p[1]), glm::max(p[2], p[3]));
    glm::dvec3 scale{0.0};
    for (int axis = 0; axis < 3; ++axis)
        if (const double extent = hi[axis] - lo[axis];
            extent > roundings * std::max(std::abs(lo[axis]), std::abs(hi[axis])))
            scale[axis] = 1.0 / extent;
    return is_degenerate(scale * (p[0] - lo), scale * (p[1] - lo), scale * (p[2] - lo), scale * (p[3] - lo));
}

/// The places of the corners of a face, which has four times its tetrahedron's number plus the corner
/// opposite.
FacePlaces places_on(std::uint32_t face, const std::vector<TetrahedronCorners>& tetrahedra,
                     const std::vector<std::uint32_t>& places)
{
    const TetrahedronCorners& t = tetrahedra[face / 4];
    FacePlaces found{places[t[(face + 1) % 4]], places[t[(face + 2) % 4]], places[t[(face + 3) % 4]],
                     no_place};
    std::sort(found.begin(), found.begin() + 3);
    return found;
}

}  // namespace

TetrahedralMesh take_tetrahedra(const CellList& cells, const std::vector<glm::vec3>& points)
{
    TetrahedralMesh mesh;
    mesh.corners.reserve(cells.corners.size() / 4);
    cells.for_each([&](CellKind kind, const std::uint32_t* c) {
        if (kind == CellKind::Tetra) mesh.corners.push_back({c[0], c[1], c[2], c[3]});
        if (mesh.corners.size() >= max_tetrahedra)
            throw std::runtime_error(
                fmt::format("the mesh has more than max_tetrahedra = {}", max_tetrahedra));
    });
    std::vector<std::uint8_t> left_out(mesh.corners.size());
    for_ranges(left_out.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t t = begin; t < end; ++t)
            left_out[t] = is_degenerate(mesh.corners[t], points) ? 1 : 0;
    });
    std::size_t kept = 0;
    for (std::size_t t = 0; t < left_out.size(); ++t)
        if (left_out[t] == 0) mesh.corners[kept++] = mesh.corners[t];
    mesh.degenerate = left_out.size() - kept;
    mesh.corners.resize(kept);
    return mesh;
}

std::vector<Neighbours> neighbours_of(const std::vector<TetrahedronCorners>& tetrahedra,
                                      const std::vector<glm::vec3>& points)
{
    const std::vector<std::uint32_t> places = first_at_same_place(points);
    const auto places_of = [&](std::uint32_t face) { return places_on(face, tetrahedra, places); };
    std::vector<Neighbours> neighbours(tetrahedra.size(), Neighbours{-1, -1, -1, -1});
    const FacesByPlace faces{static_cast<std::uint32_t>(4 * tetrahedra.size()), places.size(), places_of};
    faces.for_each_pair([&](std::uint32_t a, std::uint32_t b) {
        neighbours[a / 4][a % 4] = static_cast<std::int32_t>(b / 4);
        neighbours[b / 4][b % 4] = static_cast<std::int32_t>(a / 4);
    });
    return neighbours;
}

}  // namespace farfield::compute
