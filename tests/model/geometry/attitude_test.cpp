#include "model/geometry/attitude.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/catch.h"

using namespace farfield::model;

namespace {

constexpr double pi = std::numbers::pi;

double largest_difference(const BodyAxes& a, const BodyAxes& b)
{
    return std::max({glm::distance(a.forward, b.forward), glm::distance(a.right, b.right),
                     glm::distance(a.down, b.down)});
}

/// v turned about a unit axis by an angle: Rodrigues' formula.
glm::dvec3 turned(glm::dvec3 v, glm::dvec3 axis, double angle)
{
    return std::cos(angle) * v + std::sin(angle) * glm::cross(axis, v) +
           (1.0 - std::cos(angle)) * glm::dot(axis, v) * axis;
}

}  // namespace

TEST_CASE("body_axes_of: are three turns, about z, the new y and the new x", "[geometry]")
{
    const EulerAngles angles{0.7, -0.4, 2.1};
    BodyAxes axes;
    for (auto* axis : {&axes.forward, &axes.right}) *axis = turned(*axis, axes.down, angles.psi);
    for (auto* axis : {&axes.forward, &axes.down}) *axis = turned(*axis, axes.right, angles.theta);
    for (auto* axis : {&axes.right, &axes.down}) *axis = turned(*axis, axes.forward, angles.phi);
    CHECK(largest_difference(body_axes_of(angles), axes) < 1e-15);
}

TEST_CASE("euler_angles_of: leads back to the angles, and past half a turn to those of the same body",
          "[geometry]")
{
    for (double psi = -3.0; psi < 3.1; psi += 0.5)
        for (double theta = -1.5; theta < 1.6; theta += 0.5)
            for (double phi = -3.0; phi < 3.1; phi += 0.5) {
                const EulerAngles found = euler_angles_of(body_axes_of(EulerAngles{psi, theta, phi}));
                CHECK(std::abs(found.psi - psi) < 1e-12);
                CHECK(std::abs(found.theta - theta) < 1e-12);
                CHECK(std::abs(found.phi - phi) < 1e-12);
            }
    const EulerAngles wound{0.5 + 6.0 * pi, 0.25, -0.5 - 2.0 * pi};
    CHECK(euler_angles_of(body_axes_of(wound)).psi == Approx(0.5));
    CHECK(euler_angles_of(body_axes_of(wound)).phi == Approx(-0.5));
}

TEST_CASE("euler_angles_of: a body that points along z has phi 0 and keeps its axes", "[geometry]")
{
    for (const double theta : {pi / 2.0, -pi / 2.0}) {
        const BodyAxes axes = body_axes_of(EulerAngles{0.3, theta, 1.1});
        const EulerAngles found = euler_angles_of(axes);
        CHECK(found.phi == 0.0);
        CHECK(found.theta == Approx(theta));
        CHECK(largest_difference(body_axes_of(found), axes) < 1e-9);
    }
}

// On the equator at 0 E up is x, east is y and north is z.
TEST_CASE("attitude_of: level at 0 N 0 E, bodies point north and east as their axes say", "[geometry]")
{
    const Attitude north = attitude_of(EulerAngles{0.0, -pi / 2.0, 0.0}, {0.0, 0.0});
    CHECK(north.heading_degrees == Approx(0.0).margin(1e-9));
    CHECK(north.pitch_degrees == Approx(0.0).margin(1e-9));
    CHECK(north.roll_degrees == Approx(0.0).margin(1e-9));

    const EulerAngles east = euler_angles_of(Attitude{90.0, 0.0, 0.0}, {0.0, 0.0});
    const BodyAxes axes = body_axes_of(east);
    CHECK(glm::distance(axes.forward, {0.0, 1.0, 0.0}) < 1e-15);
    CHECK(glm::distance(axes.right, {0.0, 0.0, -1.0}) < 1e-15);
    CHECK(glm::distance(axes.down, {-1.0, 0.0, 0.0}) < 1e-15);
}

TEST_CASE("attitude_of: pitch is the angle above the horizon, and roll puts the right side down",
          "[geometry]")
{
    const LongitudeLatitude place{-121.9, 36.6};
    const LocalAxes local = local_axes_at(place);
    const BodyAxes climbing = body_axes_of(euler_angles_of(Attitude{30.0, 20.0, 0.0}, place));
    CHECK(glm::dot(climbing.forward, local.up) == Approx(std::sin(20.0 * pi / 180.0)));
    CHECK(glm::dot(climbing.right, local.up) == Approx(0.0).margin(1e-12));
    const BodyAxes banking = body_axes_of(euler_angles_of(Attitude{30.0, 0.0, 20.0}, place));
    CHECK(glm::dot(banking.right, local.up) == Approx(-std::sin(20.0 * pi / 180.0)));
}

TEST_CASE("attitude_of: leads back to heading, pitch and roll anywhere", "[geometry]")
{
    for (const LongitudeLatitude place :
         {LongitudeLatitude{8.0, 46.5}, LongitudeLatitude{-121.9, -36.6}, LongitudeLatitude{180.0, 89.0}})
        for (const Attitude wanted : {Attitude{0.0, 0.0, 0.0}, Attitude{123.0, -45.0, 170.0},
                                      Attitude{359.0, 80.0, -90.0}, Attitude{180.0, 5.0, 12.0}}) {
            const Attitude found = attitude_of(euler_angles_of(wanted, place), place);
            CHECK(std::abs(std::remainder(found.heading_degrees - wanted.heading_degrees, 360.0)) < 1e-9);
            CHECK(found.heading_degrees >= 0.0);
            CHECK(found.heading_degrees < 360.0);
            CHECK(found.pitch_degrees == Approx(wanted.pitch_degrees).margin(1e-9));
            CHECK(found.roll_degrees == Approx(wanted.roll_degrees).margin(1e-9));
        }
}
