#pragma once

#include <array>
#include <vector>

#include <glm/vec2.hpp>

namespace farfield::app {

/// Coastlines of the Earth within a box of longitudes and latitudes (least and most, degrees), cut at its
/// edges, in the box's own turn of 360 degrees. Scale 1:110 million for a box wider than a continent, else
/// 1:50 million: assets/coastlines.
[[nodiscard]] std::vector<std::vector<glm::dvec2>> coastlines_within(const std::array<glm::dvec2, 2>& box);

}  // namespace farfield::app
