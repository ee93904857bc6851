#include "compute_node/terrain/sight/ground_point.h"

#include "compute_node/terrain/tree/bilinear_cell.h"
#include "tests/catch.h"
#include "tests/compute_node/terrain/made_terrain.h"

#include <cmath>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::compute::testing;

namespace {

/// 2 x + 3 y + x y; in column 2 row 1 there is no height, and none in the last column but for row 3.
Terrain holed()
{
    return made_terrain_of(5, 4, [](auto i, auto j) {
        if ((i == 2 && j == 1) || (i == 4 && j < 3)) return no_height;
        return static_cast<float>(2 * i + 3 * j + i * j);
    });
}

}  // namespace

TEST_CASE("ground_at: the bilinear surface between four posts", "[terrain]")
{
    const Terrain terrain = holed();
    CHECK(ground_at(terrain.blocks, {0.25, 0.5}) == Approx(0.5 + 1.5 + 0.125));
    CHECK(ground_at(terrain.blocks, {3.0, 3.0}) == 24.0);
    CHECK(std::isnan(ground_at(terrain.blocks, {1.5, 0.5})));
    CHECK(std::isnan(ground_at(terrain.blocks, {2.0, 1.0})));
}

TEST_CASE("ground_at: on an edge and on a post only the posts there count", "[terrain]")
{
    const Terrain terrain = holed();
    CHECK(ground_at(terrain.blocks, {1.0, 1.5}) == Approx(2.0 + 4.5 + 1.5));
    CHECK(ground_at(terrain.blocks, {1.5, 0.0}) == Approx(3.0));
    CHECK(std::isnan(ground_at(terrain.blocks, {2.0, 0.5})));
    // A post of which both cells lack another, and the edge that leads to it.
    CHECK(ground_at(terrain.blocks, {4.0, 3.0}) == 29.0);
    CHECK(ground_at(terrain.blocks, {3.5, 3.0}) == Approx(26.5));
}

TEST_CASE("ground_at: there is none off the map", "[terrain]")
{
    const Terrain terrain = holed();
    for (const glm::dvec2 place : {glm::dvec2{-1e-9, 1.0}, {1.0, 3.0 + 1e-9}, {1e300, 0.0}, {NAN, 0.0}})
        CHECK(std::isnan(ground_at(terrain.blocks, place)));
}

TEST_CASE("ground_point_at: what rounding leads away from a post or over the edge stands there", "[terrain]")
{
    const Terrain terrain = holed();
    const auto near_post = ground_point_at(terrain.blocks, {4.0 - 1e-10, 3.0 + 1e-10});
    REQUIRE(near_post);
    CHECK(near_post->post == glm::dvec2{4.0, 3.0});
    CHECK(near_post->ground == 29.0);
    const auto over_edge = ground_point_at(terrain.blocks, {-1e-7, 0.5});
    REQUIRE(over_edge);
    CHECK(over_edge->post == glm::dvec2{0.0, 0.5});
    CHECK(over_edge->ground == Approx(1.5));
}

TEST_CASE("ground_point_at: there is no point off the map, and in a hole there is no ground", "[terrain]")
{
    const Terrain terrain = holed();
    for (const glm::dvec2 place : {glm::dvec2{-0.001, 1.0}, {1.0, 3.001}, {-1e300, 0.0}, {NAN, 0.0}})
        CHECK_FALSE(ground_point_at(terrain.blocks, place));
    const auto hole = ground_point_at(terrain.blocks, {2.0, 1.0});
    REQUIRE(hole);
    CHECK(std::isnan(hole->ground));
}
