#include "compute_node/service/observer.h"

#include "compute_node/terrain/post_sight.h"

#include <fmt/format.h>
#include <glm/common.hpp>

#include <cmath>

namespace farfield::compute {

namespace {

[[noreturn]] void refuse(const char* parameter, const std::string& why)
{
    throw net::RpcError(net::RpcCode::InvalidParams, fmt::format("parameter '{}': {}", parameter, why));
}

}  // namespace

glm::dvec3 observer_on(const OpenTerrain& terrain, const net::Point& at, const char* parameter)
{
    const HeightBlocks& blocks = terrain.terrain.blocks;
    const glm::dvec2 place = terrain.post_of({at[0], at[1]}), near = glm::round(place);
    constexpr double off_by = 1e-9;
    const glm::dvec2 post{std::abs(place.x - near.x) < off_by ? near.x : place.x,
                          std::abs(place.y - near.y) < off_by ? near.y : place.y};
    const glm::dvec2 last{static_cast<double>(blocks.columns - 1), static_cast<double>(blocks.rows - 1)};
    if (!(post.x >= 0.0 && post.y >= 0.0 && post.x <= last.x && post.y <= last.y)) {
        const glm::dvec2 half = glm::abs(terrain.local_of(last));
        refuse(parameter,
               fmt::format("expected a place on the map, x from {:.10g} to {:.10g} and y from {:.10g} "
                           "to {:.10g}, found {:.10g}, {:.10g}",
                           -half.x, half.x, -half.y, half.y, at[0], at[1]));
    }
    const double ground = ground_at(blocks, post);
    if (std::isnan(ground))
        refuse(parameter,
               fmt::format("expected a place with a height, found a hole at {:.10g}, {:.10g}", at[0], at[1]));
    return {post, ground + at[2]};
}

}  // namespace farfield::compute
