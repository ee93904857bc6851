#include "app/show/ground/sun_position.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace farfield::app {
namespace {

constexpr double degree = std::numbers::pi / 180.0;
constexpr double j2000_unix_seconds = 946'728'000.0;  // 2000-01-01 12:00

double positive_degrees(double degrees)
{
    const double turn = std::fmod(degrees, 360.0);
    return turn < 0.0 ? turn + 360.0 : turn;
}

}  // namespace

SunPosition sun_position(double unix_seconds, double longitude_degrees, double latitude_degrees)
{
    const double days = (unix_seconds - j2000_unix_seconds) / 86'400.0;
    const double mean_longitude = 280.460 + 0.9856474 * days;
    const double anomaly = (357.528 + 0.9856003 * days) * degree;
    const double ecliptic =
        (mean_longitude + 1.915 * std::sin(anomaly) + 0.020 * std::sin(2.0 * anomaly)) * degree;
    const double obliquity = (23.439 - 0.0000004 * days) * degree;
    const double ascension = std::atan2(std::cos(obliquity) * std::sin(ecliptic), std::cos(ecliptic));
    const double declination = std::asin(std::sin(obliquity) * std::sin(ecliptic));
    const double sidereal = (280.46062 + 360.98564737 * days + longitude_degrees) * degree;
    const double hour_angle = sidereal - ascension;
    const double latitude = latitude_degrees * degree;
    const double sine = std::sin(latitude) * std::sin(declination) +
                        std::cos(latitude) * std::cos(declination) * std::cos(hour_angle);
    const double east = -std::cos(declination) * std::sin(hour_angle);
    const double north = std::cos(latitude) * std::sin(declination) -
                         std::sin(latitude) * std::cos(declination) * std::cos(hour_angle);
    return {.azimuth_degrees = positive_degrees(std::atan2(east, north) / degree),
            .elevation_degrees = std::asin(std::clamp(sine, -1.0, 1.0)) / degree};
}

}  // namespace farfield::app
