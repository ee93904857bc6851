#include "compute_node/terrain/view_shading.h"

#include "compute_node/terrain/posed_view.h"
#include "tests/catch.h"
#include "tests/compute_node/terrain/posts.h"

#include <limits>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::compute::testing;

namespace {

/// The middle pixel's colours added up, looking down on a slope that falls towards the east by one in one.
int brightness(const ViewShading& shading)
{
    const Terrain terrain = terrain_of(
        101, 101, [](std::int64_t column, std::int64_t) { return 200.0F - static_cast<float>(column); });
    const model::Pose pose{.eye = {50.0, 50.0, 400.0}, .pitch = -90.0, .hfov = 10.0};
    const ViewRays rays = view_rays(terrain, pose, {.width = 9, .height = 9});
    std::vector<float> range(81), elevation(81);
    cast_view(terrain.blocks, rays, {range, elevation});
    std::vector<std::uint8_t> rgb(3 * 81);
    shade_view(rays, range, elevation, shading, rgb);
    return rgb[3 * 40] + rgb[3 * 40 + 1] + rgb[3 * 40 + 2];
}

}  // namespace

TEST_CASE("shade_view: a slope is brightest when the sun stands before it, and dark when behind", "[terrain]")
{
    const auto lit = [](double azimuth) {
        return brightness({.sun_azimuth_degrees = azimuth, .sun_elevation_degrees = 45.0, .highest = 400.0F});
    };
    CHECK(lit(90.0) > lit(0.0));
    CHECK(lit(0.0) > lit(270.0));
    CHECK(lit(0.0) == lit(180.0));
}

TEST_CASE("shade_view: haze hides two thirds of the ground at its distance", "[terrain]")
{
    const int clear = brightness({.highest = 400.0F});
    const int hazy = brightness({.highest = 400.0F, .haze_metres = 250.0});
    const int hidden = brightness({.highest = 400.0F, .haze_metres = 1.0});
    CHECK(static_cast<double>(hazy - hidden) / (clear - hidden) == Approx(0.368).margin(0.01));
}

TEST_CASE("shade_view: below the horizon, where there is no ground, it is darker than any sky", "[terrain]")
{
    const Terrain terrain = terrain_of(11, 11, [](std::int64_t column, std::int64_t row) {
        return column == 0 && row == 0 ? 0.0F : std::numeric_limits<float>::quiet_NaN();
    });
    const auto brightness_at = [&](double pitch) {
        const model::Pose pose{.eye = {5.0, 5.0, 100.0}, .pitch = pitch, .hfov = 1.0};
        const ViewRays rays = view_rays(terrain, pose, {.width = 1, .height = 1});
        std::vector<float> range(1), elevation(1);
        cast_view(terrain.blocks, rays, {range, elevation});
        std::vector<std::uint8_t> rgb(3);
        shade_view(rays, range, elevation, {}, rgb);
        return rgb[0] + rgb[1] + rgb[2];
    };
    CHECK(brightness_at(-60.0) < brightness_at(90.0));
    CHECK(brightness_at(90.0) < brightness_at(1.0));
}

TEST_CASE("shade_view: water is blue all over, though its heights are 0 only about", "[terrain]")
{
    const Terrain terrain = terrain_of(11, 11, [](std::int64_t, std::int64_t) { return 0.0F; });
    const model::Pose pose{.eye = {5.0, 5.0, 100.0}, .pitch = -90.0, .hfov = 2.0};
    const ViewRays rays = view_rays(terrain, pose, {.width = 8, .height = 8});
    std::vector<float> range(64), elevation(64);
    cast_view(terrain.blocks, rays, {range, elevation});
    for (std::size_t pixel = 0; pixel < 64; pixel += 2) elevation[pixel] = 0.004F;
    std::vector<std::uint8_t> rgb(3 * std::size_t{64});
    shade_view(rays, range, elevation, {.lowest = -0.004F, .highest = 3000.0F}, rgb);
    for (std::size_t pixel = 0; pixel < 64; ++pixel) CHECK(rgb[3 * pixel + 2] > rgb[3 * pixel + 1]);
}
