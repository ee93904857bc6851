#include "bench/node/terrain_views.h"

#include "compute_node/terrain/fractal/fractal_terrain.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace farfield::node {

namespace {

class HeightsInMemory final : public terrain::HeightSource {
public:
    HeightsInMemory(terrain::TerrainInfo info, const BenchHeights& heights)
        : info_{std::move(info)}, heights_{heights}
    {}

    [[nodiscard]] const terrain::TerrainInfo& info() const override { return info_; }

    void read_rows(std::int64_t first, std::int64_t count, std::span<float> heights) override
    {
        terrain::check_rows(info_, first, count, heights.size());
        std::copy_n(heights_.heights.begin() + first * info_.columns, count * info_.columns, heights.begin());
    }

private:
    terrain::TerrainInfo info_;
    const BenchHeights& heights_;
};

std::unique_ptr<terrain::HeightSource> classic_terrain(std::int64_t posts)
{
    return terrain::make_fractal({.posts = posts, .spacing_metres = 1.0, .classic = true});
}

double radians(double degrees)
{
    return degrees * std::numbers::pi / 180.0;
}

}  // namespace

BenchHeights bench_heights(std::int64_t posts)
{
    BenchHeights heights{posts, std::vector<float>(static_cast<std::size_t>(posts * posts))};
    classic_terrain(posts)->read_rows(0, posts, heights.heights);
    return heights;
}

std::unique_ptr<terrain::HeightSource> source_of(const BenchHeights& heights)
{
    return std::make_unique<HeightsInMemory>(classic_terrain(heights.posts)->info(), heights);
}

terrain::ViewRays rays_of(const terrain::HeightBlocks& terrain, const BenchCamera& camera, BenchSize size)
{
    const double side = static_cast<double>(terrain.columns);
    const double pitch = radians(camera.pitch_degrees), azimuth = radians(45.0);
    terrain::ViewRays rays;
    rays.origin = {0.12 * side, 0.15 * side, 0.0};
    const float ground =
        terrain.height_at(static_cast<std::int64_t>(rays.origin.x), static_cast<std::int64_t>(rays.origin.y));
    rays.origin.z = double{ground} + camera.metres_up + camera.sides_up * side;
    rays.forward = {std::cos(pitch) * std::cos(azimuth), std::cos(pitch) * std::sin(azimuth),
                    std::sin(pitch)};
    rays.right = {std::sin(azimuth), -std::cos(azimuth), 0.0};
    rays.up = {-std::sin(pitch) * std::cos(azimuth), -std::sin(pitch) * std::sin(azimuth), std::cos(pitch)};
    rays.tangent.x = std::tan(radians(30.0));
    rays.tangent.y = rays.tangent.x * size.height / size.width;
    rays.width = size.width;
    rays.height = size.height;
    return rays;
}

BenchPicture::BenchPicture(BenchSize size)
    : range_(static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height)),
      elevation_(range_.size())
{}

}  // namespace farfield::node
