#pragma once

#include "compute_node/terrain/tree/height_blocks.h"
#include "compute_node/terrain/tree/post_window.h"

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <atomic>
#include <cstdint>
#include <limits>
#include <span>

namespace farfield::terrain {

/// The visibility of all posts of a terrain from one eye. A post is visible unless some point of the exact
/// bilinear surface, strictly between both ends, lies above the straight line from the eye to the target,
/// which stands on the post; touching hides nothing (sight_line.h says how little counts as touching). Cells
/// that lack a post have no surface and hide nothing.
struct ViewshedSettings {
    glm::dvec3 eye{0.0};                ///< column and row within the terrain, metres
    double target_metres = 0.0;         ///< height of a target above its post; at least 0
    double curvature = 0.0;             ///< earth_curvature(), 1/m; 0: a flat Earth
    glm::dvec2 post_metres{1.0, -1.0};  ///< see PostFrame
    double radius_metres = std::numeric_limits<double>::infinity();  ///< horizontal, of a flat map
    /// Range of azimuths that are decided, clockwise from north; all azimuths when the two are 360 or more
    /// apart.
    double from_degrees = 0.0;
    double to_degrees = 360.0;
};

/// The values of a viewshed's image.
inline constexpr std::uint8_t post_visible = 255;
inline constexpr std::uint8_t post_hidden = 0;
inline constexpr std::uint8_t post_without_height = 127;

/// The window of all posts.
[[nodiscard]] PostWindow whole_window(const HeightBlocks& terrain);
/// The window of posts around the eye that may be within the radius: at least 2 x 2.
[[nodiscard]] PostWindow viewshed_window(const HeightBlocks& terrain, const ViewshedSettings& settings);

/// Output of a viewshed: all posts within the radius are in its window.
struct ViewshedImage {
    PostWindow window;
    std::span<std::uint8_t> posts;       ///< [window.rows][window.columns]
    std::uint8_t outside = post_hidden;  ///< stands for posts outside of the radius or the azimuths
};

struct ViewshedCounts {
    std::uint64_t posts = 0;  ///< posts within the radius and the azimuths, with a height
    std::uint64_t visible = 0;
};

/// Fills an image of posts, on up to `threads` threads (0: all); the same bits for any number. Once
/// `cancelled` is true it returns within milliseconds, with a partial image. Most posts are decided for many
/// at once in binary32, by bounds that are certain; the rest as sees_post() does, in binary64. Throws
/// std::invalid_argument when the image lacks posts. Running out of memory inside the parallel loop ends the
/// program. Source: the bounds that a sweep keeps are those of Franklin, Ray and Mehta, "Geometric Algorithms
/// for Siting of Air Defense Missile Batteries", 1994 (R2, XDraw), made into certain bounds for sectors of
/// azimuth.
[[nodiscard]] ViewshedCounts compute_viewshed(const HeightBlocks& terrain, const ViewshedSettings& settings,
                                              const ViewshedImage& image, int threads = 0,
                                              const std::atomic<bool>* cancelled = nullptr);

}  // namespace farfield::terrain
