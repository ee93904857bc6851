#pragma once

#include "compute_node/terrain/rays/view_rays.h"
#include "compute_node/terrain/terrain.h"

#include <cstdint>

namespace farfield::terrain {

/// Where an eye is and where it looks. Headings and pitches refer to the terrain's own east, north and up.
struct EyePose {
    glm::dvec3 eye{0.0};           ///< in the terrain's coordinates; z in metres
    double heading_degrees = 0.0;  ///< clockwise from north
    double pitch_degrees = 0.0;    ///< above the horizon
    double roll_degrees = 0.0;     ///< clockwise, as the eye sees it: the picture turns the other way
    double hfov_degrees = 60.0;    ///< from the left edge to the right one, in (0, 180)
};

/// Pixels of a picture at most.
inline constexpr std::int64_t max_view_pixels = std::int64_t{1} << 26;

struct ViewSize {
    int width = 1280;
    int height = 720;
};

/// Throws std::invalid_argument that names the value out of bounds: a size that is not positive or beyond
/// max_view_pixels, a field of view, a number that is not finite.
void check_view(const EyePose& pose, const ViewSize& size);

/// Exact, over flat ground. Throws as check_view() does.
[[nodiscard]] ViewRays view_rays(const Terrain& terrain, const EyePose& pose, const ViewSize& size);

/// The direction of a pixel's ray in metres east, north and up; not of length 1.
[[nodiscard]] glm::dvec3 pixel_direction(const ViewRays& rays, double x, double y);

}  // namespace farfield::terrain
