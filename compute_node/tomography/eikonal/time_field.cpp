#include "compute_node/tomography/eikonal/time_field.h"

#include "compute_node/tomography/eikonal/block_sweep.h"

#include <glm/common.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

namespace farfield::tomography {

namespace {

/// Differences of tau at a node, s a node: central where both neighbours are reached, one-sided where one is.
glm::dvec3 rest_gradient(const TimeField& field, glm::ivec3 node)
{
    glm::dvec3 gradient{0.0};
    for (int axis = 0; axis < 3; ++axis) {
        glm::ivec3 below = node, above = node;
        --below[axis];
        ++above[axis];
        if (!field.is_reached(below)) below = node;
        if (!field.is_reached(above)) above = node;
        const int nodes = above[axis] - below[axis];
        if (nodes > 0) gradient[axis] = (field.rest_at(above) - field.rest_at(below)) / nodes;
    }
    return gradient;
}

/// Four nodes along an axis about a place, fewer where the lattice has no more, and their weights: Lagrange's
/// polynomial through them.
struct LagrangeAxis {
    static constexpr int most = 4;
    int first = 0, count = most;
    std::array<double, most> weights{};

    LagrangeAxis(double at, int nodes) : count{std::min(nodes, most)}
    {
        first = std::clamp(static_cast<int>(std::floor(at)) - 1, 0, nodes - count);
        for (int n = 0; n < count; ++n) {
            double weight = 1.0;
            for (int other = 0; other < count; ++other)
                if (other != n) weight *= (at - first - other) / (n - other);
            weights[static_cast<std::size_t>(n)] = weight;
        }
    }
};

/// Tau at a place from 64 nodes; empty where one of them is not reached.
std::optional<double> cubic_rest_at(const TimeField& field, glm::dvec3 position)
{
    const glm::ivec3 nodes = field.lattice.nodes;
    const glm::dvec3 at =
        glm::clamp(field.lattice.in_nodes(position), glm::dvec3{0.0}, glm::dvec3{nodes - 1});
    const LagrangeAxis x{at.x, nodes.x}, y{at.y, nodes.y}, z{at.z, nodes.z};
    double sum = 0.0;
    for (int k = 0; k < z.count; ++k)
        for (int j = 0; j < y.count; ++j)
            for (int i = 0; i < x.count; ++i) {
                const glm::ivec3 node{x.first + i, y.first + j, z.first + k};
                if (!field.is_reached(node)) return std::nullopt;
                sum += x.weights[static_cast<std::size_t>(i)] * y.weights[static_cast<std::size_t>(j)] *
                       z.weights[static_cast<std::size_t>(k)] * field.rest_at(node);
            }
    return sum;
}

/// Tau at a place from the nodes of its cell that are reached; NaN without one.
double linear_rest_at(const TimeField& field, glm::dvec3 position)
{
    const LatticeCell cell{field.lattice, position};
    double sum = 0.0, weight = 0.0;
    for (unsigned n = 0; n < 8; ++n) {
        const glm::ivec3 node = cell.corner(n);
        if (!field.is_reached(node)) continue;
        sum += cell.weights[n] * field.rest_at(node);
        weight += cell.weights[n];
    }
    return weight > 0.0 ? sum / weight : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

bool TimeField::is_reached(glm::ivec3 node) const
{
    return rest_at(node) < 0.5 * double{unreached};  // nodes of the margin are not reached
}

double TimeField::time_at(glm::dvec3 position) const
{
    const std::optional<double> cubic = cubic_rest_at(*this, position);
    const double here = cubic ? *cubic : linear_rest_at(*this, position);
    if (std::isnan(here)) return here;
    // At the source rounding could take the time below 0.
    return std::max(here + source_slowness * glm::distance(position, source), 0.0);
}

glm::dvec3 TimeField::gradient_at(glm::dvec3 position) const
{
    const LatticeCell cell{lattice, position};
    glm::dvec3 sum{0.0};
    double weight = 0.0;
    for (unsigned n = 0; n < 8; ++n) {
        const glm::ivec3 node = cell.corner(n);
        if (!is_reached(node)) continue;
        sum += cell.weights[n] * rest_gradient(*this, node);
        weight += cell.weights[n];
    }
    if (weight == 0.0) return glm::dvec3{0.0};
    const glm::dvec3 way = position - source;
    const double length = glm::length(way);
    const glm::dvec3 straight = length > 0.0 ? source_slowness / length * way : glm::dvec3{0.0};
    return sum / (weight * lattice.spacing) + straight;
}

}  // namespace farfield::tomography
