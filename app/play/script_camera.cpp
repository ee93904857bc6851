#include "app/play/script_camera.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <stdexcept>

#include "render/scene/terrain_pose.h"

namespace farfield::app {
namespace {

glm::dvec3 drawn(const model::Point& place, const ScriptFrame& frame)
{
    return (glm::dvec3(place[0], place[1], place[2]) - frame.origin) * frame.scale;
}

render::CameraKey drawn_key(const ScriptCameraKey& key, const ScriptFrame& frame)
{
    const glm::dvec3 eye = drawn(key.eye, frame);
    const render::PoseRays rays = render::rays_of(
        render::TerrainPose{.heading_degrees = key.heading_degrees, .pitch_degrees = key.pitch_degrees}, 1.0);
    constexpr double metres_ahead = 1000.0;
    const glm::dvec3 target = key.target ? drawn(*key.target, frame) : eye + metres_ahead * rays.forward;
    return {.time_seconds = key.time_seconds,
            .view = {.eye = glm::vec3(eye),
                     .target = glm::vec3(target),
                     .up = key.up,
                     .fov_y_radians = key.fov_y_radians}};
}

void check_up(const render::CameraKey& key)
{
    const auto& view = key.view;
    const auto sideways = glm::cross(glm::normalize(view.target - view.eye), glm::normalize(view.up));
    if (!(glm::length(sideways) > 1e-4F))
        throw std::runtime_error(
            fmt::format("[[camera]] at {:.10g} s: 'up' must not point where it looks", key.time_seconds));
}

}  // namespace

ScriptCamera::ScriptCamera(const Script& script, const ScriptFrame& frame, const render::Bounds& drawn)
    : view_(script.view), frames_per_second_(script.frames_per_second), drawn_(drawn)
{
    std::ranges::transform(script.camera, std::back_inserter(keys_),
                           [&](const ScriptCameraKey& key) { return drawn_key(key, frame); });
    std::ranges::for_each(keys_, check_up);
}

render::CameraView ScriptCamera::at(std::uint64_t frame, float aspect, float free_width) const
{
    const double seconds = static_cast<double>(frame) / frames_per_second_;
    if (!keys_.empty()) return render::camera_at(keys_, seconds);
    const double turned = std::fmod(view_.yaw_degrees + seconds * view_.orbit_degrees_per_second, 360.0);
    render::OrbitCamera camera(view_.up);
    camera.set_angles(glm::radians(static_cast<float>(turned)), glm::radians(view_.pitch_degrees));
    camera.fit(drawn_, aspect, free_width);
    camera.zoom(1.0F / view_.zoom);
    return camera.view();
}

}  // namespace farfield::app
