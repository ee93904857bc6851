#include "compute_node/fields/subdivision.h"

#include <algorithm>
#include <span>

namespace farfield::compute {

namespace {

/// Places among a cell's corners, round the face; the last is -1 for a triangle.
using Face = std::array<int, 4>;
using Triangle = std::array<std::uint32_t, 3>;

constexpr std::array<Face, 4> tetrahedron_faces{{{0, 1, 2, -1}, {0, 1, 3, -1}, {1, 2, 3, -1}, {2, 0, 3, -1}}};
constexpr std::array<Face, 5> pyramid_faces{
    {{0, 1, 2, 3}, {0, 1, 4, -1}, {1, 2, 4, -1}, {2, 3, 4, -1}, {3, 0, 4, -1}}};
constexpr std::array<Face, 5> wedge_faces{
    {{0, 1, 2, -1}, {3, 4, 5, -1}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}}};
constexpr std::array<Face, 6> hexahedron_faces{
    {{0, 1, 2, 3}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}};

std::span<const Face> faces_of(CellKind kind)
{
    switch (kind) {
    case CellKind::Tetra:
        return tetrahedron_faces;
    case CellKind::Pyramid:
        return pyramid_faces;
    case CellKind::Wedge:
        return wedge_faces;
    case CellKind::Hexa:
        return hexahedron_faces;
    case CellKind::Triangle:
    case CellKind::Quad:
        break;
    }
    return {};
}

/// Both halves of a quad, cut from its smallest point.
std::array<Triangle, 2> halves_of(const std::array<std::uint32_t, 4>& quad)
{
    const auto smallest = static_cast<std::size_t>(std::min_element(quad.begin(), quad.end()) - quad.begin());
    const auto at = [&](std::size_t i) { return quad[(smallest + i) % 4]; };
    return {{{at(0), at(1), at(2)}, {at(0), at(2), at(3)}}};
}

/// The tetrahedron between a point and a triangle, unless the triangle holds the point or has collapsed.
void append_cone(std::uint32_t tip, const Triangle& t, std::vector<TetrahedronCorners>& tetrahedra)
{
    const auto [a, b, c] = t;
    if (a == tip || b == tip || c == tip || a == b || b == c || c == a) return;
    tetrahedra.push_back({tip, a, b, c});
}

}  // namespace

// From the smallest point of the cell to every face that does not hold it: the faces that do are cut from the
// same point by the rule, so that nothing else remains.
void append_tetrahedra(CellKind kind, const std::uint32_t* corners,
                       std::vector<TetrahedronCorners>& tetrahedra)
{
    const std::uint32_t tip = *std::min_element(corners, corners + corner_count(kind));
    for (const Face& face : faces_of(kind)) {
        const std::uint32_t a = corners[face[0]], b = corners[face[1]], c = corners[face[2]];
        if (face[3] < 0) {
            append_cone(tip, {a, b, c}, tetrahedra);
            continue;
        }
        const std::uint32_t d = corners[face[3]];
        if (a == tip || b == tip || c == tip || d == tip) continue;
        for (const Triangle& half : halves_of({a, b, c, d})) append_cone(tip, half, tetrahedra);
    }
}

void append_slab(CellKind kind, const std::uint32_t* corners, std::uint32_t points,
                 std::vector<TetrahedronCorners>& tetrahedra)
{
    const auto append = [&](const Triangle& t) {
        const auto [a, b, c] = t;
        const std::array<std::uint32_t, 6> wedge{a, b, c, a + points, b + points, c + points};
        append_tetrahedra(CellKind::Wedge, wedge.data(), tetrahedra);
    };
    if (kind == CellKind::Triangle) append({corners[0], corners[1], corners[2]});
    if (kind == CellKind::Quad)
        for (const Triangle& half : halves_of({corners[0], corners[1], corners[2], corners[3]})) append(half);
}

}  // namespace farfield::compute
