#include "app/show/document_camera.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <stdexcept>

#include "render/scene/camera_pose.h"

namespace farfield::app {
namespace {

render::CameraKey drawn_key(const model::CameraKey& key, const model::Document& document,
                            const SceneFrame& frame)
{
    const glm::dvec3 eye = frame.drawn(key.eye);
    const model::PoseRays rays =
        model::rays_of(model::Pose{.heading = key.heading.value_or(0.0), .pitch = key.pitch}, 1.0);
    constexpr double metres_ahead = 1000.0;
    const glm::dvec3 target = key.target ? frame.drawn(*key.target) : eye + metres_ahead * rays.forward;
    render::CameraKey drawn{.time_seconds = key.at, .view = {}};
    drawn.view.eye = glm::vec3(eye);
    drawn.view.target = glm::vec3(target);
    drawn.view.up =
        glm::vec3(model::vec_of(key.up ? *key.up : document.camera.up.value_or(document.scene.up)));
    const auto fov = key.fov_degrees ? key.fov_degrees : document.camera.fov_degrees;
    if (fov) drawn.view.fov_y_radians = glm::radians(static_cast<float>(*fov));
    return drawn;
}

void check_up(const render::CameraKey& key)
{
    const auto& view = key.view;
    const auto sideways = glm::cross(glm::normalize(view.target - view.eye), glm::normalize(view.up));
    if (!(glm::length(sideways) > 1e-4F))
        throw std::runtime_error(
            fmt::format("[[camera]] at {:.10g} s: 'up' must not point where it looks", key.time_seconds));
}

/// Its keys, or its eye as the only one.
std::vector<model::CameraKey> keys_of(const model::Camera& camera)
{
    if (!camera.eye || !camera.keys.empty()) return camera.keys;
    model::CameraKey key;
    key.eye = *camera.eye;
    key.target = camera.target;
    key.heading = camera.heading;
    key.pitch = camera.pitch;
    return {key};
}

}  // namespace

DocumentCamera::DocumentCamera(const model::Document& document, const SceneFrame& frame)
    : camera_(document.camera),
      clock_(document.clock),
      up_(model::vec_of(document.camera.up.value_or(document.scene.up))),
      drawn_(render::drawn_bounds(frame.bounds, frame.vertical_scale))
{
    std::ranges::transform(keys_of(camera_), std::back_inserter(keys_),
                           [&](const auto& key) { return drawn_key(key, document, frame); });
    std::ranges::for_each(keys_, check_up);
}

render::CameraView DocumentCamera::at(std::uint64_t frame, float aspect, float free_width) const
{
    const double seconds = model::document_seconds(clock_, frame);
    if (!keys_.empty()) return render::camera_at(keys_, seconds);
    const double turned = std::fmod(camera_.yaw_degrees + seconds * camera_.orbit_degrees_per_second, 360.0);
    render::OrbitCamera camera(up_);
    camera.set_angles(glm::radians(static_cast<float>(turned)),
                      glm::radians(static_cast<float>(camera_.pitch_degrees)));
    camera.fit(drawn_, aspect, free_width);
    camera.zoom(1.0F / static_cast<float>(camera_.zoom));
    return camera.view();
}

}  // namespace farfield::app
