#pragma once

#include "render/scene/terrain_frame.h"
#include "render/scene/view.h"

namespace farfield::render {

/// The rays of a picture: the one through (x, y), from -1 at the left and the bottom to 1 at the right and
/// the top, leads from the eye along forward + x right + y up. right and up are as long as half the picture
/// is wide and high at a distance of 1.
struct PoseRays {
    glm::dvec3 forward{0.0, 1.0, 0.0};
    glm::dvec3 right{1.0, 0.0, 0.0};
    glm::dvec3 up{0.0, 0.0, 1.0};
};
/// aspect: width by height.
[[nodiscard]] PoseRays rays_of(const TerrainPose& pose, double aspect);
[[nodiscard]] PoseRays rays_of(const CameraView& camera, double aspect);

/// The same picture, told the other way. A camera's target is target_metres ahead.
[[nodiscard]] CameraView camera_of(const TerrainPose& pose, double aspect, double target_metres = 1000.0);
[[nodiscard]] TerrainPose pose_of(const CameraView& camera, double aspect);

}  // namespace farfield::render
