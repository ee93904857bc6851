#include "compute_node/seeding/rake.h"

#include <glm/vec2.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace farfield::compute {

namespace {

/// Of what is to be a binary32.
bool is_finite(double v)
{
    return std::isfinite(static_cast<float>(v));
}

bool is_finite(glm::dvec3 v)
{
    return is_finite(v.x) && is_finite(v.y) && is_finite(v.z);
}

std::uint64_t product(std::uint64_t a, std::uint64_t b)
{
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    return b != 0 && a > most / b ? most : a * b;
}

struct Count {
    std::uint64_t operator()(const PointRake&) const { return 1; }
    std::uint64_t operator()(const LineRake& line) const { return line.count; }
    std::uint64_t operator()(const PlaneRake& plane) const { return product(plane.count_u, plane.count_v); }
    std::uint64_t operator()(const CircleRake& circle) const { return circle.count; }
    std::uint64_t operator()(const SphereRake& sphere) const { return sphere.count; }
    std::uint64_t operator()(const BoxLattice& n) const
    {
        return product(product(n.count_x, n.count_y), n.count_z);
    }
    std::uint64_t operator()(const RandomPlaces& random) const { return random.count; }
    std::uint64_t operator()(const BoxRake& box) const { return std::visit(*this, box.fill); }
    std::uint64_t operator()(const ListRake& list) const { return list.positions.size(); }
};

struct Finite {
    bool operator()(const PointRake& point) const { return is_finite(point.position); }
    bool operator()(const LineRake& line) const { return is_finite(line.from) && is_finite(line.to); }
    bool operator()(const PlaneRake& plane) const
    {
        return is_finite(plane.origin) && is_finite(plane.edge_u) && is_finite(plane.edge_v);
    }
    bool operator()(const CircleRake& circle) const
    {
        return is_finite(circle.centre) && is_finite(circle.normal) && is_finite(circle.radius);
    }
    bool operator()(const SphereRake& sphere) const
    {
        return is_finite(sphere.centre) && is_finite(sphere.radius);
    }
    bool operator()(const BoxRake& box) const { return is_finite(box.lo) && is_finite(box.hi); }
    bool operator()(const ListRake& list) const
    {
        const auto finite = [](const auto& value) { return is_finite(value); };
        return std::ranges::all_of(list.positions, finite) && std::ranges::all_of(list.times, finite);
    }
};

/// What else is wrong with numbers that are finite; nothing for most.
struct Complaint {
    std::string operator()(const CircleRake& circle) const
    {
        if (circle.normal == glm::dvec3{0.0}) return "normal must not be zero";
        return of_radius(circle.radius);
    }
    std::string operator()(const SphereRake& sphere) const { return of_radius(sphere.radius); }
    std::string operator()(const ListRake& list) const
    {
        if (list.times.empty() || list.times.size() == list.positions.size()) return {};
        return fmt::format("expected as many times as seeds, found {} for {}", list.times.size(),
                           list.positions.size());
    }
    template <class Other>
    std::string operator()(const Other&) const
    {
        return {};
    }

    static std::string of_radius(double radius)
    {
        return radius > 0.0 ? std::string{} : fmt::format("radius must be above 0, found {}", radius);
    }
};

/// Empty when nothing is.
std::string wrong_with(const Injection& injection)
{
    const double start = injection.start.value_or(0.0), end = injection.end.value_or(start);
    const double interval = injection.interval.value_or(1.0);
    if (!(std::isfinite(start) && start >= 0.0))
        return fmt::format("inject_start must be at least 0, found {}", start);
    if (!(std::isfinite(end) && end >= start))
        return fmt::format("inject_end must be at least inject_start, found {} before {}", end, start);
    if (!(std::isfinite(interval) && interval > 0.0))
        return fmt::format("inject_interval must be above 0, found {}", interval);
    return {};
}

}  // namespace

std::uint64_t seed_count(const Rake& rake)
{
    return std::visit(Count{}, rake.shape);
}

void check_rake(const Rake& rake, std::size_t index)
{
    if (seed_count(rake) == 0)
        throw std::runtime_error(fmt::format("rake {} is empty: expected at least 1 seed, found 0", index));
    if (rake.particles_per_seed == 0)
        throw std::runtime_error(
            fmt::format("rake {}: particles_per_seed must be at least 1, found 0", index));
    if (!std::visit(Finite{}, rake.shape))
        throw std::runtime_error(
            fmt::format("rake {} has a number that is not a finite number of binary32", index));
    for (const std::string& what : {std::visit(Complaint{}, rake.shape), wrong_with(rake.injection)})
        if (!what.empty()) throw std::runtime_error(fmt::format("rake {}: {}", index, what));
}

}  // namespace farfield::compute
