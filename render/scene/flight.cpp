#include "render/scene/flight.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace farfield::render {
namespace {

constexpr float steepest = 89.0F * std::numbers::pi_v<float> / 180.0F;

struct Angles {
    float heading = 0.0F;  ///< radians clockwise from y
    float pitch = 0.0F;
};

Angles angles_of(glm::vec3 ahead)
{
    return {std::atan2(ahead.x, ahead.y), std::atan2(ahead.z, std::hypot(ahead.x, ahead.y))};
}

glm::vec3 direction(Angles angles)
{
    return {std::cos(angles.pitch) * std::sin(angles.heading),
            std::cos(angles.pitch) * std::cos(angles.heading), std::sin(angles.pitch)};
}

}  // namespace

CameraView looked_around(const CameraView& camera, float yaw_radians, float pitch_radians)
{
    const glm::vec3 ahead = camera.target - camera.eye;
    Angles angles = angles_of(ahead);
    angles.heading -= yaw_radians;
    angles.pitch = std::clamp(angles.pitch + pitch_radians, -steepest, steepest);
    CameraView turned = camera;
    turned.target = camera.eye + glm::length(ahead) * direction(angles);
    turned.up = {0.0F, 0.0F, 1.0F};
    return turned;
}

CameraView moved(const CameraView& camera, glm::vec3 by, bool level)
{
    Angles angles = angles_of(camera.target - camera.eye);
    if (level) angles.pitch = 0.0F;
    const glm::vec3 forward = direction(angles);
    const glm::vec3 right{std::cos(angles.heading), -std::sin(angles.heading), 0.0F};
    return placed(camera, camera.eye + by.x * right + by.y * forward + glm::vec3(0.0F, 0.0F, by.z));
}

CameraView placed(const CameraView& camera, glm::vec3 eye)
{
    CameraView there = camera;
    there.eye = eye;
    there.target += eye - camera.eye;
    return there;
}

}  // namespace farfield::render
