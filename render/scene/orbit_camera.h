#pragma once

#include "render/scene/view.h"

#include <span>

namespace farfield::render {

/// A camera that circles a target. Pure mathematics, without OpenGL.
/// yaw turns about the up axis, pitch lifts the eye towards it (it stays within +-89 degrees). At yaw 0,
/// pitch 0 x points to the right: with z up the eye looks along +y, with y up along -z. (With x up, y points
/// to the right.)
class OrbitCamera {
public:
    /// up: the world's up axis, need not have unit length, must not be zero (throws std::invalid_argument).
    explicit OrbitCamera(glm::vec3 up = {0.0F, 0.0F, 1.0F});

    /// Looks at the whole box from the present direction. free_width: the part of the picture's width, in the
    /// middle, that the box may take, above 0 and at most 1.
    void fit(const Bounds& bounds, float aspect, float free_width = 1.0F);
    /// Turns by angles in radians: positive yaw moves the eye anticlockwise as seen from above.
    void orbit(float yaw_radians, float pitch_radians);
    /// Shifts the target so that the point under the cursor follows it. delta: logical pixels, y down.
    void pan(glm::vec2 delta, const Viewport& viewport);
    /// Multiplies the distance; a factor below 1 goes nearer. Throws std::invalid_argument unless factor > 0.
    void zoom(float factor);
    /// Takes eye, target and fov from a scripted camera; the up axis stays.
    void set(const CameraView& view);
    void set_up(glm::vec3 up);
    void set_angles(float yaw_radians, float pitch_radians);

    [[nodiscard]] CameraView view() const;
    [[nodiscard]] glm::vec3 target() const { return target_; }
    [[nodiscard]] float distance() const { return distance_; }
    [[nodiscard]] float yaw_radians() const { return yaw_; }
    [[nodiscard]] float pitch_radians() const { return pitch_; }

private:
    [[nodiscard]] glm::vec3 direction_to_eye() const;

    glm::vec3 up_{0.0F, 0.0F, 1.0F};
    glm::vec3 target_{0.0F};
    float distance_ = 3.0F;
    float yaw_ = 0.6F;
    float pitch_ = 0.45F;
    float fov_y_radians_ = 0.6F;
};

struct CameraKey {
    double time_seconds = 0.0;
    CameraView view;
};

/// The camera at a time between keys: the target moves on a line, the eye turns about it at a constant rate,
/// and its distance changes by a constant factor. Before the first key and after the last it stands still.
/// keys: at least one, in order of time; else throws std::invalid_argument.
[[nodiscard]] CameraView camera_at(std::span<const CameraKey> keys, double time_seconds);

}  // namespace farfield::render
