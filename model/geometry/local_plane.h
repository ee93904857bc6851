#pragma once

#include "model/geometry/attitude.h"

#include <cmath>
#include <numbers>

/// Conversion of geocentric places and motions to a plane: x east, y north, z up, metres.
namespace farfield::model {

/// A plane about a place on the ellipsoid. Distances from the place and directions at it are true, as in an
/// azimuthal equidistant projection (Snyder, "Map Projections: A Working Manual", USGS Professional Paper
/// 1395, 1987, chapter 25); the sphere here has its centre on the normal of the ellipsoid: within 0.1 m of
/// the ellipsoid's up to 100 km, within 1 m up to 400 km. z is the height above the ellipsoid, so that the
/// surface of the ellipsoid is at 0 everywhere.
class LocalPlane {
public:
    explicit LocalPlane(LongitudeLatitude origin) noexcept;

    [[nodiscard]] LongitudeLatitude origin() const noexcept { return origin_; }
    /// Converts a geocentric place; three NaNs when geodetic_of() returns NaNs.
    [[nodiscard]] glm::dvec3 place_of(glm::dvec3 geocentric) const noexcept;

private:
    LongitudeLatitude origin_;
    LocalAxes axes_;
    glm::dvec3 at_;        ///< the origin, geocentric
    double radius_ = 0.0;  ///< radius of the sphere: of curvature across the meridian
};

/// Motion of a body in geocentric axes: metres, m/s, m/s^2.
struct GeocentricMotion {
    glm::dvec3 place{}, velocity{}, acceleration{};
    EulerAngles orientation{};
};

/// Motion of a body in a frame with x east and y north: metres, m/s, m/s^2.
struct PlacedMotion {
    glm::dvec3 place{}, velocity{}, acceleration{};
    double heading_degrees = 0.0;  ///< clockwise from y, in [0, 360); 0 for a body that points up or down
};

namespace detail {
/// Heading of a direction: degrees clockwise from y, in [0, 360); 0 for one that points up or down.
[[nodiscard]] inline double heading_degrees_of(glm::dvec3 forward) noexcept
{
    constexpr double least_level_part = 1e-3;  // below, a heading would be noise
    if (!(std::hypot(forward.x, forward.y) > least_level_part * std::abs(forward.z))) return 0.0;
    const double degrees = std::atan2(forward.x, forward.y) * 180.0 / std::numbers::pi;
    return degrees < 0.0 ? degrees + 360.0 : degrees;
}
}  // namespace detail

/// Converts a motion by any transformation of places, with differences over a second and over a metre of the
/// body's axis, as holds in every projection. place_of: from geocentric places to those of the frame.
template <class PlaceOf>
[[nodiscard]] PlacedMotion placed_motion(const GeocentricMotion& motion, const PlaceOf& place_of)
{
    PlacedMotion placed{.place = place_of(motion.place)};
    const glm::dvec3 none{0.0};
    const auto difference = [&](glm::dvec3 from, glm::dvec3 by) {
        return by == none ? none : place_of(from + by) - place_of(from);
    };
    if (motion.velocity != none) placed.velocity = place_of(motion.place + motion.velocity) - placed.place;
    placed.acceleration = difference(motion.place + motion.velocity, motion.acceleration);
    const glm::dvec3 ahead = motion.place + body_axes_of(motion.orientation).forward;
    placed.heading_degrees = detail::heading_degrees_of(place_of(ahead) - placed.place);
    return placed;
}

}  // namespace farfield::model
