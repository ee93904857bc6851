#include "model/geometry/attitude.h"

#include <glm/geometric.hpp>

#include <cmath>
#include <numbers>

namespace farfield::model {

namespace {

constexpr double radians_in_degree = std::numbers::pi / 180.0;
/// Sine of the angle to the z axis below which rounding decides psi and phi.
constexpr double least_sine_from_z = 1e-9;

}  // namespace

BodyAxes body_axes_of(const EulerAngles& angles) noexcept
{
    const double sin_psi = std::sin(angles.psi), cos_psi = std::cos(angles.psi);
    const double sin_theta = std::sin(angles.theta), cos_theta = std::cos(angles.theta);
    const double sin_phi = std::sin(angles.phi), cos_phi = std::cos(angles.phi);
    return {.forward = {cos_psi * cos_theta, sin_psi * cos_theta, -sin_theta},
            .right = {cos_psi * sin_theta * sin_phi - sin_psi * cos_phi,
                      sin_psi * sin_theta * sin_phi + cos_psi * cos_phi, cos_theta * sin_phi},
            .down = {cos_psi * sin_theta * cos_phi + sin_psi * sin_phi,
                     sin_psi * sin_theta * cos_phi - cos_psi * sin_phi, cos_theta * cos_phi}};
}

EulerAngles euler_angles_of(const BodyAxes& axes) noexcept
{
    const double from_z = std::hypot(axes.forward.x, axes.forward.y);
    const double theta = std::atan2(-axes.forward.z, from_z);
    if (from_z < least_sine_from_z) return {std::atan2(-axes.right.x, axes.right.y), theta, 0.0};
    return {std::atan2(axes.forward.y, axes.forward.x), theta, std::atan2(axes.right.z, axes.down.z)};
}

Attitude attitude_of(const EulerAngles& angles, const LocalAxes& local) noexcept
{
    const BodyAxes body = body_axes_of(angles);
    // Heading, pitch and roll are the Euler angles in axes that point north, east and down.
    const auto in_local = [&](glm::dvec3 axis) {
        return glm::dvec3{glm::dot(axis, local.north), glm::dot(axis, local.east), -glm::dot(axis, local.up)};
    };
    const EulerAngles turned = euler_angles_of(BodyAxes{
        .forward = in_local(body.forward), .right = in_local(body.right), .down = in_local(body.down)});
    double heading = turned.psi / radians_in_degree;
    if (heading < 0.0) heading += 360.0;
    if (heading >= 360.0) heading = 0.0;  // a tiny negative angle rounds to 360
    return {heading, turned.theta / radians_in_degree, turned.phi / radians_in_degree};
}

EulerAngles euler_angles_of(const Attitude& attitude, const LocalAxes& local) noexcept
{
    const BodyAxes body = body_axes_of(EulerAngles{.psi = attitude.heading_degrees * radians_in_degree,
                                                   .theta = attitude.pitch_degrees * radians_in_degree,
                                                   .phi = attitude.roll_degrees * radians_in_degree});
    const auto in_frame = [&](glm::dvec3 axis) {
        return axis.x * local.north + axis.y * local.east - axis.z * local.up;
    };
    return euler_angles_of(BodyAxes{
        .forward = in_frame(body.forward), .right = in_frame(body.right), .down = in_frame(body.down)});
}

}  // namespace farfield::model
