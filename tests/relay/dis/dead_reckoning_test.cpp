#include "relay/dis/dead_reckoning.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "tests/catch.h"

using namespace farfield::net::dis;
using farfield::model::body_axes_of;
using farfield::model::BodyAxes;
using farfield::model::EulerAngles;

namespace {

constexpr double pi = std::numbers::pi;
constexpr glm::dvec3 somewhere{4.3e6, 6e5, 4.6e6};

Reckoning motion(ReckoningAlgorithm algorithm)
{
    return {.algorithm = algorithm,
            .location = somewhere,
            .velocity = {10.0, -4.0, 2.0},
            .acceleration = {0.5, 0.25, -1.0},
            .angular_velocity = {0.2, -0.3, 0.4},
            .orientation = {0.7, -0.4, 2.1}};
}

double largest_difference(const BodyAxes& a, const BodyAxes& b)
{
    return std::max({glm::distance(a.forward, b.forward), glm::distance(a.right, b.right),
                     glm::distance(a.down, b.down)});
}

/// A body that turns at a constant rate about its own axes.
struct Body {
    BodyAxes axes;
    glm::dvec3 moved{};
};

glm::dvec3 in_world(const BodyAxes& axes, glm::dvec3 v)
{
    return v.x * axes.forward + v.y * axes.right + v.z * axes.down;
}

Body plus(const Body& a, double factor, const Body& rate)
{
    return {.axes = {a.axes.forward + factor * rate.axes.forward, a.axes.right + factor * rate.axes.right,
                     a.axes.down + factor * rate.axes.down},
            .moved = a.moved + factor * rate.moved};
}

/// The differential equation of a velocity with constant rates of its components in the body's axes.
Body rate_of(const Body& body, const Reckoning& motion, glm::dvec3 acceleration, double t)
{
    const glm::dvec3 turning = in_world(body.axes, motion.angular_velocity);
    return {.axes = {glm::cross(turning, body.axes.forward), glm::cross(turning, body.axes.right),
                     glm::cross(turning, body.axes.down)},
            .moved = in_world(body.axes, motion.velocity + t * acceleration)};
}

/// Solved by the classical fourth-order Runge-Kutta method in 4,000 steps.
Body integrated(const Reckoning& motion, glm::dvec3 acceleration, double seconds)
{
    constexpr int steps = 4000;
    const double h = seconds / steps;
    Body body{.axes = body_axes_of(motion.orientation)};
    for (int i = 0; i < steps; ++i) {
        const double t = i * h;
        const Body k1 = rate_of(body, motion, acceleration, t);
        const Body k2 = rate_of(plus(body, h / 2.0, k1), motion, acceleration, t + h / 2.0);
        const Body k3 = rate_of(plus(body, h / 2.0, k2), motion, acceleration, t + h / 2.0);
        const Body k4 = rate_of(plus(body, h, k3), motion, acceleration, t + h);
        body = plus(plus(plus(plus(body, h / 6.0, k1), h / 3.0, k2), h / 3.0, k3), h / 6.0, k4);
    }
    return body;
}

constexpr std::array all_algorithms{
    ReckoningAlgorithm::Static, ReckoningAlgorithm::Fpw, ReckoningAlgorithm::Rpw,
    ReckoningAlgorithm::Rvw,    ReckoningAlgorithm::Fvw, ReckoningAlgorithm::Fpb,
    ReckoningAlgorithm::Rpb,    ReckoningAlgorithm::Rvb, ReckoningAlgorithm::Fvb};

bool is_same(const EulerAngles& a, const EulerAngles& b)
{
    return a.psi == b.psi && a.theta == b.theta && a.phi == b.phi;
}

}  // namespace

TEST_CASE("reckon: 1 and numbers without an algorithm stand still", "[dis]")
{
    for (const int algorithm : {0, 1, 10, 255}) {
        const Reckoned found = reckon(motion(static_cast<ReckoningAlgorithm>(algorithm)), 5.0);
        CHECK(found.location == somewhere);
        CHECK(is_same(found.orientation, {0.7, -0.4, 2.1}));
    }
}

TEST_CASE("reckon: 2 and 3 move by v t, 4 and 5 by v t + a t^2 / 2, along the world's axes", "[dis]")
{
    const glm::dvec3 straight{20.0, -8.0, 4.0}, bent{21.0, -7.5, 2.0};  // of 2 s
    CHECK(glm::distance(reckon(motion(ReckoningAlgorithm::Fpw), 2.0).location, somewhere + straight) < 1e-8);
    CHECK(glm::distance(reckon(motion(ReckoningAlgorithm::Rpw), 2.0).location, somewhere + straight) < 1e-8);
    CHECK(glm::distance(reckon(motion(ReckoningAlgorithm::Rvw), 2.0).location, somewhere + bent) < 1e-8);
    CHECK(glm::distance(reckon(motion(ReckoningAlgorithm::Fvw), 2.0).location, somewhere + bent) < 1e-8);
}

TEST_CASE("reckon: 6 to 9 follow the differential equation of a body that turns", "[dis]")
{
    for (const auto algorithm :
         {ReckoningAlgorithm::Fpb, ReckoningAlgorithm::Rpb, ReckoningAlgorithm::Rvb, ReckoningAlgorithm::Fvb})
        for (const double seconds : {0.5, 5.0, 12.0}) {
            const bool is_growing =
                algorithm == ReckoningAlgorithm::Rvb || algorithm == ReckoningAlgorithm::Fvb;
            const Reckoning update = motion(algorithm);
            const Body body = integrated(update, is_growing ? update.acceleration : glm::dvec3{0.0}, seconds);
            CHECK(glm::distance(reckon(update, seconds).location - somewhere, body.moved) < 1e-8);
        }
}

TEST_CASE("reckon: 3, 4, 7 and 8 turn about the body's axes, the others keep their angles", "[dis]")
{
    for (const auto algorithm : all_algorithms) {
        const Reckoning update = motion(algorithm);
        const EulerAngles found = reckon(update, 5.0).orientation;
        if (is_rotating(algorithm))
            CHECK(largest_difference(body_axes_of(found), integrated(update, {}, 5.0).axes) < 1e-10);
        else
            CHECK(is_same(found, update.orientation));
    }
}

TEST_CASE("reckon: 7 with a rate about its down axis drives a circle and is back after a turn", "[dis]")
{
    Reckoning update{.algorithm = ReckoningAlgorithm::Rpb,
                     .location = somewhere,
                     .velocity = {20.0, 0.0, 0.0},
                     .angular_velocity = {0.0, 0.0, 0.1}};
    const double turn_seconds = 2.0 * pi / 0.1;
    CHECK(glm::distance(reckon(update, turn_seconds).location, somewhere) < 1e-8);
    // v / w = 200 m: half a turn leads to the other end of the diameter.
    CHECK(glm::distance(reckon(update, turn_seconds / 2.0).location,
                        somewhere + glm::dvec3{0.0, 400.0, 0.0}) < 1e-8);
    CHECK(glm::distance(reckon(update, turn_seconds / 4.0).location,
                        somewhere + glm::dvec3{200.0, 200.0, 0.0}) < 1e-8);
}

TEST_CASE("reckon: an entity that turns on the spot stays there, and its angles wrap", "[dis]")
{
    const Reckoning update{.algorithm = ReckoningAlgorithm::Rvw,
                           .location = somewhere,
                           .angular_velocity = {0.0, 0.0, 1.0},
                           .orientation = {3.0, 0.0, 0.0}};
    const Reckoned found = reckon(update, 1.0);
    CHECK(found.location == somewhere);
    CHECK(found.orientation.psi == Approx(4.0 - 2.0 * pi));
    CHECK(found.orientation.theta == Approx(0.0).margin(1e-15));
    CHECK(reckon(update, 100.0 * 2.0 * pi).orientation.psi == Approx(3.0));
    for (double t = 0.0; t < 20.0; t += 0.1) CHECK(std::abs(reckon(update, t).orientation.psi) <= pi);
}

TEST_CASE("reckon: a pitching entity goes over the top with angles in their ranges", "[dis]")
{
    const Reckoning update{.algorithm = ReckoningAlgorithm::Rpw, .angular_velocity = {0.0, 1.0, 0.0}};
    const EulerAngles found = reckon(update, 2.0).orientation;  // 2 rad: beyond the vertical
    CHECK(found.theta == Approx(pi - 2.0));
    CHECK(std::abs(found.psi) == Approx(pi));
    CHECK(std::abs(found.phi) == Approx(pi));
}

TEST_CASE("reckon: rates of 0 are exact, in body axes, too", "[dis]")
{
    for (const auto algorithm : all_algorithms) {
        Reckoning update = motion(algorithm);
        update.velocity = update.acceleration = update.angular_velocity = glm::dvec3{0.0};
        const Reckoned found = reckon(update, 7.0);
        CHECK(found.location == somewhere);
        CHECK(is_same(found.orientation, update.orientation));
    }
    Reckoning straight{
        .algorithm = ReckoningAlgorithm::Rvb, .velocity = {10.0, 0.0, 0.0}, .acceleration = {2.0, 0.0, 0.0}};
    CHECK(reckon(straight, 3.0).location == glm::dvec3{39.0, 0.0, 0.0});
    straight.angular_velocity = {0.0, 0.0, 1e-12};
    CHECK(glm::distance(reckon(straight, 3.0).location, {39.0, 0.0, 0.0}) < 1e-9);
}

TEST_CASE("reckon: a time before the update, or none, is the update", "[dis]")
{
    for (const auto algorithm : all_algorithms)
        for (const double seconds : {0.0, -1e-9, -5.0, static_cast<double>(NAN)}) {
            const Reckoned found = reckon(motion(algorithm), seconds);
            CHECK(found.location == somewhere);
            CHECK(is_same(found.orientation, {0.7, -0.4, 2.1}));
        }
}

TEST_CASE("in_world_axes: 1 to 5 stay, 6 and 9 become 5, 7 and 8 become 4", "[dis]")
{
    for (const auto algorithm : all_algorithms) {
        const Reckoning world = in_world_axes(motion(algorithm));
        CHECK(is_same(world.orientation, motion(algorithm).orientation));
        CHECK(world.location == somewhere);
        if (!is_in_body_axes(algorithm)) {
            CHECK(world.algorithm == algorithm);
            CHECK(world.velocity == motion(algorithm).velocity);
            continue;
        }
        CHECK(world.algorithm ==
              (is_rotating(algorithm) ? ReckoningAlgorithm::Rvw : ReckoningAlgorithm::Fvw));
    }
}

TEST_CASE("in_world_axes: its place leaves the body's by a third power of the time, within the bound",
          "[dis]")
{
    for (const auto algorithm : {ReckoningAlgorithm::Fpb, ReckoningAlgorithm::Rpb, ReckoningAlgorithm::Rvb,
                                 ReckoningAlgorithm::Fvb}) {
        const Reckoning update = motion(algorithm), world = in_world_axes(update);
        const double w = glm::length(update.angular_velocity), v = glm::length(update.velocity);
        const double a = glm::length(update.acceleration);
        const auto apart = [&](double t) {
            return glm::distance(reckon(update, t).location, reckon(world, t).location);
        };
        for (const double t : {0.1, 0.5, 1.0, 5.0})
            CHECK(apart(t) <= w * w * v * t * t * t / 6.0 + w * a * t * t * t / 2.0);
        CHECK(apart(0.2) / apart(0.1) == Approx(8.0).epsilon(0.05));
    }
}

TEST_CASE("in_world_axes: the orientation is reckoned alike", "[dis]")
{
    const Reckoning update = motion(ReckoningAlgorithm::Rvb);
    const auto body = reckon(update, 3.0).orientation, world = reckon(in_world_axes(update), 3.0).orientation;
    CHECK(is_same(body, world));
}
