#pragma once

#include "model/geometry/pose.h"
#include "render/scene/view.h"

namespace farfield::render {

/// The rays of a camera's picture. aspect: width by height.
[[nodiscard]] model::PoseRays rays_of(const CameraView& camera, double aspect);

/// Convert between a pose and a camera with the same picture. The camera's target is target_metres ahead.
[[nodiscard]] CameraView camera_of(const model::Pose& pose, double aspect, double target_metres = 1000.0);
[[nodiscard]] model::Pose pose_of(const CameraView& camera, double aspect);

}  // namespace farfield::render
