#pragma once

namespace farfield::app {

struct SunPosition {
    double azimuth_degrees = 0.0;    ///< clockwise from north
    double elevation_degrees = 0.0;  ///< above the horizon, without refraction
};

/// Direction of the sun at a moment and a place, within 0.02 degrees between 1950 and 2050.
/// Source: The Astronomical Almanac, "Low precision formulas for the Sun" (section C), U.S. Naval
/// Observatory. unix_seconds: since 1970-01-01 00:00 UTC; longitude east and latitude north in degrees.
[[nodiscard]] SunPosition sun_position(double unix_seconds, double longitude_degrees,
                                       double latitude_degrees);

}  // namespace farfield::app
