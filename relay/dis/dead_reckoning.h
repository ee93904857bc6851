#pragma once

#include "model/geometry/attitude.h"

#include <glm/vec3.hpp>

#include <cstdint>

/// Dead reckoning: position of an entity between two updates. Source: IEEE 1278.1-2012, annex E (annex B in
/// 1995). Pure functions in binary64: any thread, the same bits everywhere that libm is the same.
namespace farfield::net::dis {

/// Names as in the standard: fixed or rotating (F, R), at constant velocity or acceleration (P, V), in world
/// or body axes (W, B).
enum class ReckoningAlgorithm : std::uint8_t {
    Static = 1,
    Fpw = 2,
    Rpw = 3,
    Rvw = 4,
    Fvw = 5,
    Fpb = 6,
    Rpb = 7,
    Rvb = 8,
    Fvb = 9,
};

/// Motion of an entity from an update on. World axes are geocentric.
struct Reckoning {
    ReckoningAlgorithm algorithm = ReckoningAlgorithm::Static;
    glm::dvec3 location{};             ///< metres, geocentric
    glm::dvec3 velocity{};             ///< m/s, in the algorithm's axes
    glm::dvec3 acceleration{};         ///< m/s^2, in the algorithm's axes; in body axes the components' rate
    glm::dvec3 angular_velocity{};     ///< rad/s, about the body's x, y and z in all algorithms
    model::EulerAngles orientation{};  ///< orientation at the update
};

struct Reckoned {
    glm::dvec3 location{};             ///< metres, geocentric
    model::EulerAngles orientation{};  ///< in the ranges of euler_angles_of()
};

[[nodiscard]] bool is_in_body_axes(ReckoningAlgorithm algorithm) noexcept;
[[nodiscard]] bool is_rotating(ReckoningAlgorithm algorithm) noexcept;

/// Place and orientation `seconds` after the update; a negative or NaN time counts as 0. The angles of an
/// algorithm without rotation stay unchanged. Algorithms 6 and 9 turn the velocity with the angular velocity
/// that was sent, but not the body, as the standard has it.
[[nodiscard]] Reckoned reckon(const Reckoning& update, double seconds) noexcept;

/// The motion in world axes with the same place, velocity and acceleration at the update. 6 and 9 become
/// algorithm 5, 7 and 8 become 4, with the turn's acceleration (angular velocity x velocity) added. Places
/// differ by at most w^2 v t^3 / 6 + w a t^3 / 2 for rates w, v, a. Other algorithms are returned unchanged.
[[nodiscard]] Reckoning in_world_axes(const Reckoning& update) noexcept;

}  // namespace farfield::net::dis
