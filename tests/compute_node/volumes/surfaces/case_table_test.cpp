#include "compute_node/volumes/surfaces/case_table.h"

#include "tests/catch.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

using namespace farfield::compute;

namespace {

using Line = std::pair<int, int>;

/// The directed sides of a case's triangles that no other triangle of it has: where the surface leaves the
/// cell.
std::set<Line> outline(const CubeCase& of)
{
    std::set<Line> lines;
    for (std::size_t t = 0; t < of.triangles; ++t)
        for (std::size_t i = 0; i < 3; ++i) {
            const Line line{of.edges[t][i], of.edges[t][(i + 1) % 3]};
            if (lines.erase({line.second, line.first}) == 0) lines.insert(line);
        }
    return lines;
}

bool lies_on(int edge, int axis, unsigned side)
{
    const auto [a, b] = edge_corners[static_cast<std::size_t>(edge)];
    return (a >> axis & 1U) == side && (b >> axis & 1U) == side;
}

/// The lines in one of a cell's faces, by edges of that face alone, numbered as those on its lower side.
std::set<Line> lines_on(const CubeCase& of, int axis, unsigned side)
{
    const auto moved = [&](int edge) {
        const auto [a, b] = edge_corners[static_cast<std::size_t>(edge)];
        const auto mask = static_cast<std::uint8_t>(~(1U << axis));
        return int{edge_between(a & mask, b & mask)};
    };
    std::set<Line> found;
    for (const auto& [from, to] : outline(of))
        if (lies_on(from, axis, side) && lies_on(to, axis, side)) found.insert({moved(from), moved(to)});
    return found;
}

/// The signs of the corners on one side of an axis, as those on its lower side.
unsigned signs_on(unsigned above, int axis, unsigned side)
{
    unsigned signs = 0;
    for (unsigned corner = 0; corner < 8; ++corner)
        if ((corner >> axis & 1U) == side && (above >> corner & 1U) != 0)
            signs |= 1U << (corner & ~(1U << axis));
    return signs;
}

}  // namespace

TEST_CASE("case_table: neighbours agree on every face, whatever their other corners", "[surfaces]")
{
    int pairs = 0;
    for (int axis = 0; axis < 3; ++axis)
        for (unsigned a = 0; a < 256; ++a)
            for (unsigned b = 0; b < 256; ++b) {
                if (signs_on(a, axis, 1) != signs_on(b, axis, 0)) continue;
                std::set<Line> backwards;
                for (const auto& [from, to] : lines_on(case_table[b], axis, 0)) backwards.insert({to, from});
                if (lines_on(case_table[a], axis, 1) != backwards)
                    FAIL(a << " and " << b << " along " << axis);
                ++pairs;
            }
    CHECK(pairs == 3 * 16 * 16 * 16);
}

TEST_CASE("case_table: triangles have the crossed edges and no others", "[surfaces]")
{
    for (unsigned above = 0; above < 256; ++above) {
        const CubeCase& of = case_table[above];
        for (int edge = 0; edge < 12; ++edge) {
            const auto [a, b] = edge_corners[static_cast<std::size_t>(edge)];
            bool is_used = false;
            for (std::size_t t = 0; t < of.triangles; ++t)
                is_used = is_used || std::ranges::find(of.edges[t], edge) != of.edges[t].end();
            CHECK(is_used == ((above >> a & 1U) != (above >> b & 1U)));
        }
    }
}

TEST_CASE("case_table: a corner alone above the value is cut off by a triangle that faces away from it",
          "[surfaces]")
{
    const CubeCase& of = case_table[1];
    REQUIRE(of.triangles == 1);
    CHECK(of.edges[0] == std::array<std::uint8_t, 3>{0, 4, 8});  // x, y and z: (1, 1, 1) is its normal
}

TEST_CASE("case_table: of corners above that lie diagonally on a face each is cut off by itself",
          "[surfaces]")
{
    CHECK(case_table[0b00001001].triangles == 2);
    CHECK(case_table[0b11110110].triangles == 4);  // the corners below stay joined
    CHECK(case_table[0b01101001].triangles == 4);
}
