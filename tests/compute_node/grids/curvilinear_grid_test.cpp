#include "compute_node/grids/curvilinear_grid.h"
#include "tests/catch.h"
#include "tests/compute_node/sampled_field.h"

#include <glm/geometric.hpp>

#include <optional>
#include <random>
#include <stdexcept>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr int nodes_on_axis = 9;

struct GridWithNodes {
    CurvilinearGrid grid;
    Nodes nodes;

    [[nodiscard]] std::optional<Node> sample(glm::vec3 position, CellCursor& cursor) const
    {
        if (!grid.find(position, nodes.data(), cursor)) return std::nullopt;
        return grid.interpolate(nodes.data(), cursor);
    }
};

GridWithNodes warped_grid()
{
    std::vector<glm::vec3> points;
    std::vector<Node> nodes;
    for (int k = 0; k < nodes_on_axis; ++k)
        for (int j = 0; j < nodes_on_axis; ++j)
            for (int i = 0; i < nodes_on_axis; ++i) {
                points.emplace_back(
                    warped({node_at(i, nodes_on_axis, false), node_at(j, nodes_on_axis, false),
                            node_at(k, nodes_on_axis, false)}));
                nodes.emplace_back(points.back(), 1.0F);  // the velocity is the position itself
            }
    return {CurvilinearGrid{{glm::ivec3{nodes_on_axis}}, points}, nodes};
}

Hexahedron cell_at(const CurvilinearGrid& grid, glm::ivec3 cell, glm::vec3 about)
{
    Hexahedron corners;
    for (int c = 0; c < 8; ++c)
        corners[c] = grid.position_of(0, cell + glm::ivec3{c & 1, c >> 1 & 1, c >> 2}) - about;
    return corners;
}

}  // namespace

TEST_CASE("CurvilinearGrid: cells that all lie over each other are refused, not indexed for ever",
          "[curvilinear]")
{
    // Points in random order: each cell spans the domain.
    std::mt19937 random{5};
    std::uniform_real_distribution<float> anywhere{-1.0F, 1.0F};
    constexpr int many = 24;
    std::vector<glm::vec3> points(many * many * many);
    for (auto& point : points) point = {anywhere(random), anywhere(random), anywhere(random)};
    CHECK_THROWS_WITH((CurvilinearGrid{{glm::ivec3{many}}, points}),
                      ContainsSubstring("lie over each other"));
}

TEST_CASE("CurvilinearGrid: coordinates with an extent that overflows are refused", "[curvilinear]")
{
    std::vector<glm::vec3> points;
    for (int i = 0; i < 8; ++i)
        points.emplace_back((i & 1) ? 3e38F : -3e38F, (i & 2) ? 1.0F : 0.0F, (i & 4) ? 1.0F : 0.0F);
    CHECK_THROWS_WITH((CurvilinearGrid{{glm::ivec3{2}}, points}), ContainsSubstring("too large"));
}

TEST_CASE("CurvilinearGrid: blocks with one layer lie in one plane, and with no others", "[curvilinear]")
{
    const auto layer_at = [](float z) {
        return std::vector<glm::vec3>{{0, 0, z}, {1, 0, z}, {0, 1, z}, {1, 1, z}};
    };
    auto points = layer_at(0.0F);
    const auto second = layer_at(1.0F);
    points.insert(points.end(), second.begin(), second.end());
    const glm::ivec3 flat{2, 2, 1};
    CHECK_THROWS_WITH((CurvilinearGrid{{flat, flat}, points}), ContainsSubstring("same plane"));
    points.insert(points.begin(), {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}});
    CHECK_THROWS_WITH((CurvilinearGrid{{flat, glm::ivec3{2}}, points}), ContainsSubstring("mixed"));
}

TEST_CASE("Hexahedron: from local to physical coordinates and back", "[curvilinear]")
{
    const auto [grid, nodes] = warped_grid();
    std::mt19937 random{3};
    std::uniform_real_distribution<float> within{0.0F, 1.0F};
    std::uniform_int_distribution<int> any_cell{0, nodes_on_axis - 2};
    for (int i = 0; i < 1000; ++i) {
        const glm::ivec3 cell{any_cell(random), any_cell(random), any_cell(random)};
        const glm::vec3 local{within(random), within(random), within(random)};
        const glm::vec3 p = map_to_physical(TrilinearMap{cell_at(grid, cell, glm::vec3{0.0F})}, local);
        const LocalPoint back = map_to_local(TrilinearMap{cell_at(grid, cell, p)}, glm::vec3{0.5F});
        REQUIRE(back.converged);
        REQUIRE(glm::distance(back.local, local) < 1e-5F);
    }
}

TEST_CASE(
    "CurvilinearGrid: finds random points by its index, and where it finds them the map gives them back",
    "[curvilinear]")
{
    const auto [grid, nodes] = warped_grid();
    std::mt19937 random{4};
    std::uniform_real_distribution<float> inside{-1.999F, 1.999F};
    for (int i = 0; i < 1000; ++i) {
        const glm::vec3 p{inside(random), inside(random), inside(random)};
        CellCursor cursor;
        REQUIRE(grid.locate(p, nodes.data(), cursor));
        const glm::vec3 q =
            map_to_physical(TrilinearMap{cell_at(grid, cursor.cell, glm::vec3{0.0F})}, cursor.local);
        REQUIRE(glm::distance(p, q) < 1e-5F);
    }
}

TEST_CASE("CurvilinearGrid: a walk from any cell ends where the index points to", "[curvilinear]")
{
    const GridWithNodes field = warped_grid();
    std::mt19937 random{5};
    std::uniform_real_distribution<float> inside{-1.99F, 1.99F};
    CellCursor walker;
    for (int i = 0; i < 1000; ++i) {
        const glm::vec3 p{inside(random), inside(random), inside(random)};
        const auto value = field.sample(p, walker);
        REQUIRE(value);
        REQUIRE(glm::distance(glm::vec3{*value}, p) < 1e-5F);
    }
}

TEST_CASE("CurvilinearGrid: a point passes from block to block", "[curvilinear]")
{
    // Two unit cubes side by side along x, each a block of its own.
    std::vector<glm::vec3> points;
    std::vector<Node> nodes;
    for (int block = 0; block < 2; ++block)
        for (int c = 0; c < 8; ++c) {
            points.emplace_back((c & 1) + block, c >> 1 & 1, c >> 2);
            nodes.emplace_back(points.back(), 0.0F);
        }
    const GridWithNodes field{CurvilinearGrid{{glm::ivec3{2}, glm::ivec3{2}}, points}, nodes};
    CellCursor cursor;
    REQUIRE(field.sample({0.5F, 0.5F, 0.5F}, cursor));
    CHECK(cursor.block == 0);
    const auto value = field.sample({1.5F, 0.25F, 0.5F}, cursor);
    REQUIRE(value);
    CHECK(cursor.block == 1);
    CHECK(glm::distance(glm::vec3{*value}, glm::vec3{1.5F, 0.25F, 0.5F}) < 1e-5F);
}

TEST_CASE("CurvilinearGrid: a layer in a plane holds points at any height", "[curvilinear]")
{
    std::vector<glm::vec3> points;
    std::vector<Node> nodes;
    for (int j = 0; j < 4; ++j)
        for (int i = 0; i < 4; ++i) {
            points.emplace_back(i + 0.1 * j, j, 7.0);
            nodes.emplace_back(points.back().x, points.back().y, 0.0F, 0.0F);
        }
    const GridWithNodes field{CurvilinearGrid{{{4, 4, 1}}, points}, double_flat_axes(nodes, {4, 4, 1})};
    CellCursor cursor;
    const auto value = field.sample({1.5F, 1.25F, -100.0F}, cursor);
    REQUIRE(value);
    CHECK(value->x == Approx(1.5F));
    CHECK(value->y == Approx(1.25F));
    CHECK(field.grid.position_of(0, {3, 0, 0}) == glm::vec3{3, 0, 7});
}

TEST_CASE("CurvilinearGrid: a layer that is no plane is refused", "[curvilinear]")
{
    const std::vector<glm::vec3> points{{0, 0, 0}, {1, 0, 1}, {0, 1, 2}, {1, 1, 0}};
    CHECK_THROWS_AS((CurvilinearGrid{{{2, 2, 1}}, points}), std::runtime_error);
}
