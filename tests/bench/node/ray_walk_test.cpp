#include "bench/node/ray_walk.h"
#include "tests/catch.h"

#include <cstddef>
#include <random>
#include <span>
#include <vector>

using namespace farfield;
using namespace farfield::node;

namespace {

constexpr std::int32_t one = 65536;
constexpr std::uint32_t posts_e = 100, posts_n = 70;  // ends inside a block of 16, along either axis

/// Heights from -10 to 10.
RasterTerrain rough_terrain()
{
    std::mt19937 random{1997};
    std::uniform_int_distribution<std::int32_t> height{-10 * one, 10 * one};
    RasterTerrain terrain;
    terrain.posts_n = posts_n;
    terrain.heights.resize(std::size_t{posts_e} * posts_n);
    for (std::int32_t& each : terrain.heights) each = height(random);
    return terrain;
}

/// From 10 below the lowest post to 20 above the highest. Down to that one, a ray takes at most 80 steps: 60
/// posts along e and 35 along n.
std::vector<FixedPlace> scattered_rays(std::size_t count)
{
    std::mt19937 random{1997};
    std::uniform_int_distribution<std::uint32_t> along{0, 30 * one};
    std::uniform_int_distribution<std::int32_t> height{-20 * one, 30 * one};
    std::vector<FixedPlace> rays(count);
    for (FixedPlace& ray : rays) ray = {along(random), along(random), height(random)};
    return rays;
}

/// Where a ray is after so many steps, without the ones before.
bool has_come_down(const RasterTerrain& terrain, const FixedPlace& start, std::uint32_t steps)
{
    const std::uint32_t e = (start.e + steps * 49149) / 65536, n = (start.n + steps * 28377) / 65536;
    return start.height - static_cast<std::int32_t>(steps) * 32768 <= terrain.heights.at(e * posts_n + n);
}

std::uint64_t steps_of_all(const RasterTerrain& terrain, std::span<const FixedPlace> rays)
{
    std::uint64_t total = 0;
    for (const FixedPlace& ray : rays) {
        std::uint32_t steps = 1;
        while (!has_come_down(terrain, ray, steps)) ++steps;
        total += steps;
    }
    return total;
}

}  // namespace

TEST_CASE("walk_raster, walk_blocked, walk_vector: each ray ends where it first is at or below a post",
          "[ray]")
{
    const RasterTerrain terrain = rough_terrain();
    const BlockedTerrain blocked = in_blocks(terrain);
    for (const FixedPlace& ray : scattered_rays(500)) {
        const std::uint64_t steps = steps_of_all(terrain, {&ray, 1});
        CHECK(walk_raster(terrain, {&ray, 1}) == steps);
        CHECK(walk_blocked(blocked, {&ray, 1}) == steps);
        CHECK(walk_vector(terrain, {&ray, 1}) == steps);
    }
}

TEST_CASE("walk_raster, walk_blocked, walk_vector: any number of rays that differ, the same steps", "[ray]")
{
    const RasterTerrain terrain = rough_terrain();
    const BlockedTerrain blocked = in_blocks(terrain);
    const std::vector<FixedPlace> all = scattered_rays(200);
    for (std::size_t count = 0; count <= all.size(); ++count) {
        const std::span<const FixedPlace> rays{all.data(), count};
        const std::uint64_t steps = steps_of_all(terrain, rays);
        INFO(count << " rays");
        CHECK(walk_raster(terrain, rays) == steps);
        CHECK(walk_blocked(blocked, rays) == steps);
        CHECK(walk_vector(terrain, rays) == steps);
    }
}

TEST_CASE("walk_raster, walk_blocked, walk_vector: a ray of the thesis takes 1000 steps", "[ray]")
{
    RasterTerrain terrain;
    terrain.posts_n = 1000;
    terrain.heights.assign(1'000'000, 500 * one);
    const std::vector<FixedPlace> rays(70, FixedPlace{0, 0, 1000 * one});
    CHECK(walk_raster(terrain, rays) == 70 * 1000);  // down by half a unit a step, from 1000 to 500
    CHECK(walk_blocked(in_blocks(terrain), rays) == 70 * 1000);
    CHECK(walk_vector(terrain, rays) == 70 * 1000);
}
