#include "compute_node/terrain/ray_list.h"

#include "compute_node/support/parallel.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace farfield::terrain {

namespace {

/// The direction with length 1; divides by the largest component first, or squares would overflow or vanish.
glm::dvec3 unit(glm::dvec3 direction)
{
    const double largest = std::max({std::abs(direction.x), std::abs(direction.y), std::abs(direction.z)});
    return glm::normalize(direction / largest);
}

/// Casts a ray. metres_at: the place whose metres are taken.
PlaceHit cast_with_metres_at(glm::dvec2 metres_at, const Terrain& terrain, const PlaceRay& ray,
                             double curvature)
{
    const glm::dvec3 d = unit(ray.direction);
    const GridRay over_posts{terrain.grid_of(ray.eye), terrain.grid_direction(d, metres_at),
                             curvature * (d.x * d.x + d.y * d.y)};
    const RayHit hit = cast_ray(terrain.blocks, over_posts);
    if (std::isnan(hit.t)) return {hit.end};
    glm::dvec3 grid = over_posts.origin + hit.t * over_posts.direction;
    grid.z = over_posts.height_at(hit.t);
    // A ray that ends at its origin returns the very numbers it was given.
    return {hit.end, hit.t, hit.t == 0.0 ? ray.eye : terrain.place_of(grid)};
}

}  // namespace

std::string_view to_string(RayEnd end)
{
    switch (end) {
    case RayEnd::Sky:
        return "sky";
    case RayEnd::Ground:
        return "ground";
    case RayEnd::Void:
        return "hole";
    case RayEnd::Underground:
        break;
    }
    return "underground";
}

PlaceHit cast_ray(const Terrain& terrain, const PlaceRay& ray, double curvature)
{
    const glm::dvec2 eye{ray.eye};
    const PlaceHit hit = cast_with_metres_at(eye, terrain, ray, curvature);
    if (!terrain.info.frame.metres_where || !(hit.range > 0.0)) return hit;
    return cast_with_metres_at(0.5 * (eye + glm::dvec2{hit.place}), terrain, ray, curvature);
}

void cast_rays(const Terrain& terrain, std::span<const PlaceRay> rays, double curvature,
               std::span<PlaceHit> hits, int threads)
{
    if (hits.size() != rays.size())
        throw std::invalid_argument(
            fmt::format("expected room for {} hits, found {}", rays.size(), hits.size()));
    constexpr std::size_t at_once = 64;  // rays that a free thread takes, so that taking is rare
    const auto shares = static_cast<std::int64_t>((rays.size() + at_once - 1) / at_once);
    parallel_sum(shares, threads, [&](std::int64_t share) -> std::uint64_t {
        const std::size_t first = static_cast<std::size_t>(share) * at_once;
        for (std::size_t i = first; i < std::min(first + at_once, rays.size()); ++i)
            hits[i] = cast_ray(terrain, rays[i], curvature);
        return 0;
    });
}

}  // namespace farfield::terrain
