#include "relay/dis/dead_reckoning.h"

#include "relay/dis/rotation_integrals.h"

#include <glm/geometric.hpp>

namespace farfield::net::dis {

namespace {

bool has_acceleration(ReckoningAlgorithm algorithm) noexcept
{
    switch (algorithm) {
    case ReckoningAlgorithm::Rvw:
    case ReckoningAlgorithm::Fvw:
    case ReckoningAlgorithm::Rvb:
    case ReckoningAlgorithm::Fvb:
        return true;
    default:
        return false;
    }
}

glm::dvec3 reckoned_location(const Reckoning& update, double seconds) noexcept
{
    const glm::dvec3 acceleration =
        has_acceleration(update.algorithm) ? update.acceleration : glm::dvec3{0.0};
    if (!is_in_body_axes(update.algorithm))
        return update.location + update.velocity * seconds + 0.5 * seconds * seconds * acceleration;
    const glm::dvec3 turn = update.angular_velocity * seconds;
    const RotationIntegrals integrals = rotation_integrals_of(glm::length(turn));
    const glm::dvec3 moved = seconds * integral_of_turned(integrals, turn, update.velocity) +
                             seconds * seconds * integral_of_growing(integrals, turn, acceleration);
    return update.location + model::to_world(model::body_axes_of(update.orientation), moved);
}

model::EulerAngles reckoned_orientation(const Reckoning& update, double seconds) noexcept
{
    const glm::dvec3 turn = update.angular_velocity * seconds;
    if (!is_rotating(update.algorithm) || turn == glm::dvec3{0.0}) return update.orientation;
    const RotationIntegrals integrals = rotation_integrals_of(glm::length(turn));
    const model::BodyAxes axes = model::body_axes_of(update.orientation);
    const auto turned_axis = [&](const glm::dvec3& axis) {
        return model::to_world(axes, turned_by(integrals, turn, axis));
    };
    return model::euler_angles_of(model::BodyAxes{.forward = turned_axis({1.0, 0.0, 0.0}),
                                                  .right = turned_axis({0.0, 1.0, 0.0}),
                                                  .down = turned_axis({0.0, 0.0, 1.0})});
}

}  // namespace

bool is_in_body_axes(ReckoningAlgorithm algorithm) noexcept
{
    return algorithm >= ReckoningAlgorithm::Fpb && algorithm <= ReckoningAlgorithm::Fvb;
}

bool is_rotating(ReckoningAlgorithm algorithm) noexcept
{
    switch (algorithm) {
    case ReckoningAlgorithm::Rpw:
    case ReckoningAlgorithm::Rvw:
    case ReckoningAlgorithm::Rpb:
    case ReckoningAlgorithm::Rvb:
        return true;
    default:
        return false;
    }
}

Reckoned reckon(const Reckoning& update, double seconds) noexcept
{
    const bool is_moving =
        update.algorithm >= ReckoningAlgorithm::Fpw && update.algorithm <= ReckoningAlgorithm::Fvb;
    if (!is_moving || !(seconds > 0.0)) return {update.location, update.orientation};
    return {reckoned_location(update, seconds), reckoned_orientation(update, seconds)};
}

Reckoning in_world_axes(const Reckoning& update) noexcept
{
    if (!is_in_body_axes(update.algorithm)) return update;
    const model::BodyAxes axes = model::body_axes_of(update.orientation);
    glm::dvec3 acceleration = glm::cross(update.angular_velocity, update.velocity);
    if (has_acceleration(update.algorithm)) acceleration += update.acceleration;
    Reckoning world = update;
    world.algorithm = is_rotating(update.algorithm) ? ReckoningAlgorithm::Rvw : ReckoningAlgorithm::Fvw;
    world.velocity = model::to_world(axes, update.velocity);
    world.acceleration = model::to_world(axes, acceleration);
    return world;
}

}  // namespace farfield::net::dis
