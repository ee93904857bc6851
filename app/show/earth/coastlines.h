#pragma once

#include <array>
#include <vector>

#include <glm/vec2.hpp>

namespace farfield::app {

/// The coastlines of the Earth within a box of longitudes and latitudes, least and most, cut at its edges, in
/// whichever turn of 360 degrees it has them. Of a box wider than a continent they are those at 1:110
/// million, else at 1:50 million: assets/coastlines. Degrees.
[[nodiscard]] std::vector<std::vector<glm::dvec2>> coastlines_within(const std::array<glm::dvec2, 2>& box);

}  // namespace farfield::app
