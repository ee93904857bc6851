#pragma once

#include "model/geometry/geocentric.h"

/// Orientation of a body: its axes, Euler angles in geocentric axes as DIS sends them, and heading, pitch and
/// roll over the ground.
namespace farfield::model {

/// A body's axes as unit vectors in a frame's axes.
struct BodyAxes {
    glm::dvec3 forward{1.0, 0.0, 0.0};  ///< x of the body
    glm::dvec3 right{0.0, 1.0, 0.0};    ///< y of the body
    glm::dvec3 down{0.0, 0.0, 1.0};     ///< z of the body
};

/// Converts a vector from body components to the frame in which `axes` are given.
[[nodiscard]] inline glm::dvec3 to_world(const BodyAxes& axes, const glm::dvec3& body) noexcept
{
    return body.x * axes.forward + body.y * axes.right + body.z * axes.down;
}

/// Three rotations in this order, radians: psi about z, theta about the new y, phi about the new x. They turn
/// the frame's axes into the body's. Source: IEEE 1278.1-2012, Euler Angles record.
struct EulerAngles {
    double psi = 0.0;    ///< in [-pi, pi] as euler_angles_of() returns it
    double theta = 0.0;  ///< in [-pi/2, pi/2]
    double phi = 0.0;    ///< in [-pi, pi]
};

/// Heading, pitch and roll, degrees, in the tangent plane at the body's place.
struct Attitude {
    double heading_degrees = 0.0;  ///< clockwise from north, in [0, 360)
    double pitch_degrees = 0.0;    ///< nose above the horizon, in [-90, 90]
    double roll_degrees = 0.0;     ///< right side down, in [-180, 180]
};

[[nodiscard]] BodyAxes body_axes_of(const EulerAngles& angles) noexcept;

/// Euler angles of axes that are perpendicular and of length 1. When the body points along z, psi and phi
/// turn about the same axis, and phi is 0.
[[nodiscard]] EulerAngles euler_angles_of(const BodyAxes& axes) noexcept;

/// Heading, pitch and roll over a local plane of a body; `angles` and `local` are in the same frame.
[[nodiscard]] Attitude attitude_of(const EulerAngles& angles, const LocalAxes& local) noexcept;

/// Euler angles, in the frame of `local`, of a body with this attitude: the inverse of attitude_of().
[[nodiscard]] EulerAngles euler_angles_of(const Attitude& attitude, const LocalAxes& local) noexcept;

/// Heading, pitch and roll over the ground at `place`, of a body with Euler angles in geocentric axes.
[[nodiscard]] inline Attitude attitude_of(const EulerAngles& geocentric, LongitudeLatitude place) noexcept
{
    return attitude_of(geocentric, local_axes_at(place));
}

/// Euler angles in geocentric axes of a body with this attitude at `place`: the inverse of attitude_of().
[[nodiscard]] inline EulerAngles euler_angles_of(const Attitude& attitude, LongitudeLatitude place) noexcept
{
    return euler_angles_of(attitude, local_axes_at(place));
}

}  // namespace farfield::model
