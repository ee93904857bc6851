#include "compute_node/volumes/surfaces/edge_cutter.h"

#include "compute_node/volumes/surfaces/surface_output.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace farfield::compute {

namespace {

/// How a scalar and the place change along an index, over the same one or two cells.
struct Difference {
    float value = 0.0F;
    glm::vec3 place{0.0F};
};

Difference difference_along(int axis, const Lattice& lattice, std::span<const float> values, glm::ivec3 at)
{
    glm::ivec3 low = at, high = at;
    if (at[axis] > 0) --low[axis];
    if (at[axis] + 1 < lattice.dims[axis]) ++high[axis];
    if (std::isnan(values[lattice.node(low)])) low = at;
    if (std::isnan(values[lattice.node(high)])) high = at;
    return {values[lattice.node(high)] - values[lattice.node(low)],
            lattice.position(high) - lattice.position(low)};
}

}  // namespace

glm::vec3 curvilinear_gradient(const Lattice& lattice, std::span<const float> values, glm::ivec3 at)
{
    const Difference i = difference_along(0, lattice, values, at);
    const Difference j = difference_along(1, lattice, values, at);
    const Difference k = difference_along(2, lattice, values, at);
    const glm::vec3 across_i = glm::cross(j.place, k.place);
    const float determinant = glm::dot(i.place, across_i);
    if (determinant == 0.0F) return glm::vec3{0.0F};
    return (i.value * across_i + j.value * glm::cross(k.place, i.place) +
            k.value * glm::cross(i.place, j.place)) /
           determinant;
}

void EdgeCutter::cut(std::span<const std::int32_t> nodes, std::byte* vertices, std::byte* normals) const
{
    if (field.grid->lattices[lattice].is_curvilinear())
        cut_curvilinear(nodes, vertices, normals);
    else
        cut_along_axes(nodes, vertices, normals);
}

NodeRow EdgeCutter::row_at(int row_j, int row_k) const
{
    const Lattice& of = field.grid->lattices[lattice];
    const auto at = [&](int of_j, int of_k) {
        return field.of_lattice(lattice).data() +
               of.node({0, std::clamp(of_j, 0, of.dims.y - 1), std::clamp(of_k, 0, of.dims.z - 1)});
    };
    const auto jth = static_cast<std::size_t>(row_j), kth = static_cast<std::size_t>(row_k);
    const AxisSlopes &y = *slopes[1], &z = *slopes[2];
    return {at(row_j, row_k),
            at(row_j - 1, row_k),
            at(row_j + 1, row_k),
            at(row_j, row_k - 1),
            at(row_j, row_k + 1),
            y.at[jth],
            z.at[kth],
            y.both[jth],
            y.low[jth],
            y.high[jth],
            z.both[kth],
            z.low[kth],
            z.high[kth]};
}

void EdgeCutter::cut_along_axes(std::span<const std::int32_t> nodes, std::byte* vertices,
                                std::byte* normals) const
{
    const int to_j = j + (axis == 1 ? 1 : 0), to_k = k + (axis == 2 ? 1 : 0);
    const auto colours_at = [&](int of_j, int of_k) {
        const Lattice& of = field.grid->lattices[lattice];
        return colour == nullptr ? nullptr : colour->of_lattice(lattice).data() + of.node({0, of_j, of_k});
    };
    cut_edges({.from = row_at(j, k),
               .to = row_at(to_j, to_k),
               .step = axis == 0 ? 1 : 0,
               .along_i = &*slopes[0],
               .colour_from = colours_at(j, k),
               .colour_to = colours_at(to_j, to_k),
               .value = value,
               .has_invalid = field.bricks[lattice].any_invalid},
              nodes, vertices, normals);
}

void EdgeCutter::cut_curvilinear(std::span<const std::int32_t> nodes, std::byte* vertices,
                                 std::byte* normals) const
{
    const Lattice& of = field.grid->lattices[lattice];
    const std::span<const float> values = field.of_lattice(lattice);
    const SurfaceOutput to{vertices, normals, nullptr};
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        glm::ivec3 a{nodes[n], j, k}, b = a;
        ++b[axis];
        const float at_a = values[of.node(a)], f = (value - at_a) / (values[of.node(b)] - at_a);
        const glm::vec3 from = of.position(a), slope_a = curvilinear_gradient(of, values, a);
        const glm::vec3 slope = slope_a + f * (curvilinear_gradient(of, values, b) - slope_a);
        float s = value;
        if (colour != nullptr) {
            const std::span<const float> colours = colour->of_lattice(lattice);
            s = colours[of.node(a)] + f * (colours[of.node(b)] - colours[of.node(a)]);
        }
        to.put_vertex(n, from + f * (of.position(b) - from), s, model::octahedral_of(-slope));
    }
}

}  // namespace farfield::compute
