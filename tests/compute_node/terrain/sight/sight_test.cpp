#include "compute_node/terrain/sight/sight.h"
#include "compute_node/terrain/sight/sight_line.h"
#include "compute_node/terrain/sight/viewshed.h"
#include "tests/catch.h"
#include "tests/compute_node/terrain/made_terrain.h"
#include "tests/compute_node/terrain/sight/brute_sight.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::compute::testing;

namespace {

/// Where rounding may decide either way, metres: slopes of 65536, places to 1e-13 of a post; and what counts
/// as touching.
long double undecided(const Terrain& terrain, glm::dvec3 from, glm::dvec3 to)
{
    constexpr double rounding = 1e-8;
    return touch_metres(terrain.blocks, std::max(std::abs(from.z), std::abs(to.z))) + rounding;
}

/// A place, in half of all cases a post, one in eight on a row or column of the other end.
glm::dvec2 any_place(const HeightBlocks& terrain, std::mt19937_64& random)
{
    std::uniform_real_distribution<double> part{0.0, 1.0};
    glm::dvec2 place{part(random) * static_cast<double>(terrain.columns - 1),
                     part(random) * static_cast<double>(terrain.rows - 1)};
    if (random() % 2 == 0) place = {std::floor(place.x), std::floor(place.y)};
    return place;
}

/// All that an answer says, against the search of all cells.
void check(const Terrain& terrain, glm::dvec3 from, glm::dvec3 to, double curvature,
           const SightAnswer& answer)
{
    const BruteSight truth{terrain.blocks, from, to, curvature};
    CHECK(answer.voids == truth.voids());
    const long double lowest = truth.lowest();
    const long double either_way = undecided(terrain, from, to);
    if (lowest < -either_way) CHECK(answer.sighting == Sighting::Blocked);
    if (lowest >= 0) CHECK(answer.sighting == Sighting::Visible);
    const double length = glm::distance(glm::dvec2{from}, glm::dvec2{to});
    if (answer.sighting == Sighting::Blocked) {
        const glm::dvec2 at{answer.blocked.place};
        const double metres = glm::distance(glm::dvec2{from}, at);
        CHECK(metres >= static_cast<double>(truth.first_below(-either_way)) * length - 0.01);
        CHECK(metres <= static_cast<double>(truth.first_below(either_way)) * length + 0.01);
        CHECK(answer.blocked.distance >= metres * (1 - 1e-12));
    }
    const double least = static_cast<double>(truth.lowest_minimum());
    if (std::isfinite(least)) CHECK(answer.clearance == Approx(least).margin(1e-7));
}

SightAnswer look(const Terrain& terrain, SightEnd observer, SightEnd target, SightSettings settings = {})
{
    settings.clearance = true;
    return SightLines{terrain, settings}.look(observer, target);
}

/// A wall 10 m high along column 5, with flat ground 1 m a post around it.
Terrain wall()
{
    return made_terrain_of(11, 5, [](auto i, auto) { return i == 5 ? 10.0 : 0.0; });
}

}  // namespace

TEST_CASE("SightLines: agree with a search of all cells over all terrains", "[terrain]")
{
    std::mt19937_64 random{1};
    for (const NamedTerrain& named : all_terrains())
        for (const double curvature : {0.0, 1e-3}) {
            const HeightBlocks& blocks = named.terrain.blocks;
            const SightLines lines{named.terrain, {curvature, false, true}};
            for (int n = 0; n < 400; ++n) {
                const glm::dvec2 a = any_place(blocks, random);
                glm::dvec2 b = any_place(blocks, random);
                if (random() % 8 == 0) b.x = a.x;
                if (random() % 8 == 0) b.y = a.y;
                const double ha = named.terrain.height_at(a), hb = named.terrain.height_at(b);
                const double ua = random() % 3 == 0 ? 0.0 : 0.01 * static_cast<double>(random() % 1000);
                const double ub = random() % 3 == 0 ? 0.0 : 0.01 * static_cast<double>(random() % 1000);
                const SightAnswer answer = lines.look({a, ua}, {b, ub});
                INFO(fmt::format("{}: {} {} + {} to {} {} + {}, curvature {}: {}", named.name, a.x, a.y, ua,
                                 b.x, b.y, ub, curvature, to_string(answer.sighting)));
                if (std::isnan(ha) || std::isnan(hb)) {
                    CHECK(answer.sighting == Sighting::NoHeight);
                    continue;
                }
                check(named.terrain, {a, ha + ua}, {b, hb + ub}, curvature, answer);
                const SightAnswer back = lines.look({b, ub}, {a, ua});
                if (std::abs(answer.clearance) > 1e-7 || std::isnan(answer.clearance))
                    CHECK(back.sighting == answer.sighting);
                CHECK(back.voids == answer.voids);
            }
        }
}

TEST_CASE("SightLines: on a plane all is seen, also from ground to ground", "[terrain]")
{
    const Terrain plane = made_terrain_of(300, 200, [](auto i, auto j) {
        return 0.375 * static_cast<double>(i) - 2.25 * static_cast<double>(j);
    });
    const SightLines lines{plane, {}};
    std::mt19937_64 random{1};
    for (int n = 0; n < 2000; ++n) {
        const glm::dvec2 a = any_place(plane.blocks, random), b = any_place(plane.blocks, random);
        for (const auto& [up, over] : {std::pair{0.0, 0.0}, {0.0, 2.0}, {1e-6, 0.0}, {5.0, 5.0}}) {
            INFO(fmt::format("{} {} to {} {}, {} and {} up", a.x, a.y, b.x, b.y, up, over));
            CHECK(lines.look({a, up}, {b, over}).sighting == Sighting::Visible);
        }
    }
}

TEST_CASE("SightLines: a wall hides what is below the line over its crest", "[terrain]")
{
    const Terrain terrain = wall();
    // From 12 m up at x = 0 over the crest (10 m at x = 5) to 8 m at x = 10: a touch.
    CHECK(look(terrain, {0, 2, 12}, {10, 2, 8}).sighting == Sighting::Visible);
    CHECK(look(terrain, {0, 2, 12}, {10, 2, 8}).clearance == Approx(0.0).margin(1e-12));
    const SightAnswer over = look(terrain, {0, 2.5, 12}, {10, 2.5, 9});
    CHECK(over.sighting == Sighting::Visible);
    CHECK(over.clearance == Approx(0.5));
    CHECK(over.nearest.place.x == Approx(5.0));
    CHECK(over.nearest.place.z == Approx(10.5));
    // To 2 m at x = 10 the line is at 12 - x; the wall's near side is at 10 (x - 4): they meet at x = 52
    // / 11.
    const SightAnswer hidden = look(terrain, {0, 2.5, 12}, {10, 2.5, 2});
    CHECK(hidden.sighting == Sighting::Blocked);
    CHECK(hidden.blocked.place.x == Approx(52.0 / 11.0));
    CHECK(hidden.blocked.place.y == Approx(2.5));
    CHECK(hidden.blocked.place.z == Approx(12.0 - 52.0 / 11.0));
    CHECK(hidden.blocked.distance == Approx(std::sqrt(2.0) * 52.0 / 11.0));
    CHECK(hidden.clearance == Approx(-3.0));
}

TEST_CASE("SightLines: an end on the ground is no obstacle to itself, but the slope at its foot is",
          "[terrain]")
{
    const Terrain terrain = wall();
    // On the wall's near side, 3 m up it, looking up the slope and down.
    const SightAnswer up = look(terrain, {4.3, 2, 0}, {10, 2, 30});
    CHECK(up.sighting == Sighting::Blocked);
    CHECK(up.blocked.distance == 0.0);
    CHECK(up.blocked.place.x == Approx(4.3).epsilon(1e-15));
    CHECK(look(terrain, {4.3, 2, 0}, {0, 2, 0}).sighting == Sighting::Visible);
    CHECK(look(terrain, {0, 2, 0}, {4.3, 2, 0}).sighting == Sighting::Visible);
    CHECK(look(terrain, {0, 2, 0}, {5.3, 2, 0}).sighting == Sighting::Blocked);
    CHECK(look(terrain, {0, 2, 0}, {5, 2, 0}).sighting == Sighting::Visible);
    // A saddle: from side to side along it the ground is below, across it above.
    const Terrain saddle = made_terrain(2, 2, {10, 0, 0, 10});
    CHECK(look(saddle, {0, 0, 0}, {1, 1, 0}).sighting == Sighting::Visible);
    const SightAnswer across = look(saddle, {1, 0, 0}, {0, 1, 0});
    CHECK(across.sighting == Sighting::Blocked);
    CHECK(across.blocked.distance == 0.0);
    CHECK(across.clearance == Approx(-5.0));
}

TEST_CASE("SightLines: the sea hides what is beyond the horizon", "[terrain]")
{
    Terrain sea = made_terrain_of(1000, 3, [](auto, auto) { return 0.0; });
    sea.info.frame.spacing = {100.0, 100.0};
    for (const double refraction : {0.0, 0.13}) {
        const double k = earth_curvature(refraction);
        // From 30 m and 40 m up: as far as the sum of both horizons, sqrt(2 R h / (1 - refraction)).
        const double farthest = std::sqrt(30.0 / k) + std::sqrt(40.0 / k);
        const SightSettings settings{.curvature = k};
        const SightAnswer seen = look(sea, {0, 100, 30}, {farthest - 1.0, 100, 40}, settings);
        CHECK(seen.sighting == Sighting::Visible);
        CHECK(seen.clearance > 0.0);
        CHECK(seen.clearance < 0.01);
        CHECK(seen.nearest.place.x == Approx(std::sqrt(30.0 / k)).epsilon(1e-3));
        const SightAnswer hidden = look(sea, {0, 100, 30}, {farthest + 1.0, 100, 40}, settings);
        CHECK(hidden.sighting == Sighting::Blocked);
        CHECK(hidden.blocked.place.x == Approx(std::sqrt(30.0 / k)).epsilon(0.02));
        CHECK(look(sea, {0, 100, 30}, {farthest + 1.0, 100, 40}).sighting == Sighting::Visible);
    }
}

TEST_CASE("SightLines: holes do not block, and are reported", "[terrain]")
{
    const Terrain terrain =
        made_terrain_of(20, 9, [](auto i, auto j) { return i == 10 && j < 5 ? no_height : 0.0F; });
    CHECK(look(terrain, {2, 2.5, 1}, {18, 2.5, 1}).voids);
    CHECK(look(terrain, {2, 2.5, 1}, {18, 2.5, 1}).sighting == Sighting::Visible);
    CHECK_FALSE(look(terrain, {2, 7.5, 1}, {18, 7.5, 1}).voids);
    CHECK_FALSE(look(terrain, {2, 2.5, 1}, {8.9, 2.5, 1}).voids);
    // Along the edge of a hole there is ground; exactly between two holes there is none.
    CHECK_FALSE(look(terrain, {9, 1, 1}, {9, 4, 1}).voids);
    CHECK(look(terrain, {2, 2, 1}, {18, 2, 1}).voids);
}

TEST_CASE("SightLines: ends off the map or without ground are reported", "[terrain]")
{
    const Terrain terrain = with_holes(wall(), 1, 1'000'000);
    const double hole_x = 5 + 2.5, hole_y = 2 + 1.5;
    REQUIRE(std::isnan(terrain.height_at({hole_x, hole_y})));
    CHECK(look(terrain, {-0.1, 2, 1}, {3, 2, 1}).sighting == Sighting::OffMap);
    CHECK(look(terrain, {3, 2, 1}, {3, 4.1, 1}).sighting == Sighting::OffMap);
    CHECK(look(terrain, {3, 2, 1}, {1e300, 2, 1}).sighting == Sighting::OffMap);
    CHECK(look(terrain, {3, 2, 1}, {hole_x, hole_y, 1}).sighting == Sighting::NoHeight);
    CHECK(look(terrain, {3, 2, 1}, {10 + 1e-9, 0, 1}).sighting != Sighting::OffMap);
    const SightAnswer above = look(terrain, {3, 2, 20}, {hole_x, hole_y, 20}, {.absolute = true});
    CHECK(above.sighting == Sighting::Visible);
    CHECK(above.voids);
    CHECK(look(terrain, {3, 2, -1}, {0, 2, 5}, {.absolute = true}).sighting == Sighting::Blocked);
}

TEST_CASE("SightLines: straight up and down, and from a place to itself", "[terrain]")
{
    const Terrain terrain = wall();
    CHECK(look(terrain, {3.3, 2.2, 0}, {3.3, 2.2, 50}).sighting == Sighting::Visible);
    CHECK(look(terrain, {3, 2, 50}, {3, 2, 0}).sighting == Sighting::Visible);
    CHECK(look(terrain, {3, 2, 0}, {3, 2, 0}).sighting == Sighting::Visible);
    CHECK(look(terrain, {3, 2, -5}, {3, 2, 5}).sighting == Sighting::Blocked);
}

TEST_CASE("SightLines: say of every post what a viewshed says, also where only the post has a height",
          "[terrain]")
{
    const Terrain terrain = with_holes(fractal_part(40, 30, 3), 2, 3);
    glm::dvec2 eye = GENERATE(glm::dvec2{20.0, 11.0}, glm::dvec2{0.0, 29.0});
    while (std::isnan(ground_at(terrain.blocks, eye))) ++eye.x;
    const double up = GENERATE(0.0, 2.0, 50.0), ground = ground_at(terrain.blocks, eye);
    const ViewshedSettings settings{.eye = {eye, ground + up},
                                    .target_metres = 1.0,
                                    .curvature = 1e-4,
                                    .post_metres = terrain.info.frame.post_metres()};
    std::vector<std::uint8_t> image(40 * 30);
    (void)compute_viewshed(terrain.blocks, settings, {whole_window(terrain.blocks), image});
    const SightLines lines{terrain, {.curvature = 1e-4}};
    for (std::int64_t post = 0; post < 40 * 30; ++post) {
        const glm::dvec2 target{post % 40, post / 40};
        const Sighting sighting = lines
                                      .look({terrain.info.frame.coordinates_of(eye), up},
                                            {terrain.info.frame.coordinates_of(target), 1.0})
                                      .sighting;
        const std::uint8_t seen = image[static_cast<std::size_t>(post)];
        INFO(fmt::format("post {} {}: {}, {}", target.x, target.y, seen, to_string(sighting)));
        CHECK((sighting == Sighting::NoHeight) == (seen == post_without_height));
        CHECK((sighting == Sighting::Visible) == (seen == post_visible));
    }
}
