#pragma once

#include <glm/vec3.hpp>

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

namespace farfield::compute {

/// More seeds than this are refused: by ParticleLimits, by whoever finds or reads seeds.
inline constexpr std::uint64_t max_seeds_per_rake = 1'048'576;

/// One seed.
struct PointRake {
    glm::dvec3 position{0.0};
    bool operator==(const PointRake&) const = default;
};

/// `count` seeds from `from` to `to`, both ends included; one seed is the midpoint.
struct LineRake {
    glm::dvec3 from{0.0};
    glm::dvec3 to{0.0};
    std::uint32_t count = 1;
    bool operator==(const LineRake&) const = default;
};

/// Seeds at origin + a edge_u + b edge_v with a and b from 0 to 1, edges included, u fastest;
/// a count of 1 is the middle of that edge.
struct PlaneRake {
    glm::dvec3 origin{0.0};
    glm::dvec3 edge_u{0.0};
    glm::dvec3 edge_v{0.0};
    std::uint32_t count_u = 1;
    std::uint32_t count_v = 1;
    bool operator==(const PlaneRake&) const = default;
};

/// A set of seeds in the field's position units, and how many particles each seed owns.
struct Rake {
    std::variant<PointRake, LineRake, PlaneRake> shape;
    std::uint32_t particles_per_seed = 1;  ///< P >= 1
    bool operator==(const Rake&) const = default;
};

/// Number of seeds; takes no memory, so a limit can be checked first.
[[nodiscard]] std::uint64_t seed_count(const Rake& rake);

/// The seeds in order, worked out in binary64 and then rounded to binary32.
[[nodiscard]] std::vector<glm::vec3> seeds_of(const Rake& rake);

/// Throws std::runtime_error when it has no seed, no particle or a number that is not finite. `index`: its
/// place among the rakes, which the error names.
void check_rake(const Rake& rake, std::size_t index);

}  // namespace farfield::compute
