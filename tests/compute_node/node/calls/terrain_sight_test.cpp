#include "compute_node/node/calls/terrain_sight.h"

#include "compute_node/terrain/sight/ground_point.h"

#include "tests/catch.h"
#include "tests/compute_node/terrain/posts.h"

#include <cmath>
#include <cstdlib>
#include <memory>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::node;
using namespace farfield::compute::testing;
namespace net = farfield::net;
using Catch::Matchers::ContainsSubstring;

namespace {

/// A ridge 10 m high in column 20 of 41, a metre between posts, and a hole in column 35; the local
/// frame's origin is on the ridge.
std::unique_ptr<OpenTerrain> ridge_in_view()
{
    auto open = std::make_unique<OpenTerrain>();
    open->terrain = terrain_of(41, 21, [](std::int64_t column, std::int64_t) {
        return column == 35 ? std::nanf("") : column == 20 ? 10.0F : 0.0F;
    });
    open->middle = open->terrain.info.frame.coordinates_of({20.0, 10.0});
    return open;
}

}  // namespace

TEST_CASE("look_over: says for each target whether it is seen, and where the ground is in between",
          "[terrain]")
{
    const auto terrain = ridge_in_view();
    // From 2 m up the line over the crest, 20 m away, rises 0.4 m a metre.
    const auto lines = look_over(*terrain,
                                 {.terrain = "",
                                  .from = {-20, 0, 2},
                                  .to = {{-5, 0, 0}, {10, 0, 1}, {10, 0, 15}, {50, 0, 1}, {15, 0, 1}}},
                                 1);
    REQUIRE(lines.size() == 5);
    CHECK(lines[0].visible == true);
    CHECK_FALSE(lines[0].blocked_at);
    CHECK(lines[1].visible == false);
    REQUIRE(lines[1].blocked_at);
    CHECK((*lines[1].blocked_at)[0] == Approx(-1 + (2 - 19. / 30) / (10 + 1. / 30)));
    CHECK((*lines[1].blocked_at)[1] == Approx(0).margin(1e-12));
    CHECK(*lines[1].clearance == Approx(2 - 20. / 30 - 10));
    CHECK(lines[2].visible == true);
    CHECK(*lines[2].clearance == Approx(2 + 13 * 20. / 30 - 10));
    CHECK_FALSE(lines[3].visible);
    CHECK(lines[3].reason == "off-map");
    CHECK_FALSE(lines[4].visible);
    CHECK(lines[4].reason == "no-height");
}

TEST_CASE("look_over: heights above the datum are those of the line's ends", "[terrain]")
{
    const auto terrain = ridge_in_view();
    const model::TerrainSightCall above_ground{.terrain = "", .from = {-20, 0, 2}, .to = {{10, 0, 15}}};
    model::TerrainSightCall absolute = above_ground;
    absolute.absolute = true;
    const auto height_at = [&](double x) {
        return terrain::ground_point_at(terrain->terrain.blocks, terrain->post_of({x, 0}))->ground;
    };
    absolute.from[2] += height_at(-20);
    absolute.to[0][2] += height_at(10);
    CHECK(look_over(*terrain, absolute, 1) == look_over(*terrain, above_ground, 1));
}

TEST_CASE("look_over: holes that a line crosses are reported", "[terrain]")
{
    const auto terrain = ridge_in_view();
    const auto lines =
        look_over(*terrain, {.terrain = "", .from = {10, 0.5, 2}, .to = {{13, 0.5, 2}, {18, 0.5, 2}}}, 2);
    CHECK_FALSE(lines[0].holes);
    CHECK(lines[1].holes);
    CHECK(lines[1].visible == true);
}

TEST_CASE("look_over: for a place without ground the error says where there is some", "[terrain]")
{
    const auto terrain = ridge_in_view();
    const auto refusal = [&](const model::Point& from) -> std::string {
        try {
            (void)look_over(*terrain, {.terrain = "", .from = from, .to = {}}, 1);
        } catch (const net::RpcError& error) {
            CHECK(error.code == net::RpcCode::InvalidParams);
            return error.what();
        }
        return "";
    };
    CHECK(refusal({-20, 10, 0}).empty());
    CHECK(refusal({-20.5, 0, 2}) ==
          "parameter 'from': expected a place on the map, x from -20 to 20 and y from "
          "-10 to 10, found -20.5, 0");
    CHECK_THAT(refusal({15, 0, 2}), ContainsSubstring("found a hole at 15, 0"));
}

TEST_CASE("look_over: from a post whose cells all lack another one there is a view", "[terrain]")
{
    OpenTerrain open;
    open.terrain = terrain_of(9, 9, [](std::int64_t column, std::int64_t row) {
        const bool is_hole = std::abs(column - 4) == 1 && std::abs(row - 4) == 1;
        return is_hole ? std::nanf("") : column == 7 ? 50.0F : 0.0F;
    });
    open.middle = open.terrain.info.frame.coordinates_of({4.0, 4.0});
    const auto lines = look_over(open, {.terrain = "", .from = {0, 0, 2}, .to = {{2, 2, 2}, {4, 0, 2}}}, 1);
    CHECK(lines[0].visible == true);
    CHECK(lines[1].visible == false);
}
