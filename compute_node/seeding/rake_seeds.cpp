#include "compute_node/seeding/rake.h"
#include "compute_node/seeding/random_numbers.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace farfield::compute {

namespace {

constexpr double turn = 2.0 * std::numbers::pi;

/// Position of seed i of n along an edge: 0 to 1, ends included, or the middle when there is one.
double along(std::uint32_t i, std::uint32_t n)
{
    return n == 1 ? 0.5 : static_cast<double>(i) / (n - 1);
}

/// Two directions at right angles to each other and to a normal, anticlockwise about it.
struct Across {
    glm::dvec3 u, v;
};

Across across(glm::dvec3 normal)
{
    const glm::dvec3 size = glm::abs(normal);
    int least = size.y < size.x ? 1 : 0;
    if (size.z < size[least]) least = 2;
    // Divided twice, so that no square overflows.
    const glm::dvec3 n = glm::normalize(normal / std::max({size.x, size.y, size.z}));
    glm::dvec3 axis{0.0};
    axis[least] = 1.0;
    const glm::dvec3 u = glm::normalize(axis - n[least] * n);
    return {u, glm::cross(n, u)};
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

struct Seeds {
    std::vector<glm::vec3>& out;
    glm::dvec3 origin;

    void add(glm::dvec3 place) const { out.emplace_back(place - origin); }
    void operator()(const PointRake& point) const { add(point.position); }
    void operator()(const LineRake& line) const
    {
        for (std::uint32_t i = 0; i < line.count; ++i)
            add(glm::mix(line.from, line.to, along(i, line.count)));
    }
    void operator()(const PlaneRake& plane) const
    {
        for (std::uint32_t v = 0; v < plane.count_v; ++v)
            for (std::uint32_t u = 0; u < plane.count_u; ++u)
                add(plane.origin + along(u, plane.count_u) * plane.edge_u +
                    along(v, plane.count_v) * plane.edge_v);
    }
    void operator()(const CircleRake& circle) const
    {
        const Across axes = across(circle.normal);
        for (std::uint32_t i = 0; i < circle.count; ++i) {
            const double angle = turn * i / circle.count;
            add(circle.centre + circle.radius * (std::cos(angle) * axes.u + std::sin(angle) * axes.v));
        }
    }
    void operator()(const SphereRake& sphere) const
    {
        for (std::uint32_t i = 0; i < sphere.count; ++i)
            add(sphere.centre + sphere.radius * (sphere.random_seed
                                                     ? on_sphere_at_random(i, *sphere.random_seed)
                                                     : on_lattice(i, sphere.count)));
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
        for (std::uint32_t z = 0; z < n.count_z; ++z)
            for (std::uint32_t y = 0; y < n.count_y; ++y)
                for (std::uint32_t x = 0; x < n.count_x; ++x)
                    add(glm::mix(box.lo, box.hi,
                                 glm::dvec3{along(x, n.count_x), along(y, n.count_y), along(z, n.count_z)}));
    }
    void fill(const BoxRake& box, const RandomPlaces& random) const
    {
        for (std::uint64_t i = 0; i < random.count; ++i) {
            const auto share = [&](int axis) { return random_share(random.random_seed, 3 * i + axis); };
            add(glm::mix(box.lo, box.hi, glm::dvec3{share(0), share(1), share(2)}));
        }
    }
    void operator()(const ListRake& list) const
    {
        for (const glm::dvec3 place : list.positions) add(place);
    }
};

}  // namespace

std::vector<glm::vec3> seeds_of(const Rake& rake, glm::dvec3 origin)
{
    std::vector<glm::vec3> seeds;
    seeds.reserve(seed_count(rake));
    std::visit(Seeds{seeds, origin}, rake.shape);
    return seeds;
}

}  // namespace farfield::compute
