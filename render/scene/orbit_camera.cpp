#include "render/scene/orbit_camera.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>

#include <glm/gtc/matrix_transform.hpp>

namespace farfield::render {
namespace {

constexpr float largest_pitch_radians = 89.0F * std::numbers::pi_v<float> / 180.0F;

/// The picture's right at yaw 0: x, made perpendicular to the up axis.
glm::vec3 right_at_zero(glm::vec3 up)
{
    const glm::vec3 x = std::abs(up.x) < 0.9F ? glm::vec3(1.0F, 0.0F, 0.0F) : glm::vec3(0.0F, 1.0F, 0.0F);
    return glm::normalize(x - glm::dot(x, up) * up);
}

std::array<glm::vec3, 8> corners_of(const Bounds& bounds)
{
    std::array<glm::vec3, 8> corners{};
    for (unsigned i = 0; i < corners.size(); ++i)
        corners[i] = {(i & 1U) != 0 ? bounds.max.x : bounds.min.x,
                      (i & 2U) != 0 ? bounds.max.y : bounds.min.y,
                      (i & 4U) != 0 ? bounds.max.z : bounds.min.z};
    return corners;
}

/// Turns unit vector a towards unit vector b, by a share of the angle between them.
glm::vec3 turned(glm::vec3 a, glm::vec3 b, float share, glm::vec3 up)
{
    const float angle = std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b));
    if (angle < 1e-6F) return b;
    glm::vec3 axis = glm::cross(a, b);
    // Opposite directions define no plane: the turn is about the up axis.
    if (glm::dot(axis, axis) < 1e-10F) axis = up - glm::dot(up, a) * a;
    return glm::vec3(glm::rotate(glm::mat4(1.0F), angle * share, axis) * glm::vec4(a, 0.0F));
}

CameraView between(const CameraView& a, const CameraView& b, float share)
{
    const glm::vec3 from = a.eye - a.target;
    const glm::vec3 to = b.eye - b.target;
    const float from_distance = std::max(glm::length(from), 1e-20F);
    const float to_distance = std::max(glm::length(to), 1e-20F);
    const glm::vec3 direction = turned(from / from_distance, to / to_distance, share, a.up);
    const float distance = from_distance * std::pow(to_distance / from_distance, share);
    CameraView view;
    view.target = glm::mix(a.target, b.target, share);
    view.eye = view.target + distance * direction;
    view.up = glm::mix(a.up, b.up, share);
    view.fov_y_radians = std::lerp(a.fov_y_radians, b.fov_y_radians, share);
    return view;
}

}  // namespace

OrbitCamera::OrbitCamera(glm::vec3 up)
{
    set_up(up);
}

void OrbitCamera::set_up(glm::vec3 up)
{
    if (!(glm::length(up) > 0.0F)) throw std::invalid_argument("the camera's up axis must not be zero");
    up_ = glm::normalize(up);
}

glm::vec3 OrbitCamera::direction_to_eye() const
{
    const glm::vec3 right = right_at_zero(up_);
    const glm::vec3 back = -glm::cross(up_, right);
    const glm::vec3 level = std::cos(yaw_) * back + std::sin(yaw_) * right;
    return std::cos(pitch_) * level + std::sin(pitch_) * up_;
}

CameraView OrbitCamera::view() const
{
    return {.eye = target_ + distance_ * direction_to_eye(),
            .target = target_,
            .up = up_,
            .fov_y_radians = fov_y_radians_};
}

void OrbitCamera::fit(const Bounds& bounds, float aspect, float free_width)
{
    constexpr float margin = 1.12F;
    const glm::vec3 back = direction_to_eye();
    const glm::vec3 right = glm::normalize(glm::cross(up_, back));
    const glm::vec3 top = glm::cross(back, right);
    const float slope_y = std::tan(0.5F * fov_y_radians_);
    const float slope_x = slope_y * aspect * free_width;
    target_ = bounds.centre();
    float needed = 0.0F;
    for (const glm::vec3 corner : corners_of(bounds)) {
        const glm::vec3 from_centre = corner - target_;
        const float sideways = std::max(std::abs(glm::dot(from_centre, right)) / slope_x,
                                        std::abs(glm::dot(from_centre, top)) / slope_y);
        needed = std::max(needed, glm::dot(from_centre, back) + margin * sideways);
    }
    distance_ = needed > 0.0F ? needed : 1.0F;
}

void OrbitCamera::orbit(float yaw_radians, float pitch_radians)
{
    set_angles(yaw_ + yaw_radians, pitch_ + pitch_radians);
}

void OrbitCamera::set_angles(float yaw_radians, float pitch_radians)
{
    yaw_ = std::remainder(yaw_radians, 2.0F * std::numbers::pi_v<float>);
    pitch_ = std::clamp(pitch_radians, -largest_pitch_radians, largest_pitch_radians);
}

void OrbitCamera::pan(glm::vec2 delta, const Viewport& viewport)
{
    const glm::vec3 back = direction_to_eye();
    const glm::vec3 right = glm::normalize(glm::cross(up_, back));
    const glm::vec3 top = glm::cross(back, right);
    const float world_per_pixel =
        2.0F * distance_ * std::tan(0.5F * fov_y_radians_) / viewport.logical_size().y;
    target_ += world_per_pixel * (-delta.x * right + delta.y * top);
}

void OrbitCamera::zoom(float factor)
{
    if (!(factor > 0.0F))
        throw std::invalid_argument("the zoom factor must be positive, found " + std::to_string(factor));
    constexpr float nearest = 1e-12F;
    constexpr float farthest = 1e12F;
    distance_ = std::clamp(distance_ * factor, nearest, farthest);
}

void OrbitCamera::set(const CameraView& view)
{
    const glm::vec3 offset = view.eye - view.target;
    target_ = view.target;
    fov_y_radians_ = view.fov_y_radians;
    const float distance = glm::length(offset);
    if (!(distance > 0.0F)) return;
    distance_ = distance;
    const glm::vec3 direction = offset / distance;
    const glm::vec3 right = right_at_zero(up_);
    const glm::vec3 back = -glm::cross(up_, right);
    set_angles(std::atan2(glm::dot(direction, right), glm::dot(direction, back)),
               std::asin(std::clamp(glm::dot(direction, up_), -1.0F, 1.0F)));
}

CameraView camera_at(std::span<const CameraKey> keys, double time_seconds)
{
    if (keys.empty()) throw std::invalid_argument("a camera path needs at least one key");
    const auto in_order = [](const CameraKey& a, const CameraKey& b) {
        return a.time_seconds < b.time_seconds;
    };
    if (!std::ranges::is_sorted(keys, in_order))
        throw std::invalid_argument("camera keys must be in order of time");
    const auto next =
        std::ranges::find_if(keys, [=](const CameraKey& key) { return key.time_seconds > time_seconds; });
    if (next == keys.begin()) return keys.front().view;
    if (next == keys.end()) return keys.back().view;
    const CameraKey& previous = *(next - 1);
    const double share =
        (time_seconds - previous.time_seconds) / (next->time_seconds - previous.time_seconds);
    return between(previous.view, next->view, static_cast<float>(share));
}

}  // namespace farfield::render
