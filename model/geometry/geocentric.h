#pragma once

#include <glm/vec3.hpp>

/// Places on and about the Earth: geodetic (longitude, latitude, height above the WGS 84 ellipsoid) and
/// geocentric (x through 0 E on the equator, y through 90 E, z through the north pole, metres).
/// Source of the ellipsoid: NIMA TR8350.2, "Department of Defense World Geodetic System 1984", 3rd ed. 2000.
namespace farfield::model {

inline constexpr double wgs84_semi_major_metres = 6'378'137.0;
inline constexpr double wgs84_flattening = 1.0 / 298.257223563;
inline constexpr double wgs84_semi_minor_metres = wgs84_semi_major_metres * (1.0 - wgs84_flattening);
/// First eccentricity, squared: e^2 = f (2 - f).
inline constexpr double wgs84_eccentricity_squared = wgs84_flattening * (2.0 - wgs84_flattening);

/// Part of the Earth's curvature by which light near the ground bends, in the mean of weathers: the
/// coefficient that C. F. Gauss measured in Hanover.
inline constexpr double usual_refraction = 0.13;

/// Least distance from the Earth's centre at which geodetic_of() holds.
inline constexpr double least_geocentric_metres = 100'000.0;

struct LongitudeLatitude {
    double longitude_degrees = 0.0;  ///< east, in [-180, 180]
    double latitude_degrees = 0.0;   ///< north, in [-90, 90]
};

struct Geodetic {
    double longitude_degrees = 0.0;  ///< east, in [-180, 180]
    double latitude_degrees = 0.0;   ///< north, in [-90, 90]
    double height_metres = 0.0;      ///< above the ellipsoid
};

/// Converts a geodetic place to a geocentric one, metres.
[[nodiscard]] glm::dvec3 geocentric_of(const Geodetic& place) noexcept;

/// Converts a geocentric place to a geodetic one; three NaNs nearer than least_geocentric_metres to the
/// Earth's centre and for coordinates that are not finite. On the axis the longitude is 0. Error below 1e-6 m
/// between -10 km and 50,000 km.
/// Source: H. Vermeille, "Direct transformation from geocentric coordinates to geodetic coordinates",
/// Journal of Geodesy 76, 2002, 451-454: a closed formula, without iteration.
[[nodiscard]] Geodetic geodetic_of(glm::dvec3 geocentric) noexcept;

/// Longitude and latitude for coarse cells, in about a third of geodetic_of()'s time: error below 1e-6 degree
/// between -10 and 50,000 km. NaNs where geodetic_of() has NaNs. Source: B. R. Bowring, "Transformation from
/// spatial to geographical coordinates", Survey Review 23, 1976, 323-327: one step.
[[nodiscard]] LongitudeLatitude approximate_longitude_latitude(glm::dvec3 geocentric) noexcept;

/// Unit vectors that point east, north and up, in geocentric coordinates or in those of another frame.
struct LocalAxes {
    glm::dvec3 east{}, north{}, up{};
};

/// The axes of a plane in its own coordinates: x east, y north, z up.
inline constexpr LocalAxes plane_axes{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};

/// Axes of the tangent plane at a longitude and latitude; up is the normal of the ellipsoid.
[[nodiscard]] LocalAxes local_axes_at(LongitudeLatitude place) noexcept;

}  // namespace farfield::model
