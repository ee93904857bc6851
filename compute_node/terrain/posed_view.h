#pragma once

#include "compute_node/terrain/rays/view_rays.h"
#include "compute_node/terrain/terrain.h"
#include "model/geometry/pose.h"

#include <cstdint>

namespace farfield::terrain {

/// Largest number of pixels of a picture.
inline constexpr std::int64_t max_view_pixels = std::int64_t{1} << 26;

struct ViewSize {
    int width = 1280;
    int height = 720;
};

/// Throws std::invalid_argument that names the value out of bounds: a size that is not positive or beyond
/// max_view_pixels, a field of view, a number that is not finite.
void check_view(const model::Pose& pose, const ViewSize& size);

/// The rays of a pose: eye in the terrain's coordinates, z in metres; directions by the terrain's own east,
/// north and up, in the metres at the eye. Exact rays, over flat ground. Throws as check_view() does.
[[nodiscard]] ViewRays view_rays(const Terrain& terrain, const model::Pose& pose, const ViewSize& size);
/// The same with other metres between posts: with those of the terrain's middle, a view agrees with all that
/// is drawn in the terrain's local frame.
[[nodiscard]] ViewRays view_rays(const Terrain& terrain, const model::Pose& pose, const ViewSize& size,
                                 glm::dvec2 post_metres);

/// The direction of a pixel's ray in metres east, north and up; not of length 1.
[[nodiscard]] glm::dvec3 pixel_direction(const ViewRays& rays, double x, double y);

}  // namespace farfield::terrain
