#include "compute_node/grids/geo.h"

namespace farfield::compute {

namespace {}

glm::dvec3 along_great_circle(glm::dvec3 place, glm::dvec3 way)
{
    const double angle = std::hypot(way.x, way.y) * radians_per_degree;
    if (angle == 0.0) return {place.x, place.y, place.z + way.z};
    const double east = way.x * radians_per_degree / angle, north = way.y * radians_per_degree / angle;
    const double sine = std::sin(place.y * radians_per_degree),
                 cosine = std::cos(place.y * radians_per_degree);
    // Computes in the frame of outward, east and north at the place, then turns to the Earth's axis.
    const double outward = std::cos(angle), ahead = std::sin(angle);
    const double from_axis = outward * cosine - ahead * north * sine, aside = ahead * east;
    const double along_axis = outward * sine + ahead * north * cosine;
    return {place.x + std::atan2(aside, from_axis) / radians_per_degree,
            std::atan2(along_axis, std::hypot(from_axis, aside)) / radians_per_degree, place.z + way.z};
}

double great_circle_between(glm::dvec3 from, glm::dvec3 to)
{
    const double half_north = std::sin(0.5 * (to.y - from.y) * radians_per_degree);
    const double half_east = std::sin(0.5 * (to.x - from.x) * radians_per_degree);
    const double squeeze = std::cos(from.y * radians_per_degree) * std::cos(to.y * radians_per_degree);
    const double square = half_north * half_north + std::abs(squeeze) * half_east * half_east;
    return 2.0 * std::asin(std::min(std::sqrt(square), 1.0)) / radians_per_degree;
}

glm::dvec3 chord_between(glm::dvec3 from, glm::dvec3 to)
{
    const double turned = (to.x - from.x) * radians_per_degree;
    const double sine = std::sin(from.y * radians_per_degree), cosine = std::cos(from.y * radians_per_degree);
    const double to_sine = std::sin(to.y * radians_per_degree),
                 to_cosine = std::cos(to.y * radians_per_degree);
    return {earth_radius_metres * to_cosine * std::sin(turned),
            earth_radius_metres * (cosine * to_sine - sine * to_cosine * std::cos(turned)), to.z - from.z};
}

glm::dvec3 carried_along_great_circle(glm::dvec3 vector, glm::dvec3 from, glm::dvec3 to)
{
    const double half_east = 0.5 * (to.x - from.x) * radians_per_degree,
                 half_north = 0.5 * (to.y - from.y) * radians_per_degree;
    const double angle =
        2.0 * std::atan2(std::sin(half_east) * std::sin(0.5 * (from.y + to.y) * radians_per_degree),
                         std::cos(half_east) * std::cos(half_north));
    return {vector.x * std::cos(angle) + vector.y * std::sin(angle),
            vector.y * std::cos(angle) - vector.x * std::sin(angle), vector.z};
}

}  // namespace farfield::compute
