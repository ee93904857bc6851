#include "compute_node/terrain/posed_view.h"

#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/terrain/posts.h"

#include <glm/geometric.hpp>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::compute::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Posts 10 m apart along x, 20 m along y, rows going south from (1000, 5000); level ground at 100 m.
Terrain plain()
{
    FunctionHeights source{101, 51, [](std::int64_t, std::int64_t) { return 100.0F; }};
    source.change().frame.origin = {1000.0, 5000.0};
    source.change().frame.spacing = {10.0, -20.0};
    Terrain terrain;
    terrain.blocks = build_blocks(source);
    terrain.info = source.info();
    return terrain;
}

glm::dvec3 middle_of(const model::Pose& pose)
{
    return glm::normalize(pixel_direction(view_rays(plain(), pose, {.width = 11, .height = 7}), 5, 3));
}

bool is_near(glm::dvec3 a, glm::dvec3 b)
{
    return glm::distance(a, b) < 1e-12;
}

struct View {
    ViewRays rays;
    std::vector<float> range, elevation;

    View(const Terrain& terrain, const model::Pose& pose, const ViewSize& size)
        : rays{view_rays(terrain, pose, size)},
          range(static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height)),
          elevation(range.size())
    {
        cast_view(terrain.blocks, rays, {range, elevation});
    }
};

}  // namespace

TEST_CASE("view_rays: heading turns from north to east, pitch from the horizon upwards", "[terrain]")
{
    const double h = std::numbers::sqrt2 / 2.0;
    CHECK(is_near(middle_of({}), {0.0, 1.0, 0.0}));
    CHECK(is_near(middle_of({.heading = 90.0}), {1.0, 0.0, 0.0}));
    CHECK(is_near(middle_of({.heading = 225.0}), {-h, -h, 0.0}));
    CHECK(is_near(middle_of({.pitch = -90.0}), {0.0, 0.0, -1.0}));
    CHECK(is_near(middle_of({.heading = 180.0, .pitch = 45.0}), {0.0, -h, h}));
}

TEST_CASE("view_rays: the field of view is that from edge to edge, and pixels are square", "[terrain]")
{
    const ViewRays rays = view_rays(plain(), {.hfov = 90.0}, {.width = 100, .height = 50});
    const glm::dvec3 left = pixel_direction(rays, -0.5, 24.5), right = pixel_direction(rays, 99.5, 24.5);
    CHECK(std::abs(glm::dot(left, right)) < 1e-12);
    const glm::dvec3 top = pixel_direction(rays, 49.5, -0.5);
    CHECK(top.z / top.y == Approx(0.5));
}

TEST_CASE("view_rays: an eye that rolls to the right by 90 degrees has its top on the right", "[terrain]")
{
    const ViewRays rays = view_rays(plain(), {.roll = 90.0}, {.width = 100, .height = 100});
    CHECK(is_near(glm::normalize(pixel_direction(rays, 49.5, -0.5) - pixel_direction(rays, 49.5, 49.5)),
                  {1.0, 0.0, 0.0}));
}

TEST_CASE("cast_view: a plain's range and elevation follow from the eye's height and the pixel's angle",
          "[terrain]")
{
    const model::Pose pose{.eye = {1500.0, 4500.0, 150.0}, .heading = 30.0, .pitch = -40.0};
    const View view{plain(), pose, {.width = 64, .height = 40}};
    std::size_t wrong = 0, seen = 0;
    for (int y = 0; y < 40; ++y)
        for (int x = 0; x < 64; ++x) {
            const glm::dvec3 d = glm::normalize(pixel_direction(view.rays, x, y));
            const double expected = 50.0 / -d.z;
            const auto pixel = std::size_t{64} * static_cast<std::size_t>(y) + static_cast<std::size_t>(x);
            if (std::isnan(view.range[pixel])) continue;
            ++seen;
            wrong += std::abs(view.range[pixel] - expected) > 1e-6 * expected ? 1 : 0;
            wrong += std::abs(view.elevation[pixel] - 100.0) > 1e-4 ? 1 : 0;
        }
    CHECK(seen == 64 * 40);
    CHECK(wrong == 0);
}

TEST_CASE("cast_view: a round Earth's plain falls away by d^2 / 2R", "[terrain]")
{
    const Terrain terrain = plain();
    ViewRays rays = view_rays(terrain, {.eye = {1010.0, 4500.0, 101.0}, .heading = 90.0}, {1, 1});
    rays.curvature = 1.0 / (2.0 * 1e4);  // of a small world with a near horizon
    float range = 0.0F, elevation = 0.0F;
    rays.forward = terrain.grid_direction({1.0, 0.0, -0.01}, {});
    cast_view(terrain.blocks, rays, {{&range, 1}, {&elevation, 1}});
    // 1 - 0.01 d + d^2 / 2e4 = 0 touches the ground at d = 100 / ... : (0.01 - sqrt(1e-4 - 2e-4)) has no
    // root.
    CHECK(std::isnan(range));
    rays.forward = terrain.grid_direction({1.0, 0.0, -0.02}, {});
    cast_view(terrain.blocks, rays, {{&range, 1}, {&elevation, 1}});
    const double distance = (0.02 - std::sqrt(0.02 * 0.02 - 4.0 / 2e4)) * 1e4;
    CHECK(range == Approx(distance * std::sqrt(1.0 + 0.02 * 0.02)).epsilon(1e-6));
}

TEST_CASE("view_rays: what cannot be a view is refused by name", "[terrain]")
{
    const Terrain terrain = plain();
    const auto refusal = [&](const model::Pose& pose, const ViewSize& size) {
        return error_of([&] { (void)view_rays(terrain, pose, size); });
    };
    CHECK_THAT(refusal({}, {100'000, 100'000}), ContainsSubstring("max_view_pixels"));
    CHECK_THAT(refusal({}, {0, 10}), ContainsSubstring("at least 1 x 1"));
    CHECK_THAT(refusal({.hfov = 180.0}, {}), ContainsSubstring("hfov"));
    CHECK_THAT(refusal({.heading = std::numeric_limits<double>::quiet_NaN()}, {}),
               ContainsSubstring("heading"));
}
