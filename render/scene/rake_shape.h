#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <glm/glm.hpp>

namespace farfield::render {

/// A rake as it is drawn: lines, a small dot per seed (of very many: rake_seeds.h) and the handles that a
/// user drags.
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

/// A ring and a spoke. Handles 0: where the ring begins (changes the radius), 1: the centre (moves the whole
/// rake).
[[nodiscard]] RakeShape circle_rake(glm::vec3 centre, glm::vec3 normal, float radius, std::size_t n);

/// Three rings, about x, y and z. random_seed: given, the seeds are at random, else on the lattice.
/// Handles 0: towards +x (changes the radius), 1: the centre (moves the whole rake).
[[nodiscard]] RakeShape sphere_rake(glm::vec3 centre, float radius, std::size_t n,
                                    std::optional<std::uint32_t> random_seed = std::nullopt);

/// The edges of a box. Handles 0 to 7: its corners; bit 0, 1, 2 of the number: at the x, y, z of hi, not lo.
/// 8: the middle (moves the whole rake).
[[nodiscard]] RakeShape box_rake(glm::vec3 lo, glm::vec3 hi, std::vector<glm::vec3> seeds);

/// Seeds alone. Handle 0: the middle of the box around them (moves the whole rake).
[[nodiscard]] RakeShape list_rake(std::vector<glm::vec3> seeds);

}  // namespace farfield::render
