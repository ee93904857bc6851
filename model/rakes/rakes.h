#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/fields/json.h"
#include "model/geometry/point.h"

/// Rakes as they travel; what each means is said in docs/protocol.md, section 5.
namespace farfield::model {

struct PointRake {
    Point at{};
    friend bool operator==(const PointRake&, const PointRake&) = default;
};
struct LineRake {
    Point from{}, to{};
    std::uint32_t seeds = 1;
    friend bool operator==(const LineRake&, const LineRake&) = default;
};
struct PlaneRake {
    Point origin{}, edge_u{}, edge_v{};
    std::array<std::uint32_t, 2> seeds{1, 1};
    friend bool operator==(const PlaneRake&, const PlaneRake&) = default;
};
struct CircleRake {
    Point centre{}, normal{0.0, 0.0, 1.0};
    double radius = 1.0;
    std::uint32_t seeds = 1;
    friend bool operator==(const CircleRake&, const CircleRake&) = default;
};
struct SphereRake {
    Point centre{};
    double radius = 1.0;
    std::uint32_t seeds = 1;
    std::optional<std::uint32_t> random_seed = std::nullopt;  ///< given: at random, else on the lattice
    friend bool operator==(const SphereRake&, const SphereRake&) = default;
};

using BoxLattice = std::array<std::uint32_t, 3>;  ///< seeds along x, y, z
struct RandomPlaces {
    std::uint32_t seeds = 1;
    std::uint32_t random_seed = 0;
    friend bool operator==(const RandomPlaces&, const RandomPlaces&) = default;
};
struct BoxRake {
    Point lo{}, hi{};
    std::variant<BoxLattice, RandomPlaces> fill = BoxLattice{1, 1, 1};
    friend bool operator==(const BoxRake&, const BoxRake&) = default;
};
struct ListRake {
    std::vector<Point> at;
    std::vector<double> times = {};  ///< [at], on the field's clock; or empty
    friend bool operator==(const ListRake&, const ListRake&) = default;
};
/// A lattice on a slice of the dataset, of which the node takes the places that have data.
struct SliceRake {
    std::uint32_t axis = 2;  ///< 0, 1, 2: x, y, z is `position` all over the slice
    double position = 0.0;
    std::array<std::uint32_t, 2> seeds{1, 1};  ///< along the other two axes
    friend bool operator==(const SliceRake&, const SliceRake&) = default;
};
/// Places where a scalar has a value, which the node finds.
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

/// When particles are released, in the program's time; what is absent sets no bound.
struct Injection {
    std::optional<double> start = std::nullopt;     ///< >= 0
    std::optional<double> end = std::nullopt;       ///< >= start
    std::optional<double> interval = std::nullopt;  ///< > 0
    friend bool operator==(const Injection&, const Injection&) = default;
};

class JsonValue;

struct Rake {
    RakeShape shape;
    std::uint32_t particles_per_seed = 1;
    Injection injection = {};
    friend bool operator==(const Rake&, const Rake&) = default;
    /// As a member of a field list (model/fields).
    static Rake from_json(const JsonValue& value);
    [[nodiscard]] Json to_json() const;

    /// The largest number where it would not fit; of slices and isovalues the most that may be found.
    [[nodiscard]] std::uint64_t seeds() const noexcept;
    [[nodiscard]] std::uint64_t particles() const noexcept;  ///< likewise
};

inline constexpr std::uint64_t max_listed_seeds = 10'000;  ///< of all list rakes in one message
inline constexpr std::uint64_t max_sought_rakes = 64;      ///< slices and isovalues in one message

/// Of all list rakes among these: what max_listed_seeds bounds.
[[nodiscard]] std::uint64_t listed_seeds(const std::vector<Rake>& rakes) noexcept;
/// Whether only the node can say where a rake's seeds are, and how many: slices and isovalues.
[[nodiscard]] bool is_sought(const RakeShape& shape) noexcept;
/// How many of these rakes are: what max_sought_rakes bounds.
[[nodiscard]] std::uint64_t sought_rakes(const std::vector<Rake>& rakes) noexcept;

}  // namespace farfield::model
