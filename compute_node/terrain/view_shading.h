#pragma once

#include "compute_node/terrain/rays/view_rays.h"

#include <cstdint>
#include <span>

namespace farfield::terrain {

/// Settings of a view's colours.
struct ViewShading {
    double sun_azimuth_degrees = 315.0;  ///< clockwise from north; north-west, as on maps
    double sun_elevation_degrees = 45.0;
    float lowest = 0.0F;  ///< metres, at which the colours of heights begin
    float highest = 1.0F;
    double haze_metres = 0.0;  ///< distance at which haze hides two thirds of the ground; 0: none
};

/// Colours a view by height and sun. Slopes come from neighbouring pixels, so that ground far away is as
/// smooth as it is seen.
/// rgb: [height][width][3].
void shade_view(const ViewRays& rays, std::span<const float> range, std::span<const float> elevation,
                const ViewShading& shading, std::span<std::uint8_t> rgb);

}  // namespace farfield::terrain
