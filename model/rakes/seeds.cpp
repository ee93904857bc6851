#include "model/rakes/seeds.h"

#include "model/rakes/random_numbers.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <type_traits>
#include <variant>

namespace farfield::model {

namespace {

constexpr double turn = 2.0 * std::numbers::pi;

/// Position of seed i of n along an edge: 0 to 1, ends included, or the middle when there is one.
double along(std::uint32_t i, std::uint32_t n)
{
    return n == 1 ? 0.5 : static_cast<double>(i) / (n - 1);
}

/// A place on the unit sphere: its height z, from -1 to 1, and its longitude in turns.
glm::dvec3 on_unit_sphere(double z, double longitude_turns)
{
    const double r = std::sqrt(std::max(0.0, 1.0 - z * z));
    return {r * std::cos(turn * longitude_turns), r * std::sin(turn * longitude_turns), z};
}

glm::dvec3 on_lattice(std::uint32_t i, std::uint32_t n)
{
    const double turns = i / std::numbers::phi;
    return on_unit_sphere(1.0 - (2.0 * i + 1.0) / n, turns - std::floor(turns));
}

glm::dvec3 on_sphere_at_random(std::uint32_t i, std::uint32_t start)
{
    const std::uint64_t first = 2 * std::uint64_t{i};
    return on_unit_sphere(1.0 - 2.0 * random_share(start, first), random_share(start, first + 1));
}

/// Adds the seeds of a shape in order.
struct SeedPlacer {
    std::vector<glm::vec3>& out;
    glm::dvec3 origin;
    const MeantPlace& meant;  ///< empty: that place

    void add(glm::dvec3 place) const { out.emplace_back((meant ? meant(place) : place) - origin); }
    void operator()(const PointRake& point) const { add(vec_of(point.at)); }
    void operator()(const LineRake& line) const
    {
        for (std::uint32_t i = 0; i < line.seeds; ++i)
            add(glm::mix(vec_of(line.from), vec_of(line.to), along(i, line.seeds)));
    }
    void operator()(const PlaneRake& plane) const
    {
        const auto [count_u, count_v] = plane.seeds;
        for (std::uint32_t v = 0; v < count_v; ++v)
            for (std::uint32_t u = 0; u < count_u; ++u)
                add(vec_of(plane.origin) + along(u, count_u) * vec_of(plane.edge_u) +
                    along(v, count_v) * vec_of(plane.edge_v));
    }
    void operator()(const CircleRake& circle) const
    {
        const Across axes = across(vec_of(circle.normal));
        for (std::uint32_t i = 0; i < circle.seeds; ++i) {
            const double angle = turn * i / circle.seeds;
            add(vec_of(circle.centre) +
                circle.radius * (std::cos(angle) * axes.u + std::sin(angle) * axes.v));
        }
    }
    void operator()(const SphereRake& sphere) const
    {
        for (std::uint32_t i = 0; i < sphere.seeds; ++i)
            add(vec_of(sphere.centre) + sphere.radius * (sphere.random_seed
                                                             ? on_sphere_at_random(i, *sphere.random_seed)
                                                             : on_lattice(i, sphere.seeds)));
    }
    void operator()(const BoxRake& box) const
    {
        if (const auto* random = std::get_if<RandomPlaces>(&box.fill))
            fill(box, *random);
        else
            fill(box, std::get<BoxLattice>(box.fill));
    }
    void fill(const BoxRake& box, const BoxLattice& n) const
    {
        for (std::uint32_t z = 0; z < n[2]; ++z)
            for (std::uint32_t y = 0; y < n[1]; ++y)
                for (std::uint32_t x = 0; x < n[0]; ++x)
                    add(glm::mix(vec_of(box.lo), vec_of(box.hi),
                                 glm::dvec3{along(x, n[0]), along(y, n[1]), along(z, n[2])}));
    }
    void fill(const BoxRake& box, const RandomPlaces& random) const
    {
        for (std::uint64_t i = 0; i < random.seeds; ++i) {
            const auto share = [&](int axis) { return random_share(random.random_seed, 3 * i + axis); };
            add(glm::mix(vec_of(box.lo), vec_of(box.hi), glm::dvec3{share(0), share(1), share(2)}));
        }
    }
    void operator()(const ListRake& list) const
    {
        for (const Point& place : list.at) add(vec_of(place));
    }
    void operator()(const SliceRake&) const {}
    void operator()(const IsovalueRake&) const {}
};

/// The counts of a lattice, the largest halved until there are no more than `most`.
template <std::size_t axes>
void thin(std::array<std::uint32_t, axes>& counts, std::size_t most)
{
    // The product of three counts of 32 bits exceeds 64 bits, but not a double.
    const auto product = [&counts] {
        double all = 1.0;
        for (const std::uint32_t count : counts) all *= count;
        return all;
    };
    while (product() > static_cast<double>(most)) {
        std::uint32_t& largest = *std::ranges::max_element(counts);
        largest = largest / 2 + largest % 2;
    }
}

/// Reduces a shape to fewer seeds of the same kind.
struct Thinned {
    std::size_t most;

    void operator()(PlaneRake& plane) const { thin(plane.seeds, most); }
    void operator()(BoxRake& box) const
    {
        if (auto* random = std::get_if<RandomPlaces>(&box.fill))
            (*this)(*random);
        else
            thin(std::get<BoxLattice>(box.fill), most);
    }
    template <class Counted>
    void operator()(Counted& shape) const
    {
        if constexpr (requires { shape.seeds; })
            if constexpr (std::is_integral_v<decltype(shape.seeds)>)
                shape.seeds = static_cast<std::uint32_t>(std::min<std::size_t>(shape.seeds, most));
    }
};

}  // namespace

Across across(glm::dvec3 normal)
{
    const glm::dvec3 size = glm::abs(normal);
    int least = size.y < size.x ? 1 : 0;
    if (size.z < size[least]) least = 2;
    // The normal is divided twice, so that no square overflows.
    const glm::dvec3 n = glm::normalize(normal / std::max({size.x, size.y, size.z}));
    glm::dvec3 axis{0.0};
    axis[least] = 1.0;
    const glm::dvec3 u = glm::normalize(axis - n[least] * n);
    return {u, glm::cross(n, u)};
}

std::vector<glm::vec3> seeds_of(const RakeShape& shape, glm::dvec3 origin, const MeantPlace& meant)
{
    std::vector<glm::vec3> seeds;
    if (!is_data_dependent(shape)) seeds.reserve(Rake{shape}.seeds());
    std::visit(SeedPlacer{seeds, origin, meant}, shape);
    return seeds;
}

std::vector<glm::vec3> seeds_of(const Rake& rake, glm::dvec3 origin, const MeantPlace& meant)
{
    return seeds_of(rake.shape, origin, meant);
}

std::vector<glm::vec3> seed_dots(const RakeShape& shape, std::size_t most, glm::dvec3 origin)
{
    RakeShape thinned = shape;
    std::visit(Thinned{most}, thinned);
    return seeds_of(thinned, origin);
}

}  // namespace farfield::model
