#pragma once

#include "model/geometry/geocentric.h"

/// How a body is turned: its axes, Euler angles in geocentric axes as DIS sends them, and heading, pitch and
/// roll over the ground.
namespace farfield::model {

/// Unit vectors of a body, in the axes of the frame that it is seen from.
struct BodyAxes {
    glm::dvec3 forward{1.0, 0.0, 0.0};  ///< x of the body
    glm::dvec3 right{0.0, 1.0, 0.0};    ///< y of the body
    glm::dvec3 down{0.0, 0.0, 1.0};     ///< z of the body
};

/// A vector of body components in the frame that the axes are in.
[[nodiscard]] inline glm::dvec3 to_world(const BodyAxes& axes, const glm::dvec3& body) noexcept
{
    return body.x * axes.forward + body.y * axes.right + body.z * axes.down;
}

/// Three turns in this order, radians: psi about z, theta about the new y, phi about the new x. They lead
/// from the frame's axes to the body's. Source: IEEE 1278.1-2012, Euler Angles record.
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

/// Euler angles of axes that are perpendicular and of length 1. Where the body points along z, psi and phi
/// turn about one axis: phi is then 0.
[[nodiscard]] EulerAngles euler_angles_of(const BodyAxes& axes) noexcept;

/// Attitude over the plane with these axes of a body with these Euler angles.
[[nodiscard]] Attitude attitude_of(const EulerAngles& angles, const LocalAxes& local) noexcept;

/// Euler angles of a body with this attitude over the plane with these axes: the inverse of attitude_of().
[[nodiscard]] EulerAngles euler_angles_of(const Attitude& attitude, const LocalAxes& local) noexcept;

/// Attitude over the ground of a body with these Euler angles in geocentric axes.
[[nodiscard]] inline Attitude attitude_of(const EulerAngles& geocentric, LongitudeLatitude place) noexcept
{
    return attitude_of(geocentric, local_axes_at(place));
}

/// Euler angles in geocentric axes of a body with this attitude: the inverse of attitude_of().
[[nodiscard]] inline EulerAngles euler_angles_of(const Attitude& attitude, LongitudeLatitude place) noexcept
{
    return euler_angles_of(attitude, local_axes_at(place));
}

}  // namespace farfield::model
