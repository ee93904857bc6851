#include "compute_node/terrain/eye_pose.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include <cmath>
#include <stdexcept>

namespace farfield::terrain {

namespace {

void check_finite(const char* name, double value)
{
    if (!std::isfinite(value))
        throw std::invalid_argument(fmt::format("{}: expected a number, found {}", name, value));
}

}  // namespace

void check_view(const EyePose& pose, const ViewSize& size)
{
    if (size.width < 1 || size.height < 1)
        throw std::invalid_argument(
            fmt::format("size: expected at least 1 x 1 pixels, found {} x {}", size.width, size.height));
    if (std::int64_t{size.width} * size.height > max_view_pixels)
        throw std::invalid_argument(fmt::format("size: {} x {} pixels exceed max_view_pixels, {}", size.width,
                                                size.height, max_view_pixels));
    check_finite("eye", pose.eye.x + pose.eye.y + pose.eye.z);
    check_finite("heading", pose.heading_degrees);
    check_finite("pitch", pose.pitch_degrees);
    check_finite("roll", pose.roll_degrees);
    if (!(pose.hfov_degrees > 0.0 && pose.hfov_degrees < 180.0))
        throw std::invalid_argument(fmt::format(
            "hfov: expected more than 0 and less than 180 degrees, found {:g}", pose.hfov_degrees));
}

ViewRays view_rays(const Terrain& terrain, const EyePose& pose, const ViewSize& size)
{
    check_view(pose, size);
    const double heading = glm::radians(pose.heading_degrees), pitch = glm::radians(pose.pitch_degrees);
    const double roll = glm::radians(pose.roll_degrees);
    const glm::dvec3 forward{std::cos(pitch) * std::sin(heading), std::cos(pitch) * std::cos(heading),
                             std::sin(pitch)};
    const glm::dvec3 level{std::cos(heading), -std::sin(heading), 0.0};
    const glm::dvec3 upright = glm::cross(level, forward);
    ViewRays rays;
    rays.origin = terrain.grid_of(pose.eye);
    rays.forward = terrain.grid_direction(forward);
    rays.right = terrain.grid_direction(std::cos(roll) * level - std::sin(roll) * upright);
    rays.up = terrain.grid_direction(std::cos(roll) * upright + std::sin(roll) * level);
    rays.tangent.x = std::tan(glm::radians(pose.hfov_degrees) / 2.0);
    rays.tangent.y = rays.tangent.x * size.height / size.width;
    rays.width = size.width;
    rays.height = size.height;
    rays.post_metres = terrain.info.frame.post_metres();
    return rays;
}

glm::dvec3 pixel_direction(const ViewRays& rays, double x, double y)
{
    const double a = (2.0 * (x + 0.5) / rays.width - 1.0) * rays.tangent.x;
    const double b = (1.0 - 2.0 * (y + 0.5) / rays.height) * rays.tangent.y;
    const glm::dvec3 grid = rays.forward + a * rays.right + b * rays.up;
    return {glm::dvec2{grid} * rays.post_metres, grid.z};
}

}  // namespace farfield::terrain
