#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/fields/json.h"
#include "model/geometry/point.h"

/// Sets of seeds that viewers describe and the node traces: docs/protocol.md, section 5.
/// Positions are in the position units of the dataset.
namespace farfield::model {

/// The most seeds of one rake; every function that finds or reads seeds refuses more.
inline constexpr std::uint64_t max_seeds_per_rake = 1'048'576;
/// The step of lines and particles where neither a request nor a dataset gives one, in the dataset's time
/// unit.
inline constexpr double default_step = 0.01;
/// Tolerances of a step's error, absolute and by its length, where a request gives none.
inline constexpr double default_tolerance = 1e-5;
/// Frames that a particle is shown in where neither a request nor a dataset gives their number, and the most.
inline constexpr std::uint32_t default_max_age_frames = 200, max_max_age_frames = 1'000'000;

/// A single seed.
struct PointRake {
    Point at{};
    friend bool operator==(const PointRake&, const PointRake&) = default;
};
/// Seeds from `from` to `to`, both ends included; one seed is the midpoint.
struct LineRake {
    Point from{}, to{};
    std::uint32_t seeds = 1;
    friend bool operator==(const LineRake&, const LineRake&) = default;
};
/// Seeds at origin + a edge_u + b edge_v with a and b from 0 to 1, edges included, u fastest; a count of 1 is
/// the middle of that edge.
struct PlaneRake {
    Point origin{}, edge_u{}, edge_v{};
    std::array<std::uint32_t, 2> seeds{1, 1};  ///< along u and v
    friend bool operator==(const PlaneRake&, const PlaneRake&) = default;
};
/// Seeds equally spaced on a circle, anticlockwise about the normal. The first lies where the axis that is
/// least parallel to the normal (of equals, the first of x, y, z) leaves the circle.
struct CircleRake {
    Point centre{}, normal{0.0, 0.0, 1.0};  ///< normal: of any length but 0
    double radius = 1.0;                    ///< > 0
    std::uint32_t seeds = 1;
    friend bool operator==(const CircleRake&, const CircleRake&) = default;
};
/// Seeds on the surface of a sphere, the pole of +z first.
/// Lattice: Gonzalez, "Measurement of areas on a sphere using Fibonacci and latitude-longitude lattices",
/// Mathematical Geosciences 42, 2010, equation 1, for even counts too.
struct SphereRake {
    Point centre{};
    double radius = 1.0;  ///< > 0
    std::uint32_t seeds = 1;
    std::optional<std::uint32_t> random_seed = std::nullopt;  ///< set: random places; else the lattice
    friend bool operator==(const SphereRake&, const SphereRake&) = default;
};

/// Seeds along x, y, z of a box; x fastest, faces included; a count of 1 is the edge's middle.
using BoxLattice = std::array<std::uint32_t, 3>;
/// Random places with equal likelihood everywhere; the same number gives the same places.
struct RandomPlaces {
    std::uint32_t seeds = 1;
    std::uint32_t random_seed = 0;
    friend bool operator==(const RandomPlaces&, const RandomPlaces&) = default;
};
/// Seeds in the box between two opposite corners.
struct BoxRake {
    Point lo{}, hi{};
    std::variant<BoxLattice, RandomPlaces> fill = BoxLattice{1, 1, 1};
    friend bool operator==(const BoxRake&, const BoxRake&) = default;
};
/// Seeds given one by one.
struct ListRake {
    std::vector<Point> at;
    std::vector<double> times = {};  ///< [at], release times on the field's clock; empty: none given
    friend bool operator==(const ListRake&, const ListRake&) = default;
};
/// A lattice on a slice of the dataset; the node keeps the places that have data.
struct SliceRake {
    std::uint32_t axis = 2;  ///< axis across the slice, 0 to 2; `position` is the slice's coordinate on it
    double position = 0.0;
    std::array<std::uint32_t, 2> seeds{1, 1};  ///< seeds along the other two axes
    friend bool operator==(const SliceRake&, const SliceRake&) = default;
};
/// Places where a scalar has a given value; the node finds them.
struct IsovalueRake {
    std::string scalar = "speed";
    double value = 0.0;
    std::uint32_t seeds = 1;
    friend bool operator==(const IsovalueRake&, const IsovalueRake&) = default;
};

using RakeShape = std::variant<PointRake, LineRake, PlaneRake, CircleRake, SphereRake, BoxRake, ListRake,
                               SliceRake, IsovalueRake>;

/// Names of axes in messages and scripts, in order.
inline constexpr std::array axis_names{"x", "y", "z"};

/// The times at which particles are released, in the program's time; nullopt sets no bound.
struct Injection {
    std::optional<double> start = std::nullopt;     ///< >= 0
    std::optional<double> end = std::nullopt;       ///< >= start
    std::optional<double> interval = std::nullopt;  ///< > 0
    friend bool operator==(const Injection&, const Injection&) = default;

    [[nodiscard]] bool is_set() const noexcept { return start || end || interval; }
};

class JsonValue;

/// Seeds, the number of particles of each, and their times of release.
struct Rake {
    RakeShape shape;
    std::uint32_t particles_per_seed = 1;  ///< at least 1
    Injection injection = {};
    friend bool operator==(const Rake&, const Rake&) = default;
    /// Reads and writes a rake as a member of a field list (model/fields).
    static Rake from_json(const JsonValue& value);
    [[nodiscard]] Json to_json() const;

    /// The number of seeds, at most the largest std::uint64_t; for slices and isovalues their upper bound.
    [[nodiscard]] std::uint64_t seeds() const noexcept;
    [[nodiscard]] std::uint64_t particles() const noexcept;  ///< with the same limits as seeds()
};

inline constexpr std::uint64_t max_listed_seeds = 10'000;  ///< in all list rakes of one message
inline constexpr std::uint64_t max_sought_rakes = 64;      ///< slice and isovalue rakes of one message

/// The number of seeds in all list rakes among these; at most max_listed_seeds.
[[nodiscard]] std::uint64_t listed_seeds(const std::vector<Rake>& rakes) noexcept;
/// True for slices and isovalues, whose seeds only the node can find and count.
[[nodiscard]] bool is_data_dependent(const RakeShape& shape) noexcept;
/// The number of slices and isovalues among these rakes; at most max_sought_rakes.
[[nodiscard]] std::uint64_t data_dependent_rakes(const std::vector<Rake>& rakes) noexcept;

}  // namespace farfield::model
