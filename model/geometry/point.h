#pragma once

#include <array>

#include <glm/vec3.hpp>

namespace farfield::model {

/// x, y and z: an array, which field lists read and write.
using Point = std::array<double, 3>;

[[nodiscard]] inline glm::dvec3 vec_of(const Point& point)
{
    return {point[0], point[1], point[2]};
}

[[nodiscard]] inline Point point_of(const glm::dvec3& place)
{
    return {place.x, place.y, place.z};
}

}  // namespace farfield::model
