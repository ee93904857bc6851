#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "model/fields/fields.h"
#include "model/geometry/point.h"
#include "model/programs/bundles/entities.h"

namespace farfield::model {

inline constexpr double least_fov_degrees = 1.0, most_fov_degrees = 170.0;
inline constexpr double most_heading = 360.0;
inline constexpr double most_pitch = 89.9;        ///< of an eye that looks along a heading and a pitch
inline constexpr double most_orbit_pitch = 89.0;  ///< of a camera that turns about the scene's middle
inline constexpr double most_camera_seconds = 1e9;
inline constexpr double most_degrees_per_second = 3600.0;

/// A constraint of a field list: the direction is not 0.
void check_direction(const std::optional<Point>& direction, const JsonValue& json);

/// A camera's position at one time of the document, in the own coordinates of the scene's base.
struct CameraKey {
    double at = 0.0;  ///< seconds of the document's clock
    Point eye{};
    std::optional<Point> target = std::nullopt;    ///< absent: heading and pitch give the direction
    std::optional<double> heading = std::nullopt;  ///< degrees clockwise from y, which is north
    double pitch = 0.0;                            ///< degrees above the horizon
    /// Id of an entity that the camera looks at and moves along with; `eye` is then relative to it.
    std::optional<EntityName> follow = std::nullopt;
    std::optional<Point> up = std::nullopt;  ///< absent: the `up` of the camera
    std::optional<double> fov_degrees = std::nullopt;
    friend bool operator==(const CameraKey&, const CameraKey&) = default;

    static void fields(auto& visit)
    {
        visit("at", &CameraKey::at, required, from_to(0.0, most_camera_seconds));
        visit("eye", &CameraKey::eye, required);
        visit("target", &CameraKey::target);
        visit("heading", &CameraKey::heading, from_to(-most_heading, most_heading));
        visit("pitch", &CameraKey::pitch, from_to(-most_pitch, most_pitch));
        visit("follow", &CameraKey::follow);
        visit("up", &CameraKey::up, check_direction);
        visit("fov_degrees", &CameraKey::fov_degrees, from_to(least_fov_degrees, most_fov_degrees));
    }
    static void check(const CameraKey& key, const std::string& path);
};

enum class Navigation { Orbit, Fly, Walk };
inline constexpr std::array navigation_names{"orbit", "fly", "walk"};

/// A viewer's own camera: keys; or an eye with a target, or with a heading and a pitch; or a view of the
/// whole scene from yaw_degrees and pitch_degrees.
struct Camera {
    std::vector<CameraKey> keys = {};  ///< in order of time
    std::optional<Point> eye = std::nullopt, target = std::nullopt;
    std::optional<double> heading = std::nullopt;  ///< degrees clockwise from y
    double pitch = 0.0;
    double yaw_degrees = 35.0;
    double pitch_degrees = 22.0;
    double zoom = 1.0;                                 ///< above 1: nearer to the scene
    std::optional<Point> up = std::nullopt;            ///< absent: the scene's `up`
    std::optional<double> fov_degrees = std::nullopt;  ///< vertical; absent: 0.6 radians
    double orbit_degrees_per_second = 0.0;
    Navigation navigation = Navigation::Orbit;
    friend bool operator==(const Camera&, const Camera&) = default;

    static void fields(auto& visit)
    {
        visit("keys", &Camera::keys);
        visit("eye", &Camera::eye);
        visit("target", &Camera::target);
        visit("heading", &Camera::heading, from_to(-most_heading, most_heading));
        visit("pitch", &Camera::pitch, from_to(-most_pitch, most_pitch));
        visit("yaw_degrees", &Camera::yaw_degrees, from_to(-360.0, 360.0));
        visit("pitch_degrees", &Camera::pitch_degrees, from_to(-most_orbit_pitch, most_orbit_pitch));
        visit("zoom", &Camera::zoom, from_to(0.01, 100.0));
        visit("up", &Camera::up, check_direction);
        visit("fov_degrees", &Camera::fov_degrees, from_to(least_fov_degrees, most_fov_degrees));
        visit("orbit_degrees_per_second", &Camera::orbit_degrees_per_second,
              from_to(-most_degrees_per_second, most_degrees_per_second));
        visit("navigation", &Camera::navigation, names(navigation_names));
    }
    static void check(const Camera& camera, const std::string& path);
};

}  // namespace farfield::model
