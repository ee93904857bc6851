#pragma once

#include <glm/vec3.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace farfield::compute {

/// Mean radius of the Earth, as the sphere on which latitude-longitude grids are taken to lie.
inline constexpr double earth_radius_metres = 6'371'000.0;

/// Latitude at which the cosine is held nearer to a pole (0.01 degrees), since longitude has no rate there.
inline constexpr double max_latitude = 89.99;
/// Latitude beyond which a step is taken over the sphere, not along longitudes and latitudes.
inline constexpr double polar_latitude = 75.0;

inline constexpr double radians_per_degree = std::numbers::pi / 180.0;

/// Metres on the sphere in a degree of a great circle.
inline constexpr double metres_per_degree = earth_radius_metres * std::numbers::pi / 180.0;

/// Metres east, north and up (unchanged) of a short way in degrees near a latitude.
[[nodiscard]] inline glm::dvec3 metres_of(glm::dvec3 degrees, double latitude_degrees)
{
    const double latitude = std::min(std::abs(latitude_degrees), max_latitude) * radians_per_degree;
    return {degrees.x * metres_per_degree * std::cos(latitude), degrees.y * metres_per_degree, degrees.z};
}

/// Converts a velocity in m/s to degrees of great circles a second towards east and north: u / R and v / R;
/// upward unchanged. Longitudes change by this over the cosine of the latitude.
[[nodiscard]] inline glm::dvec3 degrees_per_second(glm::dvec3 metres_per_second)
{
    return {metres_per_second.x / metres_per_degree, metres_per_second.y / metres_per_degree,
            metres_per_second.z};
}

/// True when a cell or step between these longitudes crosses the end of the turn in which all are counted, or
/// holds a pole: a straight line would lead across the whole map.
[[nodiscard]] inline bool spans_turn(double west, double east)
{
    constexpr double half_turn = 180.0;
    return std::abs(east - west) > half_turn;
}

/// Metres east, north and up (unchanged) from one longitude, latitude and height to another nearby, the
/// shorter way round.
[[nodiscard]] inline glm::dvec3 metres_between(glm::dvec3 from, glm::dvec3 to)
{
    return metres_of({std::remainder(to.x - from.x, 360.0), to.y - from.y, to.z - from.z}, from.y);
}

/// The end of a way along a great circle. way: degrees towards east and north at its beginning, and upward
/// (unchanged). place: longitude, latitude and height.
[[nodiscard]] glm::dvec3 along_great_circle(glm::dvec3 place, glm::dvec3 way);

/// Angle of the great circle between two places in degrees, heights left out.
[[nodiscard]] double great_circle_between(glm::dvec3 from, glm::dvec3 to);

/// Metres east, north and up (unchanged) of the chord from one place to another, in the directions at the
/// first; valid about a pole too.
[[nodiscard]] glm::dvec3 chord_between(glm::dvec3 from, glm::dvec3 to);

/// A vector at one place, carried along a great circle to another: east and north turn on the way by the
/// convergence of the meridians.
[[nodiscard]] glm::dvec3 carried_along_great_circle(glm::dvec3 vector, glm::dvec3 from, glm::dvec3 to);

/// Tangent of a latitude, which is held at max_latitude near the poles.
[[nodiscard]] inline double tangent_of_latitude(double latitude_degrees)
{
    return std::tan(std::clamp(latitude_degrees, -max_latitude, max_latitude) * std::numbers::pi / 180.0);
}

}  // namespace farfield::compute
