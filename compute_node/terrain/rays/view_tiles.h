#pragma once

#include "compute_node/terrain/rays/view_rays.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace farfield::terrain {

/// A picture's tiles of view_tile_pixels a side, smaller ones along the right and lower edges: row by row
/// from the top left, numbered from 0.
class ViewTiles {
public:
    ViewTiles(int width, int height);

    [[nodiscard]] std::int64_t count() const { return std::int64_t{across_} * down_; }
    [[nodiscard]] ViewTile operator[](std::int64_t number) const;

private:
    int width_, height_;
    int across_, down_;
};

/// Tiles [first, first + count).
struct TileRange {
    std::int64_t first = 0;
    std::int64_t count = 0;
};

/// Casts some tiles as cast_view() does.
void cast_tiles(const HeightBlocks& terrain, const ViewRays& rays, const TileRange& tiles,
                const ViewImage& image, int threads, const std::atomic<bool>* cancelled);

/// Number of floats of a tile apart from its picture: its ranges, row by row, and from the middle on its
/// elevations.
inline constexpr std::size_t apart_floats = std::size_t{2} * view_tile_pixels * view_tile_pixels;

/// Casts tiles apart from their picture. values: [tiles.count][apart_floats].
void cast_apart(const HeightBlocks& terrain, const ViewRays& rays, const TileRange& tiles, bool big_endian,
                std::span<float> values, int threads, const std::atomic<bool>* cancelled);

/// Puts such tiles into their picture. image: of the whole picture.
void put_tiles(std::span<const float> values, const ViewRays& rays, const TileRange& tiles,
               const ViewImage& image);

}  // namespace farfield::terrain
