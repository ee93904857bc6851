#pragma once

#include <glm/vec3.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace farfield::compute {

/// Mean radius of the Earth, as the sphere on which latitude-longitude grids are taken to lie.
inline constexpr double earth_radius_metres = 6'371'000.0;

/// Degrees per second along longitude, latitude and height (unchanged) of a velocity in m/s at a latitude:
///   u / (R cos latitude) and v / R, in degrees. Within 0.01 degrees of a pole the cosine is held there,
///   since
/// longitude has no rate at the pole itself.
[[nodiscard]] inline glm::dvec3 degrees_per_second(glm::dvec3 metres_per_second, double latitude_degrees)
{
    constexpr double degrees = 180.0 / std::numbers::pi;
    const double latitude = std::min(std::abs(latitude_degrees), 89.99) / degrees;
    return {metres_per_second.x / (earth_radius_metres * std::cos(latitude)) * degrees,
            metres_per_second.y / earth_radius_metres * degrees, metres_per_second.z};
}

/// Metres east, north and up (unchanged) from one longitude, latitude and height to a near one, the shorter
/// way round.
[[nodiscard]] inline glm::dvec3 metres_between(glm::dvec3 from, glm::dvec3 to)
{
    constexpr double degrees = 180.0 / std::numbers::pi;
    const double latitude = std::min(std::abs(from.y), 89.99) / degrees;
    return {std::remainder(to.x - from.x, 360.0) / degrees * earth_radius_metres * std::cos(latitude),
            (to.y - from.y) / degrees * earth_radius_metres, to.z - from.z};
}

/// Held within 0.01 degrees of a pole.
[[nodiscard]] inline double tangent_of_latitude(double latitude_degrees)
{
    return std::tan(std::clamp(latitude_degrees, -89.99, 89.99) * std::numbers::pi / 180.0);
}

}  // namespace farfield::compute
