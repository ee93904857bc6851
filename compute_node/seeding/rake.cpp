#include "compute_node/seeding/rake.h"

#include <glm/common.hpp>
#include <glm/vec2.hpp>

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace farfield::compute {

namespace {

/// Position of seed i of n along an edge: 0 to 1, ends included, or the middle when there is one.
double along(std::uint32_t i, std::uint32_t n)
{
    return n == 1 ? 0.5 : static_cast<double>(i) / (n - 1);
}

bool is_finite(glm::dvec3 v)
{
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

struct Count {
    std::uint64_t operator()(const PointRake&) const { return 1; }
    std::uint64_t operator()(const LineRake& line) const { return line.count; }
    std::uint64_t operator()(const PlaneRake& plane) const
    {
        return static_cast<std::uint64_t>(plane.count_u) * plane.count_v;
    }
};

struct Finite {
    bool operator()(const PointRake& point) const { return is_finite(point.position); }
    bool operator()(const LineRake& line) const { return is_finite(line.from) && is_finite(line.to); }
    bool operator()(const PlaneRake& plane) const
    {
        return is_finite(plane.origin) && is_finite(plane.edge_u) && is_finite(plane.edge_v);
    }
};

struct Seeds {
    std::vector<glm::vec3>& out;

    void operator()(const PointRake& point) const { out.emplace_back(point.position); }
    void operator()(const LineRake& line) const
    {
        for (std::uint32_t i = 0; i < line.count; ++i)
            out.emplace_back(glm::mix(line.from, line.to, along(i, line.count)));
    }
    void operator()(const PlaneRake& plane) const
    {
        for (std::uint32_t v = 0; v < plane.count_v; ++v)
            for (std::uint32_t u = 0; u < plane.count_u; ++u)
                out.emplace_back(plane.origin + along(u, plane.count_u) * plane.edge_u +
                                 along(v, plane.count_v) * plane.edge_v);
    }
};

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
        throw std::runtime_error(fmt::format("rake {} has a coordinate that is not a finite number", index));
}

std::vector<glm::vec3> seeds_of(const Rake& rake)
{
    std::vector<glm::vec3> seeds;
    seeds.reserve(seed_count(rake));
    std::visit(Seeds{seeds}, rake.shape);
    return seeds;
}

}  // namespace farfield::compute
