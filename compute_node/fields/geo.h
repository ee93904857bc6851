#pragma once

#include <glm/vec3.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace farfield::compute {

/// Mean radius of the Earth, as the sphere on which latitude-longitude grids are taken to lie.
inline constexpr double earth_radius_metres = 6'371'000.0;

/// Closer to a pole (0.01 degrees) the cosine of the latitude is held, since longitude has no rate there.
inline constexpr double max_latitude = 89.99;

/// Metres east, north and up (unchanged) of a short way in degrees near a latitude.
[[nodiscard]] inline glm::dvec3 metres_of(glm::dvec3 degrees, double latitude_degrees)
{
    constexpr double radians = std::numbers::pi / 180.0;
    const double latitude = std::min(std::abs(latitude_degrees), max_latitude) * radians;
    return {degrees.x * radians * earth_radius_metres * std::cos(latitude),
            degrees.y * radians * earth_radius_metres, degrees.z};
}

/// Degrees per second along longitude, latitude and height (unchanged) of a velocity in m/s at a latitude:
/// u / (R cos latitude) and v / R, in degrees.
[[nodiscard]] inline glm::dvec3 degrees_per_second(glm::dvec3 metres_per_second, double latitude_degrees)
{
    const glm::dvec3 metres = metres_of({1.0, 1.0, 1.0}, latitude_degrees);
    return {metres_per_second.x / metres.x, metres_per_second.y / metres.y, metres_per_second.z};
}

/// Metres east, north and up (unchanged) from one longitude, latitude and height to a near one, the shorter
/// way round.
[[nodiscard]] inline glm::dvec3 metres_between(glm::dvec3 from, glm::dvec3 to)
{
    return metres_of({std::remainder(to.x - from.x, 360.0), to.y - from.y, to.z - from.z}, from.y);
}

/// Held near the poles.
[[nodiscard]] inline double tangent_of_latitude(double latitude_degrees)
{
    return std::tan(std::clamp(latitude_degrees, -max_latitude, max_latitude) * std::numbers::pi / 180.0);
}

}  // namespace farfield::compute
