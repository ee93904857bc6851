#include "compute_node/terrain/sight/ground_point.h"

#include "compute_node/terrain/tree/bilinear_cell.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <cmath>

namespace farfield::terrain {

namespace {

constexpr double post_rounding = 1e-9, edge_rounding = 1e-6;  // in posts

double on_post(double at)
{
    const double nearest = std::round(at);
    return std::abs(at - nearest) < post_rounding ? nearest : at;
}

}  // namespace

std::optional<GroundPoint> ground_point_at(const HeightBlocks& terrain, glm::dvec2 post)
{
    const glm::dvec2 last{static_cast<double>(terrain.columns - 1), static_cast<double>(terrain.rows - 1)};
    const glm::dvec2 within = glm::clamp(post, glm::dvec2{0.0}, last);
    if (!(glm::distance(post, within) <= edge_rounding)) return std::nullopt;
    const glm::dvec2 at{on_post(within.x), on_post(within.y)};
    return GroundPoint{at, ground_at(terrain, at)};
}

}  // namespace farfield::terrain
