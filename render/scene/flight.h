#pragma once

#include "render/scene/view.h"

namespace farfield::render {

/// Ways to move a camera by hand that keep its horizon level. z is up; the target stays as far ahead as it
/// was.

/// Turns about the eye: positive yaw to the left, positive pitch upwards. It never looks straight up or down.
[[nodiscard]] CameraView looked_around(const CameraView& camera, float yaw_radians, float pitch_radians);

/// Moves the eye: x to the right, y ahead, z up; the first two along the ground where `level` is set, else
/// where the camera looks.
[[nodiscard]] CameraView moved(const CameraView& camera, glm::vec3 by, bool level);

/// Puts the eye at a place, looking where it looked.
[[nodiscard]] CameraView placed(const CameraView& camera, glm::vec3 eye);

}  // namespace farfield::render
