#pragma once

#include "compute_node/terrain/height_blocks.h"

#include <glm/vec3.hpp>

#include <limits>

namespace farfield::compute {

/// A ray over the posts of a terrain: x in columns, y in rows, z in metres. At t it is at
/// origin + t direction, and z is higher by bend t^2, which is how much further the Earth has fallen away.
struct GridRay {
    glm::dvec3 origin{0.0};
    glm::dvec3 direction{0.0};  ///< not all zero
    double bend = 0.0;          ///< at least 0
};

/// What became of a ray.
enum class RayEnd {
    Sky,          ///< met nothing
    Ground,       ///< came from above
    Hole,         ///< went below the ground where posts have no height
    Underground,  ///< was below the surface where it began, or where it came in at the terrain's edge
};

struct RayHit {
    RayEnd end = RayEnd::Sky;
    double t =
        std::numeric_limits<double>::quiet_NaN();  ///< Ground and Underground: of the first point there
};

/// The first point of a ray at or below the bilinear surface, in binary64: what the casting of packets of
/// rays must find, and does the rays that they leave over.
[[nodiscard]] RayHit cast_ray(const HeightBlocks& terrain, const GridRay& ray);

/// The same for a ray that is known to meet nothing before a cell.
[[nodiscard]] RayHit cast_ray_from(const HeightBlocks& terrain, const GridRay& ray, std::int64_t column,
                                   std::int64_t row);

}  // namespace farfield::compute
