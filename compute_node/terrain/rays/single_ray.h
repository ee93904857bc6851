#pragma once

#include "compute_node/terrain/tree/grid_ray.h"

#include <limits>

namespace farfield::terrain {

/// The end of a ray.
enum class RayEnd {
    Sky,          ///< met nothing
    Ground,       ///< came from above
    Void,         ///< went below the ground where posts have no height
    Underground,  ///< was below the surface where it began, or where it came in at the terrain's edge
};

struct RayHit {
    RayEnd end = RayEnd::Sky;
    double t =
        std::numeric_limits<double>::quiet_NaN();  ///< Ground and Underground: of the first point there
};

/// The first point of a ray at or below the bilinear surface, in binary64: what the casting of packets of
/// rays must find, and does the rays that they leave over. Above the line between two cells, and above a
/// post, there is a surface where one of the cells has one.
[[nodiscard]] RayHit cast_ray(const HeightBlocks& terrain, const GridRay& ray);

/// The same for a ray of which binary32 has found that it meets nothing before a cell.
[[nodiscard]] RayHit cast_ray_from(const HeightBlocks& terrain, const GridRay& ray, std::int64_t column,
                                   std::int64_t row);

}  // namespace farfield::terrain
