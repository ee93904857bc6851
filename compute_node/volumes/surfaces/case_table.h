#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// The triangles of an isosurface in a cube, for each of the 256 ways in which its corners lie above or below
/// the value. The compiler makes the table from one rule.
///
/// Corner c lies at (c & 1, c >> 1 & 1, c >> 2 & 1) of the cell. Edges are numbered as edge_corners says.
///
/// On each face the surface's line leaves through as many edges as it enters by. With two corners above that
/// lie diagonally there are two ways to join the four crossed edges: the one that keeps the lower corners
/// joined is taken. The rule depends on the four signs of a face alone, so that the two cells of a face agree
/// and no crack is left. The lines of all faces form loops, and each loop is cut into a fan of triangles.
namespace farfield::compute {

inline constexpr std::size_t cube_edges = 12;
inline constexpr std::size_t max_case_triangles = 5;

/// Lower and higher corner of each edge: four along x, then along y, then along z. Edge 4 a + n lies along
/// axis a; bit 0 of n is the side along the first of the two other axes, bit 1 along the second.
inline constexpr std::array<std::array<std::uint8_t, 2>, cube_edges> edge_corners{
    {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3}, {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}}};

/// The corners of each face, counter-clockwise seen from outside.
inline constexpr std::array<std::array<std::uint8_t, 4>, 6> face_corners{
    {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}};

[[nodiscard]] constexpr std::uint8_t edge_between(std::uint8_t a, std::uint8_t b)
{
    for (std::uint8_t edge = 0; edge < cube_edges; ++edge)
        if ((edge_corners[edge][0] == a && edge_corners[edge][1] == b) ||
            (edge_corners[edge][0] == b && edge_corners[edge][1] == a))
            return edge;
    return cube_edges;
}

/// Next edge around the surface for each crossed edge; no_edge for edges that are not crossed. above: bit c
/// is set where corner c lies above the value.
using EdgeSuccessors = std::array<std::uint8_t, cube_edges>;
inline constexpr std::uint8_t no_edge = cube_edges;

/// The successors of edges. Each face is traversed counter-clockwise. Each row of corners above the value has
/// a line, which begins at the edge before the row and ends at the edge behind it. Corners above that lie
/// diagonally are two rows: they are parted, and the corners below stay joined.
[[nodiscard]] constexpr EdgeSuccessors edge_successors(unsigned above)
{
    EdgeSuccessors next{};
    next.fill(no_edge);
    for (const auto& face : face_corners)
        for (std::size_t i = 0; i < 4; ++i) {
            const auto is_above = [&](std::size_t n) { return (above >> face[n % 4] & 1U) != 0; };
            if (!is_above(i) || is_above(i + 1)) continue;
            std::size_t first = i;  // first corner of the row above that ends at i
            while (is_above(first + 3)) first += 3;
            next[edge_between(face[(first + 3) % 4], face[first % 4])] =
                edge_between(face[i], face[(i + 1) % 4]);
        }
    return next;
}

/// The triangles of a case, by the edges that hold their corners.
struct CubeCase {
    std::uint8_t triangles = 0;
    std::array<std::array<std::uint8_t, 3>, max_case_triangles> edges{};
};

/// Makes a case. Triangles go counter-clockwise seen from where the scalar is lower.
[[nodiscard]] constexpr CubeCase cube_case(unsigned above)
{
    CubeCase made;
    EdgeSuccessors next = edge_successors(above);
    for (std::uint8_t first = 0; first < cube_edges; ++first) {
        if (next[first] == no_edge) continue;
        std::uint8_t second = next[first], third = next[second];
        next[first] = no_edge;
        while (third != first) {
            made.edges[made.triangles++] = {first, second, third};
            next[second] = no_edge;
            second = third;
            third = next[third];
        }
        next[second] = no_edge;
    }
    return made;
}

[[nodiscard]] constexpr std::array<CubeCase, 256> make_case_table()
{
    std::array<CubeCase, 256> table{};
    for (unsigned above = 0; above < table.size(); ++above) table[above] = cube_case(above);
    return table;
}

inline constexpr std::array<CubeCase, 256> case_table = make_case_table();

}  // namespace farfield::compute
