#include "render/scene/rake_shape.h"

#include "render/scene/rake_seeds.h"

#include <glm/gtc/constants.hpp>

#include <cmath>

namespace farfield::render {
namespace {

constexpr int ring_segments = 72;

/// A circle in the plane of two directions at right angles, each as long as its radius.
void add_ring(RakeShape& shape, glm::vec3 centre, glm::vec3 u, glm::vec3 v)
{
    glm::vec3 from = centre + u;
    for (int i = 1; i <= ring_segments; ++i) {
        const float angle = glm::two_pi<float>() * static_cast<float>(i) / ring_segments;
        const glm::vec3 to = centre + std::cos(angle) * u + std::sin(angle) * v;
        shape.lines.emplace_back(from, to);
        from = to;
    }
}

glm::vec3 corner(glm::vec3 lo, glm::vec3 hi, int number)
{
    return {(number & 1) != 0 ? hi.x : lo.x, (number & 2) != 0 ? hi.y : lo.y,
            (number & 4) != 0 ? hi.z : lo.z};
}

}  // namespace

RakeShape point_rake(glm::vec3 point)
{
    return {.lines = {}, .seeds = {point}, .handles = {point}};
}

RakeShape line_rake(glm::vec3 from, glm::vec3 to, std::size_t n)
{
    return {
        .lines = {{from, to}}, .seeds = line_seeds(from, to, n), .handles = {from, to, 0.5F * (from + to)}};
}

RakeShape plane_rake(glm::vec3 origin, glm::vec3 edge_u, glm::vec3 edge_v, std::size_t nu, std::size_t nv)
{
    RakeShape shape;
    shape.handles = {origin, origin + edge_u, origin + edge_v, origin + 0.5F * (edge_u + edge_v)};
    const glm::vec3 opposite = origin + edge_u + edge_v;
    shape.lines = {{origin, origin + edge_u},
                   {origin, origin + edge_v},
                   {opposite, origin + edge_u},
                   {opposite, origin + edge_v}};
    shape.seeds = plane_seeds(origin, edge_u, edge_v, nu, nv);
    return shape;
}

RakeShape circle_rake(glm::vec3 centre, glm::vec3 normal, float radius, std::size_t n)
{
    const Across axes = across(normal);
    const glm::vec3 u = radius * glm::vec3(axes.u), v = radius * glm::vec3(axes.v);
    RakeShape shape{.lines = {{centre, centre + u}},
                    .seeds = circle_seeds(centre, normal, radius, n),
                    .handles = {centre + u, centre}};
    add_ring(shape, centre, u, v);
    return shape;
}

RakeShape sphere_rake(glm::vec3 centre, float radius, std::size_t n, std::optional<std::uint32_t> random_seed)
{
    const glm::vec3 x(radius, 0, 0), y(0, radius, 0), z(0, 0, radius);
    RakeShape shape;
    shape.seeds =
        random_seed ? random_sphere_seeds(centre, radius, n, *random_seed) : sphere_seeds(centre, radius, n);
    shape.handles = {centre + x, centre};
    add_ring(shape, centre, x, y);
    add_ring(shape, centre, y, z);
    add_ring(shape, centre, z, x);
    return shape;
}

RakeShape box_rake(glm::vec3 lo, glm::vec3 hi, std::vector<glm::vec3> seeds)
{
    RakeShape shape;
    shape.seeds = std::move(seeds);
    for (int number = 0; number < 8; ++number) {
        shape.handles.push_back(corner(lo, hi, number));
        for (const int axis : {1, 2, 4})
            if ((number & axis) == 0)
                shape.lines.emplace_back(corner(lo, hi, number), corner(lo, hi, number | axis));
    }
    shape.handles.push_back(0.5F * (lo + hi));
    return shape;
}

RakeShape list_rake(std::vector<glm::vec3> seeds)
{
    if (seeds.empty()) return {};
    glm::vec3 lo = seeds.front(), hi = lo;
    for (const glm::vec3 seed : seeds) {
        lo = glm::min(lo, seed);
        hi = glm::max(hi, seed);
    }
    return {.lines = {}, .seeds = std::move(seeds), .handles = {0.5F * (lo + hi)}};
}

}  // namespace farfield::render
