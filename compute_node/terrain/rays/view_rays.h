#pragma once

#include "compute_node/terrain/tree/height_blocks.h"

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <atomic>
#include <cstddef>
#include <span>

namespace farfield::terrain {

/// The rays of one picture, one a pixel, all from one eye: over the posts of a terrain, x in columns, y in
/// rows, z in metres. The ray of the pixel at (x, y) from the top left leads along
/// forward + a right + b up with a = (2 (x + 1/2) / width - 1) tangent.x, b = (1 - 2 (y + 1/2) / height)
/// tangent.y.
struct ViewRays {
    glm::dvec3 origin{0.0};
    glm::dvec3 forward{0.0}, right{0.0},
        up{0.0};              ///< a metre long each, at right angles until scaled to posts
    glm::dvec2 tangent{1.0};  ///< tangents of half the field of view, across and up
    int width = 0;
    int height = 0;
    double curvature = 0.0;  ///< the drop of the ground at a distance of 1 m: (1 - refraction) / (2 R), 1/m
    glm::dvec2 post_metres{1.0};
    /// 0: exact. Otherwise nodes smaller than so many pixels are taken for boxes: the error is below that.
    double detail_pixels = 0.0;
};

/// Part of a picture: columns [x, x + width) and rows [y, y + height).
struct ViewTile {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;
};

/// The values of a picture's pixels, row by row from the top left.
struct ViewImage {
    std::span<float> range;      ///< [height][width] metres from the eye; NaN: no ground is seen
    std::span<float> elevation;  ///< [height][width] metres; NaN likewise
    bool big_endian = false;     ///< both spans are written in network order
    ViewTile part = {};          ///< part of the picture that the spans hold; empty: all of it
};

/// Casts the rays of part of a picture, at most view_tile_pixels a side, within the image's. Finds first hits
/// on the bilinear surface by packets of neighbouring rays in binary32 that miss none, and settles them in
/// binary64. A pixel's value depends only on the rays and the terrain.
inline constexpr int view_tile_pixels = 32;
void cast_tile(const HeightBlocks& terrain, const ViewRays& rays, const ViewTile& tile,
               const ViewImage& image);

/// Casts the whole picture, on up to `threads` threads (0: all); the same bits for any number. Once
/// `cancelled` is true it returns soon, with a partial picture.
void cast_view(const HeightBlocks& terrain, const ViewRays& rays, const ViewImage& image, int threads = 0,
               const std::atomic<bool>* cancelled = nullptr);

}  // namespace farfield::terrain
