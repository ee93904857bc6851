#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <glm/glm.hpp>

namespace farfield::render {

/// A rake as it is drawn: lines, a small dot per seed and the handles that a user drags.
struct RakeShape {
    std::vector<std::pair<glm::vec3, glm::vec3>> lines;
    std::vector<glm::vec3> seeds;
    std::vector<glm::vec3> handles;
    bool selected = false;
};

/// A handle of one of several rakes.
struct HandleId {
    std::size_t rake = 0;
    std::size_t handle = 0;
    friend bool operator==(const HandleId&, const HandleId&) = default;
};

/// Handle 0: the point.
[[nodiscard]] RakeShape point_rake(glm::vec3 point);

/// n seeds from `from` to `to`, both ends included; n = 1 is the midpoint.
/// Handles 0: from, 1: to, 2: the middle (moves the whole rake).
[[nodiscard]] RakeShape line_rake(glm::vec3 from, glm::vec3 to, std::size_t n);

/// nu x nv seeds, u fastest, edges included; a count of 1 is the middle of that edge.
/// Handles 0: origin, 1: origin + u, 2: origin + v, 3: the middle (moves the whole rake).
[[nodiscard]] RakeShape plane_rake(glm::vec3 origin, glm::vec3 edge_u, glm::vec3 edge_v, std::size_t nu,
                                   std::size_t nv);

}  // namespace farfield::render
