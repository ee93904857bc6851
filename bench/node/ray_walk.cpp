#include "bench/node/ray_walk.h"

#include <cstddef>

namespace farfield::node {

namespace {

constexpr std::uint32_t block = 16;

std::uint32_t blocked_index(std::uint32_t e, std::uint32_t n, std::uint32_t blocks_n)
{
    return ((e / block * blocks_n + n / block) * block + e % block) * block + n % block;
}

/// Walks the rays. height_at(e, n): height of the post under a place, in 16.16.
template <class HeightAt>
std::uint64_t walk(std::span<const FixedPlace> rays, const HeightAt& height_at)
{
    std::uint64_t total = 0;
    for (const FixedPlace& start : rays) {
        FixedPlace ray = start;
        std::uint32_t steps = 0;
        do {
            ray.e += ray_step.e;
            ray.n += ray_step.n;
            ray.height -= ray_step.height;
            ++steps;
        } while (ray.height > height_at(ray.e, ray.n));
        total += steps;
    }
    return total;
}

}  // namespace

BlockedTerrain in_blocks(const RasterTerrain& raster)
{
    const std::uint32_t posts_n = raster.posts_n;
    const auto posts_e = static_cast<std::uint32_t>(raster.heights.size()) / posts_n;
    const std::uint32_t blocks_e = (posts_e + block - 1) / block;
    BlockedTerrain blocked;
    blocked.blocks_n = (posts_n + block - 1) / block;
    blocked.heights.resize(static_cast<std::size_t>(blocks_e) * blocked.blocks_n * block * block);
    for (std::uint32_t e = 0; e < posts_e; ++e)
        for (std::uint32_t n = 0; n < posts_n; ++n)
            blocked.heights[blocked_index(e, n, blocked.blocks_n)] = raster.heights[e * posts_n + n];
    return blocked;
}

std::uint64_t walk_raster(const RasterTerrain& terrain, std::span<const FixedPlace> rays) noexcept
{
    const std::int32_t* const heights = terrain.heights.data();
    const std::uint32_t posts_n = terrain.posts_n;
    return walk(rays,
                [=](std::uint32_t e, std::uint32_t n) { return heights[(e >> 16) * posts_n + (n >> 16)]; });
}

std::uint64_t walk_blocked(const BlockedTerrain& terrain, std::span<const FixedPlace> rays) noexcept
{
    const std::int32_t* const heights = terrain.heights.data();
    const std::uint32_t blocks_n = terrain.blocks_n;
    // The index of blocked_index(), with each shift and its product with the block's size in one.
    return walk(rays, [=](std::uint32_t e, std::uint32_t n) {
        const std::uint32_t of_block = (e >> 20) * blocks_n + (n >> 20);
        return heights[of_block << 8 | (e >> 12 & 0xF0) | (n >> 16 & 0xF)];
    });
}

}  // namespace farfield::node
