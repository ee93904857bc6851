#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/vec3.hpp>

namespace farfield::model {

/// Coordinates x, y and z as an array, which field lists can read and write.
using Point = std::array<double, 3>;

[[nodiscard]] inline glm::dvec3 vec_of(const Point& point)
{
    return {point[0], point[1], point[2]};
}

[[nodiscard]] inline Point point_of(const glm::dvec3& place)
{
    return {place.x, place.y, place.z};
}

[[nodiscard]] inline bool is_finite(const Point& point)
{
    return std::ranges::all_of(point, [](double number) { return std::isfinite(number); });
}
[[nodiscard]] inline bool is_finite(const glm::dvec3& place)
{
    return is_finite(point_of(place));
}
/// True when the number stays finite as binary32, the format in which seeds are sent.
[[nodiscard]] inline bool fits_binary32(double number)
{
    return std::isfinite(static_cast<float>(number));
}
[[nodiscard]] inline bool fits_binary32(const Point& point)
{
    return fits_binary32(point[0]) && fits_binary32(point[1]) && fits_binary32(point[2]);
}

}  // namespace farfield::model
