#include "app/show/document_camera.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <stdexcept>

#include "render/scene/camera_pose.h"

namespace farfield::app {
namespace {

render::CameraKey key_from(glm::dvec3 eye, glm::dvec3 target, const model::CameraKey& key,
                           const model::Document& document)
{
    render::CameraKey drawn{.time_seconds = key.at, .view = {}};
    drawn.view.eye = glm::vec3(eye);
    drawn.view.target = glm::vec3(target);
    drawn.view.up =
        glm::vec3(model::vec_of(key.up ? *key.up : document.camera.up.value_or(document.scene.up)));
    const auto fov = key.fov_degrees ? key.fov_degrees : document.camera.fov_degrees;
    if (fov) drawn.view.fov_y_radians = glm::radians(static_cast<float>(*fov));
    return drawn;
}

/// Key beside an entity: about the origin, until the entity's position is known.
render::CameraKey key_beside(const model::CameraKey& key, const model::Document& document,
                             const SceneFrame& frame)
{
    return key_from(model::vec_of(key.eye) * frame.own_scale, glm::dvec3(0.0), key, document);
}

render::CameraKey drawn_key(const model::CameraKey& key, const model::Document& document,
                            const SceneFrame& frame)
{
    if (key.follow) return key_beside(key, document, frame);
    const glm::dvec3 eye = frame.drawn(key.eye);
    const model::PoseRays rays =
        model::rays_of(model::Pose{.heading = key.heading.value_or(0.0), .pitch = key.pitch}, 1.0);
    constexpr double metres_ahead = 1000.0;
    const glm::dvec3 target = key.target ? frame.drawn(*key.target) : eye + metres_ahead * rays.forward;
    return key_from(eye, target, key, document);
}

void check_up(const render::CameraKey& key)
{
    const auto& view = key.view;
    const auto sideways = glm::cross(glm::normalize(view.target - view.eye), glm::normalize(view.up));
    if (!(glm::length(sideways) > 1e-4F))
        throw std::runtime_error(
            fmt::format("[[camera]] at {:.10g} s: 'up' must not point where it looks", key.time_seconds));
}

/// Keys of a camera, or its eye as the only key.
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
      drawn_(render::drawn_bounds(frame.reach, frame.vertical_scale)),
      vertical_scale_(frame.vertical_scale)
{
    std::ranges::transform(keys_of(camera_), std::back_inserter(keys_),
                           [&](const auto& key) { return drawn_key(key, document, frame); });
    std::ranges::for_each(keys_, check_up);
    if (std::ranges::none_of(camera_.keys, [](const auto& key) { return key.follow.has_value(); })) return;
    std::ranges::transform(camera_.keys, std::back_inserter(followed_), &model::CameraKey::follow);
}

std::vector<render::CameraKey> DocumentCamera::keys_with_places(std::uint64_t frame) const
{
    auto keys = keys_;
    const auto middle = glm::dvec3(drawn_.centre());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (!followed_[i]) continue;
        const auto place = place_at_ ? place_at_(*followed_[i], frame) : std::nullopt;
        keys[i].view.target = glm::vec3(place ? *place * glm::dvec3(1.0, 1.0, vertical_scale_) : middle);
        keys[i].view.eye += keys[i].view.target;
    }
    return keys;
}

render::CameraView DocumentCamera::at(std::uint64_t frame, float aspect, float free_width) const
{
    const double seconds = model::document_seconds(clock_, frame);
    if (!followed_.empty()) return render::camera_at(keys_with_places(frame), seconds);
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
