#pragma once

#include "compute_node/terrain/tree/grid_ray.h"

#include <limits>

namespace farfield::terrain {

/// The end of a ray.
enum class RayEnd {
    Sky,          ///< met no surface
    Ground,       ///< met the ground from above
    Void,         ///< went below the ground where posts lack heights
    Underground,  ///< was below the surface at its origin, or where it came in at the terrain's edge
};

struct RayHit {
    RayEnd end = RayEnd::Sky;
    double t =
        std::numeric_limits<double>::quiet_NaN();  ///< Ground and Underground: of the first point there
};

/// Casts a ray to its first point at or below the bilinear surface, in binary64: packets of rays must find
/// the same, and leave some rays to it. Above the line between two cells, and above a post, there is a
/// surface where one of the cells has one.
[[nodiscard]] RayHit cast_ray(const HeightBlocks& terrain, const GridRay& ray);

/// The same for a ray that, by binary32, meets no surface before a cell.
[[nodiscard]] RayHit cast_ray_from(const HeightBlocks& terrain, const GridRay& ray, std::int64_t column,
                                   std::int64_t row);

}  // namespace farfield::terrain
