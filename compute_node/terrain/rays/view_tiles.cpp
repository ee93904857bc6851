#include "compute_node/terrain/rays/view_tiles.h"

#include "compute_node/support/parallel.h"

#include <algorithm>
#include <cstring>

namespace farfield::terrain {

namespace {

constexpr int side = view_tile_pixels;

int tiles_along(int pixels)
{
    return (pixels + side - 1) / side;
}

void put_rows(const float* from, const ViewTile& tile, int picture_width, float* picture)
{
    const auto width = static_cast<std::size_t>(tile.width), stride = static_cast<std::size_t>(picture_width);
    float* to = picture + static_cast<std::size_t>(tile.y) * stride + static_cast<std::size_t>(tile.x);
    for (int row = 0; row < tile.height; ++row, from += width, to += stride)
        std::memcpy(to, from, width * sizeof(float));
}

}  // namespace

ViewTiles::ViewTiles(int width, int height)
    : width_{width}, height_{height}, across_{tiles_along(width)}, down_{tiles_along(height)}
{}

ViewTile ViewTiles::operator[](std::int64_t number) const
{
    const int x = static_cast<int>(number % across_) * side, y = static_cast<int>(number / across_) * side;
    return {x, y, std::min(side, width_ - x), std::min(side, height_ - y)};
}

void cast_tiles(const HeightBlocks& terrain, const ViewRays& rays, const TileRange& tiles,
                const ViewImage& image, int threads, const std::atomic<bool>* cancelled)
{
    const ViewTiles all{rays.width, rays.height};
    parallel_sum(tiles.count, threads, [&](std::int64_t n) -> std::uint64_t {
        if (!is_set(cancelled)) cast_tile(terrain, rays, all[tiles.first + n], image);
        return 0;
    });
}

void cast_apart(const HeightBlocks& terrain, const ViewRays& rays, const TileRange& tiles, bool big_endian,
                std::span<float> values, int threads, const std::atomic<bool>* cancelled)
{
    const ViewTiles all{rays.width, rays.height};
    parallel_sum(tiles.count, threads, [&](std::int64_t n) -> std::uint64_t {
        const ViewTile tile = all[tiles.first + n];
        const std::span<float> own = values.subspan(static_cast<std::size_t>(n) * apart_floats, apart_floats);
        const ViewImage image{own.first(apart_floats / 2), own.last(apart_floats / 2), big_endian, tile};
        if (!is_set(cancelled)) cast_tile(terrain, rays, tile, image);
        return 0;
    });
}

void put_tiles(std::span<const float> values, const ViewRays& rays, const TileRange& tiles,
               const ViewImage& image)
{
    const ViewTiles all{rays.width, rays.height};
    for (std::int64_t n = 0; n < tiles.count; ++n) {
        const ViewTile tile = all[tiles.first + n];
        const float* from = values.data() + static_cast<std::size_t>(n) * apart_floats;
        put_rows(from, tile, rays.width, image.range.data());
        put_rows(from + apart_floats / 2, tile, rays.width, image.elevation.data());
    }
}

}  // namespace farfield::terrain
