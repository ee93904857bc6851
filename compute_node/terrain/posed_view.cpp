#include "compute_node/terrain/posed_view.h"

#include <cmath>
#include <fmt/format.h>
#include <stdexcept>

namespace farfield::terrain {

namespace {

void check_finite(const char* name, double value)
{
    if (!std::isfinite(value))
        throw std::invalid_argument(fmt::format("{}: expected a number, found {}", name, value));
}

}  // namespace

void check_view(const model::Pose& pose, const ViewSize& size)
{
    if (size.width < 1 || size.height < 1)
        throw std::invalid_argument(
            fmt::format("size: expected at least 1 x 1 pixels, found {} x {}", size.width, size.height));
    if (std::int64_t{size.width} * size.height > max_view_pixels)
        throw std::invalid_argument(fmt::format("size: {} x {} pixels exceed max_view_pixels, {}", size.width,
                                                size.height, max_view_pixels));
    check_finite("eye", pose.eye[0] + pose.eye[1] + pose.eye[2]);
    check_finite("heading", pose.heading);
    check_finite("pitch", pose.pitch);
    check_finite("roll", pose.roll);
    if (!(pose.hfov > 0.0 && pose.hfov < 180.0))
        throw std::invalid_argument(
            fmt::format("hfov: expected more than 0 and less than 180 degrees, found {:g}", pose.hfov));
}

ViewRays view_rays(const Terrain& terrain, const model::Pose& pose, const ViewSize& size)
{
    const glm::dvec2 eye{pose.eye[0], pose.eye[1]};
    return view_rays(terrain, pose, size, terrain.info.frame.post_metres_at(eye));
}

ViewRays view_rays(const Terrain& terrain, const model::Pose& pose, const ViewSize& size,
                   glm::dvec2 post_metres)
{
    check_view(pose, size);
    const auto grid_direction = [post_metres](glm::dvec3 metres) {
        return glm::dvec3{glm::dvec2{metres} / post_metres, metres.z};
    };
    const model::PoseRays axes = axes_of(pose);
    ViewRays rays;
    rays.origin = terrain.grid_of(model::vec_of(pose.eye));
    rays.forward = grid_direction(axes.forward);
    rays.right = grid_direction(axes.right);
    rays.up = grid_direction(axes.up);
    rays.tangent.x = half_width_of(pose);
    rays.tangent.y = rays.tangent.x * size.height / size.width;
    rays.width = size.width;
    rays.height = size.height;
    rays.post_metres = post_metres;
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
