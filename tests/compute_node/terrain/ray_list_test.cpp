#include "compute_node/terrain/ray_list.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/terrain/made_terrain.h"
#include "tests/temporary_folder.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>

using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield;
using namespace farfield::compute::testing;

namespace {

/// A geographic terrain, 0.001 degrees between posts, rows from north to south: a plane 100 m high.
Terrain geographic_plane()
{
    Terrain terrain = made_terrain_of(101, 101, [](auto, auto) { return 100.0; });
    terrain.info.frame = {.crs = "",
                          .geographic = true,
                          .origin = {10.0, 60.0},
                          .spacing = {0.001, -0.001},
                          .metres = {55'800.0, 111'400.0}};
    return terrain;
}

std::uint64_t bits_of(double value)
{
    return std::bit_cast<std::uint64_t>(value);
}

}  // namespace

TEST_CASE("cast_ray: a range is metres whatever the coordinates are", "[terrain]")
{
    const Terrain terrain = geographic_plane();
    // 30 m east, 40 m south and 120 m down: 130 m.
    const PlaceHit hit = cast_ray(terrain, {{10.05, 59.95, 220.0}, {3, -4, -12}}, 0.0);
    CHECK(hit.end == RayEnd::Ground);
    CHECK(hit.range == Approx(130.0).epsilon(1e-12));
    CHECK(hit.place.x == Approx(10.05 + 30.0 / 55'800.0).epsilon(1e-12));
    CHECK(hit.place.y == Approx(59.95 - 40.0 / 111'400.0).epsilon(1e-12));
    CHECK(hit.place.z == Approx(100.0).epsilon(1e-12));
}

TEST_CASE("cast_ray: the length of a direction makes no difference", "[terrain]")
{
    const Terrain terrain = fractal_part(50, 50, 1);
    const glm::dvec3 eye{3.3, 4.4, terrain.blocks.highest + 1.0}, direction{0.5, 0.25, -0.125};
    const PlaceHit hit = cast_ray(terrain, {eye, direction}, 1e-4);
    REQUIRE(hit.end == RayEnd::Ground);
    for (const double length : {1e-300, 1e-8, 0.25, 4.0, 1e300})
        CHECK(cast_ray(terrain, {eye, length * direction}, 1e-4).range == Approx(hit.range).epsilon(1e-12));
}

TEST_CASE("cast_ray: a level ray meets a curved sea where the horizon formula says", "[terrain]")
{
    // From h metres up, looking down at the dip angle: the sea is touched at sqrt(2 R h / (1 - k)).
    const Terrain sea = made_terrain_of(2000, 3, [](auto, auto) { return 0.0; });
    Terrain terrain = sea;
    terrain.info.frame.spacing = {100.0, 100.0};
    const double k = earth_curvature(0.13), up = 100.0, horizon = std::sqrt(up / k);
    CHECK(horizon == Approx(std::sqrt(2 * 6371008.8 * up / 0.87)));
    const double dip = 2.0 * std::sqrt(up * k);
    const PlaceHit below = cast_ray(terrain, {{0, 100, up}, {1, 0, -dip * 1.000001}}, k);
    CHECK(below.end == RayEnd::Ground);
    CHECK(below.range == Approx(horizon).epsilon(0.01));
    CHECK(cast_ray(terrain, {{0, 100, up}, {1, 0, -dip * 0.99999}}, k).end == RayEnd::Sky);
    CHECK(cast_ray(terrain, {{0, 100, up}, {1, 0, -dip * 0.99999}}, 0.0).end == RayEnd::Ground);
}

TEST_CASE("cast_rays: the same bits for any number of threads", "[terrain]")
{
    const Terrain terrain = with_holes(fractal_part(100, 80, 9), 1);
    std::mt19937_64 random{1};
    std::uniform_real_distribution<double> any{-1.0, 1.0};
    std::vector<PlaceRay> rays(1000);
    for (PlaceRay& ray : rays)
        ray = {{50 + 60 * any(random), 40 + 50 * any(random), terrain.blocks.highest * (1 + any(random))},
               {any(random), any(random), any(random)}};
    std::vector<PlaceHit> one(rays.size()), two(rays.size());
    cast_rays(terrain, rays, 1e-6, one, 1);
    cast_rays(terrain, rays, 1e-6, two, 2);
    for (std::size_t i = 0; i < rays.size(); ++i) {
        CHECK(one[i].end == two[i].end);
        CHECK(bits_of(one[i].range) == bits_of(two[i].range));
        for (int axis = 0; axis < 3; ++axis)
            CHECK(bits_of(one[i].place[axis]) == bits_of(two[i].place[axis]));
    }
    CHECK(contains(error_of([&] { cast_rays(terrain, rays, 0.0, std::span{one}.first(3)); }),
                   "expected room for 1000 hits, found 3"));
}
