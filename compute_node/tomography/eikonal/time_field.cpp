#include "compute_node/tomography/eikonal/time_field.h"

#include "compute_node/tomography/eikonal/block_sweep.h"

#include <glm/common.hpp>

#include <algorithm>
#include <limits>

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

}  // namespace

bool TimeField::is_reached(glm::ivec3 node) const
{
    return rest_at(node) < 0.5 * double{unreached};  // what the margin holds is not
}

double TimeField::time_at(glm::dvec3 position) const
{
    const LatticeCell cell{lattice, position};
    double sum = 0.0, weight = 0.0;
    for (unsigned n = 0; n < 8; ++n) {
        const glm::ivec3 node = cell.corner(n);
        if (!is_reached(node)) continue;
        sum += cell.weights[n] * rest_at(node);
        weight += cell.weights[n];
    }
    if (weight == 0.0) return std::numeric_limits<double>::quiet_NaN();
    // At the source rounding could take it below 0.
    return std::max(sum / weight + source_slowness * glm::distance(position, source), 0.0);
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
