#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <glm/glm.hpp>

/// Where the seeds of a rake lie, for drawing: as docs/protocol.md, section 5, says. Of more seeds than
/// max_seed_dots a coarser arrangement of the same kind is given: as dots they would run into one another.
namespace farfield::render {

inline constexpr std::size_t max_seed_dots = 16'384;

using SeedPlaces = std::vector<glm::vec3>;

[[nodiscard]] SeedPlaces line_seeds(glm::vec3 from, glm::vec3 to, std::size_t n);
[[nodiscard]] SeedPlaces plane_seeds(glm::vec3 origin, glm::vec3 edge_u, glm::vec3 edge_v, std::size_t nu,
                                     std::size_t nv);
[[nodiscard]] SeedPlaces circle_seeds(glm::vec3 centre, glm::vec3 normal, float radius, std::size_t n);
/// On the Fibonacci lattice.
[[nodiscard]] SeedPlaces sphere_seeds(glm::vec3 centre, float radius, std::size_t n);
[[nodiscard]] SeedPlaces random_sphere_seeds(glm::vec3 centre, float radius, std::size_t n,
                                             std::uint32_t random_seed);
[[nodiscard]] SeedPlaces box_seeds(glm::vec3 lo, glm::vec3 hi, glm::uvec3 counts);
[[nodiscard]] SeedPlaces random_box_seeds(glm::vec3 lo, glm::vec3 hi, std::size_t n,
                                          std::uint32_t random_seed);

/// Two directions at right angles to each other and to a normal, anticlockwise about it; a circle's seeds
/// begin at u.
struct Across {
    glm::dvec3 u, v;
};
[[nodiscard]] Across across(glm::dvec3 normal);

}  // namespace farfield::render
