#pragma once

#include <glm/vec3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
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

/// `count` seeds equally spaced on a circle, anticlockwise about the normal. The first lies where the axis
/// that is least parallel to the normal (of equals, the first of x, y, z) leaves the circle.
struct CircleRake {
    glm::dvec3 centre{0.0};
    glm::dvec3 normal{0.0, 0.0, 1.0};  ///< of any length but 0
    double radius = 1.0;               ///< > 0
    std::uint32_t count = 1;
    bool operator==(const CircleRake&) const = default;
};

/// `count` seeds on the surface of a sphere, the pole of +z first.
/// Lattice: Gonzalez, "Measurement of areas on a sphere using Fibonacci and latitude-longitude lattices",
/// Mathematical Geosciences 42, 2010, equation 1, for even counts too.
struct SphereRake {
    glm::dvec3 centre{0.0};
    double radius = 1.0;  ///< > 0
    std::uint32_t count = 1;
    std::optional<std::uint32_t> random_seed =
        std::nullopt;  ///< given: equally likely places instead of the lattice
    bool operator==(const SphereRake&) const = default;
};

/// Seeds per edge of a box, along x, y, z; x fastest, faces included; a count of 1 is the edge's middle.
struct BoxLattice {
    std::uint32_t count_x = 1, count_y = 1, count_z = 1;
    bool operator==(const BoxLattice&) const = default;
};

/// Equally likely places, the same for the same number.
struct RandomPlaces {
    std::uint32_t count = 1;
    std::uint32_t random_seed = 0;
    bool operator==(const RandomPlaces&) const = default;
};

/// Seeds in the box between two opposite corners.
struct BoxRake {
    glm::dvec3 lo{0.0};
    glm::dvec3 hi{0.0};
    std::variant<BoxLattice, RandomPlaces> fill = BoxLattice{};
    bool operator==(const BoxRake&) const = default;
};

/// Seeds one by one.
struct ListRake {
    std::vector<glm::dvec3> positions;
    std::vector<double> times = {};  ///< [positions], when lines begin there, on the field's clock; or empty
    bool operator==(const ListRake&) const = default;
};

using RakeForm = std::variant<PointRake, LineRake, PlaneRake, CircleRake, SphereRake, BoxRake, ListRake>;

/// When particles are released, in the program's time; what is absent sets no bound.
struct Injection {
    std::optional<double> start = std::nullopt;     ///< >= 0
    std::optional<double> end = std::nullopt;       ///< >= start
    std::optional<double> interval = std::nullopt;  ///< > 0: one particle of each seed after every interval
    bool operator==(const Injection&) const = default;

    [[nodiscard]] bool is_set() const { return start || end || interval; }
};

/// A set of seeds in the field's position units, how many particles each seed owns and when it releases them.
struct Rake {
    RakeForm shape;
    std::uint32_t particles_per_seed = 1;  ///< P >= 1
    Injection injection = {};
    bool operator==(const Rake&) const = default;
};

/// Number of seeds, the largest number where it would not fit; takes no memory, so a limit can be checked
/// first.
[[nodiscard]] std::uint64_t seed_count(const Rake& rake);

/// The seeds in order, worked out in binary64, then taken from the origin and rounded to binary32.
[[nodiscard]] std::vector<glm::vec3> seeds_of(const Rake& rake, glm::dvec3 origin = glm::dvec3{0.0});

/// Throws std::runtime_error when it has no seed, no particle, a number that is not finite, a circle's normal
/// of no length, a radius that is not above 0 or an injection that ends before it starts or has no interval.
/// `index`: its place among the rakes, which the error names.
void check_rake(const Rake& rake, std::size_t index);

}  // namespace farfield::compute
