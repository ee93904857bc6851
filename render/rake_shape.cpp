#include "render/rake_shape.h"

namespace farfield::render {
namespace {

/// Position of seed i of n along an edge, 0 to 1.
float share_of(std::size_t i, std::size_t n)
{
    return n == 1 ? 0.5F : static_cast<float>(i) / static_cast<float>(n - 1);
}

}  // namespace

RakeShape point_rake(glm::vec3 point)
{
    return {.lines = {}, .seeds = {point}, .handles = {point}};
}

RakeShape line_rake(glm::vec3 from, glm::vec3 to, std::size_t n)
{
    RakeShape shape{.lines = {{from, to}}, .seeds = {}, .handles = {from, to, 0.5F * (from + to)}};
    for (std::size_t i = 0; i < n; ++i) shape.seeds.push_back(glm::mix(from, to, share_of(i, n)));
    return shape;
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
    for (std::size_t v = 0; v < nv; ++v)
        for (std::size_t u = 0; u < nu; ++u)
            shape.seeds.push_back(origin + share_of(u, nu) * edge_u + share_of(v, nv) * edge_v);
    return shape;
}

}  // namespace farfield::render
