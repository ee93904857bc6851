#include "render/scene/rake_seeds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace farfield::render {
namespace {

constexpr double turn = 2.0 * std::numbers::pi;

/// Position of seed i of n along an edge, 0 to 1.
float share_of(std::size_t i, std::size_t n)
{
    return n == 1 ? 0.5F : static_cast<float>(i) / static_cast<float>(n - 1);
}

/// The counts of a lattice, the largest halved until its dots can be drawn.
template <std::size_t axes>
std::array<std::size_t, axes> drawn(std::array<std::size_t, axes> counts)
{
    // A product of three counts of 32 bits does not fit; in floating point it need not.
    const auto dots = [&counts] {
        double product = 1.0;
        for (const std::size_t count : counts) product *= static_cast<double>(count);
        return product;
    };
    while (dots() > static_cast<double>(max_seed_dots)) {
        auto& largest = *std::ranges::max_element(counts);
        largest = (largest + 1) / 2;
    }
    return counts;
}

/// Number i of the protocol's random numbers, from 0 to below 1.
double random_share(std::uint64_t random_seed, std::uint64_t i)
{
    const std::uint64_t a = random_seed + (i + 1) * 0x9E3779B97F4A7C15U;
    const std::uint64_t b = (a ^ (a >> 30U)) * 0xBF58476D1CE4E5B9U;
    const std::uint64_t c = (b ^ (b >> 27U)) * 0x94D049BB133111EBU;
    return static_cast<double>((c ^ (c >> 31U)) >> 11U) * 0x1p-53;
}

/// A place on a sphere, by its height on the unit sphere and its longitude.
glm::vec3 on_sphere(glm::vec3 centre, float radius, double z, double longitude_turns)
{
    const double r = std::sqrt(std::max(0.0, 1.0 - z * z)), angle = turn * longitude_turns;
    return centre + radius * glm::vec3(glm::dvec3(r * std::cos(angle), r * std::sin(angle), z));
}

}  // namespace

Across across(glm::dvec3 normal)
{
    const glm::dvec3 size = glm::abs(normal);
    int least = size.y < size.x ? 1 : 0;
    if (size.z < size[least]) least = 2;
    const glm::dvec3 n = glm::normalize(normal / std::max({size.x, size.y, size.z}));
    glm::dvec3 axis(0.0);
    axis[least] = 1.0;
    const glm::dvec3 u = glm::normalize(axis - n[least] * n);
    return {u, glm::cross(n, u)};
}

SeedPlaces line_seeds(glm::vec3 from, glm::vec3 to, std::size_t n)
{
    n = std::min(n, max_seed_dots);
    SeedPlaces seeds;
    for (std::size_t i = 0; i < n; ++i) seeds.push_back(glm::mix(from, to, share_of(i, n)));
    return seeds;
}

SeedPlaces plane_seeds(glm::vec3 origin, glm::vec3 edge_u, glm::vec3 edge_v, std::size_t nu, std::size_t nv)
{
    const auto [across_u, across_v] = drawn<2>({nu, nv});
    SeedPlaces seeds;
    for (std::size_t v = 0; v < across_v; ++v)
        for (std::size_t u = 0; u < across_u; ++u)
            seeds.push_back(origin + share_of(u, across_u) * edge_u + share_of(v, across_v) * edge_v);
    return seeds;
}

SeedPlaces circle_seeds(glm::vec3 centre, glm::vec3 normal, float radius, std::size_t n)
{
    n = std::min(n, max_seed_dots);
    const Across axes = across(normal);
    SeedPlaces seeds;
    for (std::size_t i = 0; i < n; ++i) {
        const double angle = turn * static_cast<double>(i) / static_cast<double>(n);
        seeds.push_back(centre + radius * glm::vec3(std::cos(angle) * axes.u + std::sin(angle) * axes.v));
    }
    return seeds;
}

SeedPlaces sphere_seeds(glm::vec3 centre, float radius, std::size_t n)
{
    n = std::min(n, max_seed_dots);
    SeedPlaces seeds;
    for (std::size_t i = 0; i < n; ++i) {
        const auto place = static_cast<double>(i);
        seeds.push_back(on_sphere(centre, radius, 1.0 - (2.0 * place + 1.0) / static_cast<double>(n),
                                  place / std::numbers::phi));
    }
    return seeds;
}

SeedPlaces random_sphere_seeds(glm::vec3 centre, float radius, std::size_t n, std::uint32_t random_seed)
{
    SeedPlaces seeds;
    for (std::size_t i = 0; i < std::min(n, max_seed_dots); ++i)
        seeds.push_back(on_sphere(centre, radius, 1.0 - 2.0 * random_share(random_seed, 2 * i),
                                  random_share(random_seed, 2 * i + 1)));
    return seeds;
}

SeedPlaces box_seeds(glm::vec3 lo, glm::vec3 hi, glm::uvec3 counts)
{
    const auto [nx, ny, nz] = drawn<3>({counts.x, counts.y, counts.z});
    SeedPlaces seeds;
    for (std::size_t z = 0; z < nz; ++z)
        for (std::size_t y = 0; y < ny; ++y)
            for (std::size_t x = 0; x < nx; ++x)
                seeds.push_back(
                    glm::mix(lo, hi, glm::vec3(share_of(x, nx), share_of(y, ny), share_of(z, nz))));
    return seeds;
}

SeedPlaces random_box_seeds(glm::vec3 lo, glm::vec3 hi, std::size_t n, std::uint32_t random_seed)
{
    SeedPlaces seeds;
    for (std::size_t i = 0; i < std::min(n, max_seed_dots); ++i) {
        const auto share = [&](std::size_t axis) {
            return static_cast<float>(random_share(random_seed, 3 * i + axis));
        };
        seeds.push_back(glm::mix(lo, hi, glm::vec3(share(0), share(1), share(2))));
    }
    return seeds;
}

}  // namespace farfield::render
