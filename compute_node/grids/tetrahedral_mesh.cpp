#include "compute_node/grids/tetrahedral_mesh.h"

#include "compute_node/grids/cells/shared_faces.h"
#include "compute_node/grids/search/coincident_points.h"
#include "compute_node/support/parallel_ranges.h"

#include <glm/geometric.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace farfield::compute {

namespace {

bool is_degenerate(const TetrahedronCorners& t, const std::vector<glm::vec3>& points)
{
    const glm::dvec3 p0{points[t[0]]}, p1{points[t[1]]}, p2{points[t[2]]}, p3{points[t[3]]};
    const auto area = [](glm::dvec3 a, glm::dvec3 b) { return glm::length(glm::cross(a, b)); };
    const double largest_face = std::max(std::max(area(p1 - p0, p2 - p0), area(p1 - p0, p3 - p0)),
                                         std::max(area(p2 - p0, p3 - p0), area(p2 - p1, p3 - p1)));
    double longest = 0.0;
    for (const glm::dvec3 edge : {p1 - p0, p2 - p0, p3 - p0, p2 - p1, p3 - p1, p3 - p2})
        longest = std::max(longest, glm::length(edge));
    const double volume = std::abs(glm::dot(p1 - p0, glm::cross(p2 - p0, p3 - p0)));
    return !(volume > degenerate_thickness * longest * largest_face);
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
