#include "model/geometry/pose.h"

#include <cmath>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

namespace farfield::model {

Pose Pose::from_json(const JsonValue& value)
{
    const auto numbers = value.elements(7, "seven numbers: eye x, y and z, heading, pitch, roll and hfov");
    const Pose pose{.eye = {numbers[0].number(), numbers[1].number(), numbers[2].number()},
                    .heading = numbers[3].number(),
                    .pitch = numbers[4].number(),
                    .roll = numbers[5].number(),
                    .hfov = numbers[6].number()};
    if (pose.hfov <= 0.0 || pose.hfov >= 180.0) numbers[6].complain("a number between 0 and 180");
    return pose;
}

Json Pose::to_json() const
{
    return {eye[0], eye[1], eye[2], heading, pitch, roll, hfov};
}

PoseRays axes_of(const Pose& pose)
{
    const double heading = glm::radians(pose.heading), pitch = glm::radians(pose.pitch);
    const double roll = glm::radians(pose.roll);
    const glm::dvec3 forward{std::cos(pitch) * std::sin(heading), std::cos(pitch) * std::cos(heading),
                             std::sin(pitch)};
    const glm::dvec3 level{std::cos(heading), -std::sin(heading), 0.0};
    const glm::dvec3 upright = glm::cross(level, forward);
    return {forward, std::cos(roll) * level - std::sin(roll) * upright,
            std::cos(roll) * upright + std::sin(roll) * level};
}

double half_width_of(const Pose& pose)
{
    return std::tan(0.5 * glm::radians(pose.hfov));
}

PoseRays rays_of(const Pose& pose, double aspect)
{
    const PoseRays axes = axes_of(pose);
    const double half_width = half_width_of(pose);
    return {axes.forward, half_width * axes.right, half_width / aspect * axes.up};
}

}  // namespace farfield::model
