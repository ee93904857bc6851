#pragma once

#include "compute_node/terrain/terrain.h"

#include <glm/vec3.hpp>

#include <limits>
#include <span>
#include <string_view>

namespace farfield::terrain {

/// A ray as users give it.
struct PlaceRay {
    glm::dvec3 eye{0.0};        ///< in the terrain's coordinates; z in metres
    glm::dvec3 direction{0.0};  ///< metres east, north and up; of any length but zero
};

/// The result of a ray; numbers for Ground and Underground, else NaN.
struct PlaceHit {
    RayEnd end = RayEnd::Sky;
    double range = std::numeric_limits<double>::quiet_NaN();     ///< metres from the eye, in a straight line
    glm::dvec3 place{std::numeric_limits<double>::quiet_NaN()};  ///< in the terrain's coordinates
};

/// "ground", "sky", "hole" or "underground".
[[nodiscard]] std::string_view to_string(RayEnd end);

/// Casts a ray to the first point at or below the bilinear surface, exact but for binary64's rounding. Where
/// metres differ over the terrain, they are those in the middle between the eye and the ground that is met.
/// curvature: see earth_curvature(); 0 for a flat Earth.
[[nodiscard]] PlaceHit cast_ray(const Terrain& terrain, const PlaceRay& ray, double curvature);

/// Casts all rays, on up to `threads` threads (0: all); the same bits for any number.
/// hits: [rays.size()]. Throws std::invalid_argument when there is room for another number.
void cast_rays(const Terrain& terrain, std::span<const PlaceRay> rays, double curvature,
               std::span<PlaceHit> hits, int threads = 0);

}  // namespace farfield::terrain
