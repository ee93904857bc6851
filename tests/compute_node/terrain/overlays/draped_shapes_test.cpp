#include "compute_node/terrain/overlays/draped_shapes.h"

#include "tests/catch.h"
#include "tests/compute_node/terrain/posts.h"

#include <cmath>
#include <limits>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::compute::testing;

namespace {

/// A plane that rises by 2 m a column, with a hole at column 30; coordinates are posts.
Terrain slope()
{
    return terrain_of(41, 21, [](std::int64_t column, std::int64_t) {
        return column == 30 ? std::nanf("") : 2.0F * static_cast<float>(column);
    });
}

DrapedShapes draped(const std::vector<glm::dvec2>& line, const DrapeSettings& settings = {})
{
    const Terrain terrain = slope();
    return drape({.lines = {line}, .places = {}}, terrain.blocks, terrain.info.frame, settings);
}

}  // namespace

TEST_CASE("drape: a long segment is cut into short ones that lie on the ground", "[terrain]")
{
    const DrapedShapes shapes = draped({{0, 3}, {10, 5}, {10, 6}});
    REQUIRE(shapes.lines.size() == 1);
    const auto& line = shapes.lines[0];
    REQUIRE(line.size() == 5);  // 10 posts in three pieces, and one
    CHECK(line[0] == glm::dvec3{0, 3, 0});
    CHECK(line[1].x == Approx(10. / 3));
    CHECK(line[3] == glm::dvec3{10, 5, 20});
    CHECK(line[4] == glm::dvec3{10, 6, 20});
    for (const glm::dvec3& at : line) CHECK(at.z == Approx(2 * at.x));
}

TEST_CASE("drape: a line ends where the map does, and goes on where it comes back", "[terrain]")
{
    const DrapedShapes shapes = draped({{-10, 10}, {2, 10}, {2, 40}, {4, 40}, {4, 19}});
    REQUIRE(shapes.lines.size() == 2);
    CHECK(shapes.lines[0].front() == glm::dvec3{0, 10, 0});
    CHECK(shapes.lines[0].back() == glm::dvec3{2, 20, 4});
    CHECK(shapes.lines[1].front() == glm::dvec3{4, 20, 8});
    CHECK(shapes.lines[1].back() == glm::dvec3{4, 19, 8});
    CHECK(draped({{-5, -5}, {-5, 50}, {60, 50}}).lines.empty());
}

TEST_CASE("drape: places that lead beyond all maps take no time", "[terrain]")
{
    const DrapedShapes shapes = draped({{-1e12, 10}, {1e12, 10}});
    REQUIRE_FALSE(shapes.lines.empty());
    CHECK(shapes.lines.front().front().x == Approx(0.0).margin(1e-3));
    CHECK(shapes.lines.back().back().x == Approx(40.0));
    constexpr double nan = std::numeric_limits<double>::quiet_NaN(),
                     inf = std::numeric_limits<double>::infinity();
    CHECK(draped({{nan, 0}, {inf, 1}, {-1e308, 0}, {1e308, 1e308}}).lines.empty());
    CHECK(draped({{1, 1}, {2, 2}, {nan, 3}, {4, 4}, {5, 5}}).lines.size() == 2);
}

TEST_CASE("drape: holes cut lines and have no places", "[terrain]")
{
    const DrapedShapes shapes = draped({{20, 10}, {40, 10}}, {.piece_posts = 1});
    REQUIRE(shapes.lines.size() == 2);
    CHECK(shapes.lines[0].back().x == 29.0);
    CHECK(shapes.lines[1].front().x == 31.0);
    const Terrain terrain = slope();
    const DrapedShapes places =
        drape({.lines = {}, .places = {{{5, 5}, "a"}, {{30, 5}, "b"}, {{50, 5}, "c"}}}, terrain.blocks,
              terrain.info.frame);
    REQUIRE(places.places.size() == 1);
    CHECK(places.places[0].at == glm::dvec3{5, 5, 10});
    CHECK(places.places[0].name == "a");
}

TEST_CASE("drape: more vertices than are allowed", "[terrain]")
{
    CHECK(draped({{0, 3}, {10, 3}}, {.piece_posts = 1, .max_vertices = 11}).lines[0].size() == 11);
    CHECK_THROWS_AS(draped({{0, 3}, {10, 3}}, {.piece_posts = 1, .max_vertices = 10}), TooManyVertices);
}
