#include "render/scene/camera_pose.h"

#include <algorithm>
#include <cmath>

namespace farfield::render {
namespace {

model::PoseRays scaled(const model::PoseRays& unit, double tangent_x, double aspect)
{
    return {unit.forward, tangent_x * unit.right, tangent_x / aspect * unit.up};
}

/// The picture's right with a level horizon; east when the eye looks straight up or down.
glm::dvec3 level_right(glm::dvec3 forward)
{
    const double length = std::hypot(forward.x, forward.y);
    return length > 1e-9 ? glm::dvec3(forward.y, -forward.x, 0.0) / length : glm::dvec3(1.0, 0.0, 0.0);
}

}  // namespace

model::PoseRays rays_of(const CameraView& camera, double aspect)
{
    const glm::dvec3 forward = glm::normalize(glm::dvec3(camera.target) - glm::dvec3(camera.eye));
    const glm::dvec3 side = glm::cross(forward, glm::dvec3(camera.up));
    const glm::dvec3 right = glm::length(side) > 1e-9 ? glm::normalize(side) : level_right(forward);
    const double tangent_y = std::tan(0.5 * static_cast<double>(camera.fov_y_radians));
    return scaled({forward, right, glm::cross(right, forward)}, tangent_y * aspect, aspect);
}

CameraView camera_of(const model::Pose& pose, double aspect, double target_metres)
{
    const model::PoseRays rays = rays_of(pose, aspect);
    const glm::dvec3 eye = model::vec_of(pose.eye);
    return {.eye = glm::vec3(eye),
            .target = glm::vec3(eye + target_metres * rays.forward),
            .up = glm::vec3(glm::normalize(rays.up)),
            .fov_y_radians = static_cast<float>(2.0 * std::atan(glm::length(rays.up)))};
}

model::Pose pose_of(const CameraView& camera, double aspect)
{
    const model::PoseRays rays = rays_of(camera, aspect);
    const glm::dvec3 level = level_right(rays.forward), right = glm::normalize(rays.right);
    const glm::dvec3 upright = glm::cross(level, rays.forward);
    model::Pose pose;
    pose.eye = model::point_of(glm::dvec3(camera.eye));
    pose.heading = glm::degrees(std::atan2(-level.y, level.x));
    pose.pitch = glm::degrees(std::asin(std::clamp(rays.forward.z, -1.0, 1.0)));
    pose.roll = glm::degrees(std::atan2(-glm::dot(right, upright), glm::dot(right, level)));
    pose.hfov = glm::degrees(2.0 * std::atan(glm::length(rays.right)));
    return pose;
}

}  // namespace farfield::render
