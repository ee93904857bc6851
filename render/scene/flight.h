#pragma once

#include "render/scene/view.h"

namespace farfield::render {

/// Functions that move a camera by hand and keep its horizon level. z is up; the distance to the target
/// stays.

/// Turns the camera about its eye: positive yaw to the left, positive pitch up; never straight up or down.
[[nodiscard]] CameraView looked_around(const CameraView& camera, float yaw_radians, float pitch_radians);

/// Moves the eye: x to the right, y ahead, z up. With `level` x and y follow the ground, else the line of
/// sight.
[[nodiscard]] CameraView moved(const CameraView& camera, glm::vec3 by, bool level);

/// Puts the eye at a place and keeps the direction.
[[nodiscard]] CameraView placed(const CameraView& camera, glm::vec3 eye);

}  // namespace farfield::render
