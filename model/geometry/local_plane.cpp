#include "model/geometry/local_plane.h"

#include <glm/geometric.hpp>

namespace farfield::model {

LocalPlane::LocalPlane(LongitudeLatitude origin) noexcept
    : origin_(origin),
      axes_(local_axes_at(origin)),
      at_(geocentric_of({origin.longitude_degrees, origin.latitude_degrees, 0.0}))
{
    // The radius is the distance along the normal from the ellipsoid to the polar axis.
    const double sine = axes_.up.z;
    radius_ = wgs84_semi_major_metres / std::sqrt(1.0 - wgs84_eccentricity_squared * sine * sine);
}

glm::dvec3 LocalPlane::place_of(glm::dvec3 geocentric) const noexcept
{
    const glm::dvec3 from = geocentric - at_;
    const double east = glm::dot(from, axes_.east), north = glm::dot(from, axes_.north);
    const double level = std::hypot(east, north);
    const double angle = std::atan2(level, radius_ + glm::dot(from, axes_.up));
    const double stretch = level > 0.0 ? radius_ * angle / level : 0.0;
    const double height = geodetic_of(geocentric).height_metres;
    if (std::isnan(height)) return glm::dvec3(height);
    return {stretch * east, stretch * north, height};
}

}  // namespace farfield::model
