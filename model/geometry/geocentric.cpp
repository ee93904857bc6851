#include "model/geometry/geocentric.h"

#include <glm/geometric.hpp>

#include <cmath>
#include <limits>
#include <numbers>

namespace farfield::model {

namespace {

constexpr double radians_per_degree = std::numbers::pi / 180.0;
constexpr double degrees_per_radian = 180.0 / std::numbers::pi;
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// False for coordinates that are not numbers, too.
bool has_geodetic(glm::dvec3 place) noexcept
{
    const double distance_squared = glm::dot(place, place);
    return distance_squared >= least_geocentric_metres * least_geocentric_metres &&
           std::isfinite(distance_squared);
}

}  // namespace

glm::dvec3 geocentric_of(const Geodetic& place) noexcept
{
    const double longitude = place.longitude_degrees * radians_per_degree;
    const double latitude = place.latitude_degrees * radians_per_degree;
    const double sine = std::sin(latitude), cosine = std::cos(latitude);
    const double prime_vertical =
        wgs84_semi_major_metres / std::sqrt(1.0 - wgs84_eccentricity_squared * sine * sine);
    const double from_axis = (prime_vertical + place.height_metres) * cosine;
    return {from_axis * std::cos(longitude), from_axis * std::sin(longitude),
            (prime_vertical * (1.0 - wgs84_eccentricity_squared) + place.height_metres) * sine};
}

// The letters are those of the paper.
Geodetic geodetic_of(glm::dvec3 geocentric) noexcept
{
    if (!has_geodetic(geocentric)) return {no_number, no_number, no_number};
    constexpr double e2 = wgs84_eccentricity_squared, e4 = e2 * e2;
    const double from_axis = std::hypot(geocentric.x, geocentric.y), z = geocentric.z;
    const double across = from_axis / wgs84_semi_major_metres, along = z / wgs84_semi_major_metres;
    const double p = across * across, q = (1.0 - e2) * along * along;
    const double r = (p + q - e4) / 6.0;
    const double s = e4 * p * q / (4.0 * r * r * r);
    const double t = std::cbrt(1.0 + s + std::sqrt(s * (2.0 + s)));
    const double u = r * (1.0 + t + 1.0 / t);
    const double v = std::sqrt(u * u + e4 * q);
    const double w = e2 * (u + v - q) / (2.0 * v);
    const double k = std::sqrt(u + v + w * w) - w;
    const double d = k * from_axis / (k + e2);
    const double slant = std::hypot(d, z);
    return {std::atan2(geocentric.y, geocentric.x) * degrees_per_radian,
            2.0 * std::atan2(z, d + slant) * degrees_per_radian, (k + e2 - 1.0) / k * slant};
}

LongitudeLatitude approximate_longitude_latitude(glm::dvec3 geocentric) noexcept
{
    if (!has_geodetic(geocentric)) return {no_number, no_number};
    constexpr double a = wgs84_semi_major_metres, b = wgs84_semi_minor_metres;
    constexpr double e2 = wgs84_eccentricity_squared, second_e2 = e2 / (1.0 - e2);
    const double from_axis = std::sqrt(geocentric.x * geocentric.x + geocentric.y * geocentric.y);
    // Sine and cosine of the parametric latitude; its tangent is a z / (b from_axis).
    const double sine_part = a * geocentric.z, cosine_part = b * from_axis;
    const double scale = 1.0 / std::sqrt(sine_part * sine_part + cosine_part * cosine_part);
    const double sine = sine_part * scale, cosine = cosine_part * scale;
    return {std::atan2(geocentric.y, geocentric.x) * degrees_per_radian,
            std::atan2(geocentric.z + second_e2 * b * sine * sine * sine,
                       from_axis - e2 * a * cosine * cosine * cosine) *
                degrees_per_radian};
}

LocalAxes local_axes_at(LongitudeLatitude place) noexcept
{
    const double longitude = place.longitude_degrees * radians_per_degree;
    const double latitude = place.latitude_degrees * radians_per_degree;
    const double sine_east = std::sin(longitude), cosine_east = std::cos(longitude);
    const double sine_north = std::sin(latitude), cosine_north = std::cos(latitude);
    return {.east = {-sine_east, cosine_east, 0.0},
            .north = {-sine_north * cosine_east, -sine_north * sine_east, cosine_north},
            .up = {cosine_north * cosine_east, cosine_north * sine_east, sine_north}};
}

}  // namespace farfield::model
