#pragma once

#include <array>

#include <glm/glm.hpp>

namespace farfield::render {

/// Common colours of the layers over the picture: sRGB and opacity.
inline constexpr glm::vec4 title_colour{0.93F, 0.95F, 0.97F, 1.0F};
inline constexpr glm::vec4 label_colour{0.74F, 0.78F, 0.83F, 1.0F};
inline constexpr glm::vec4 rule_colour{0.74F, 0.78F, 0.83F, 0.8F};
inline constexpr std::array<glm::vec4, 3> axis_colours{glm::vec4(0.93F, 0.42F, 0.40F, 1.0F),
                                                       glm::vec4(0.49F, 0.78F, 0.42F, 1.0F),
                                                       glm::vec4(0.42F, 0.63F, 0.95F, 1.0F)};

}  // namespace farfield::render
