#include "compute_node/node/data/observer.h"

#include "compute_node/terrain/sight/ground_point.h"

#include <fmt/format.h>
#include <glm/common.hpp>

#include <cmath>

namespace farfield::node {

namespace {

[[noreturn]] void refuse(const char* parameter, const std::string& why)
{
    throw net::RpcError(net::RpcCode::InvalidParams, fmt::format("parameter '{}': {}", parameter, why));
}

}  // namespace

glm::dvec3 resolve_observer(const OpenTerrain& terrain, const model::Point& at, const char* parameter)
{
    const terrain::HeightBlocks& blocks = terrain.terrain.blocks;
    const auto ground_point = terrain::ground_point_at(blocks, terrain.post_of({at[0], at[1]}));
    if (!ground_point) {
        const glm::dvec2 last{static_cast<double>(blocks.columns - 1), static_cast<double>(blocks.rows - 1)};
        const glm::dvec2 half = glm::abs(terrain.local_of(last));
        refuse(parameter,
               fmt::format("expected a place on the map, x from {:.10g} to {:.10g} and y from {:.10g} "
                           "to {:.10g}, found {:.10g}, {:.10g}",
                           -half.x, half.x, -half.y, half.y, at[0], at[1]));
    }
    if (std::isnan(ground_point->ground))
        refuse(parameter,
               fmt::format("expected a place with a height, found a hole at {:.10g}, {:.10g}", at[0], at[1]));
    return {ground_point->post, ground_point->ground + at[2]};
}

}  // namespace farfield::node
