#include "render/scene/view.h"

#include <algorithm>
#include <cmath>

#include <glm/gtc/matrix_transform.hpp>

namespace farfield::render {
namespace {

/// The up direction, or another one if `up` is along the line of sight, for which lookAt has no answer.
glm::vec3 usable_up(glm::vec3 forward, glm::vec3 up)
{
    const glm::vec3 side = glm::cross(forward, up);
    if (glm::dot(side, side) > 1e-10F * glm::dot(up, up)) return up;
    return std::abs(forward.z) < 0.9F ? glm::vec3(0.0F, 0.0F, 1.0F) : glm::vec3(0.0F, 1.0F, 0.0F);
}

float fall(const ViewTransform& view, glm::vec2 place)
{
    const glm::vec2 away = (place - glm::vec2(view.eye)) * glm::vec2(view.scale);
    // The square of a distance may overflow, hence a flat Earth is handled apart.
    return view.curvature > 0.0F ? view.curvature * glm::dot(away, away) / view.scale.z : 0.0F;
}

}  // namespace

ViewTransform placed(const ViewTransform& view, const Placement& placement)
{
    if (placement == Placement{}) return view;
    ViewTransform own = view;
    own.view = glm::scale(glm::translate(view.view, placement.offset), placement.scale);
    own.view_projection = own.projection * own.view;
    own.eye = (view.eye - placement.offset) / placement.scale;
    own.scale = view.scale * placement.scale;
    return own;
}

glm::vec3 seen_place(const ViewTransform& view, glm::vec3 place)
{
    return {place.x, place.y, place.z - fall(view, place)};
}

glm::vec3 place_seen_at(const ViewTransform& view, glm::vec3 seen)
{
    return {seen.x, seen.y, seen.z + fall(view, seen)};
}

Bounds drawn_bounds(const Bounds& bounds, float vertical_scale)
{
    const glm::vec3 scale(1.0F, 1.0F, vertical_scale);
    const glm::vec3 one = scale * bounds.min, other = scale * bounds.max;
    return {glm::min(one, other), glm::max(one, other)};
}

ViewTransform make_view_transform(const CameraView& camera, const Viewport& viewport,
                                  const Bounds& world_bounds, float vertical_scale, float nearest)
{
    const Bounds bounds = drawn_bounds(world_bounds, vertical_scale);
    const glm::vec3 scale(1.0F, 1.0F, vertical_scale);
    ViewTransform transform;
    transform.viewport = viewport;
    transform.eye = camera.eye / scale;
    const glm::vec3 to_target = camera.target - camera.eye;
    transform.target_distance = std::max(glm::length(to_target), 1e-20F);
    const glm::vec3 forward = to_target / transform.target_distance;

    // Rakes and axes reach a little out of the bounds: half as much room again.
    const float radius = 0.75F * std::max(glm::length(bounds.size()), 1e-6F * transform.target_distance);
    const float depth = glm::dot(bounds.centre() - camera.eye, forward);
    float far_plane = std::max(depth, 0.0F) + radius, near_plane = depth - radius;
    // A thing far from the bounds that is looked at is taken to be about as large as it is near.
    if (glm::distance(camera.target, glm::clamp(camera.target, bounds.min, bounds.max)) > radius) {
        far_plane = std::max(far_plane, 3.0F * transform.target_distance);
        near_plane = 0.0F;
    }
    near_plane = std::max(near_plane, far_plane * nearest);

    transform.view = glm::scale(glm::lookAt(camera.eye, camera.target, usable_up(forward, camera.up)), scale);
    transform.projection = glm::perspective(camera.fov_y_radians, viewport.aspect(), near_plane, far_plane);
    transform.view_projection = transform.projection * transform.view;
    return transform;
}

}  // namespace farfield::render
