#pragma once

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace farfield::compute {

/// A node as the tracer reads it: velocity in position units per second, and the scalar. 16 bytes, so that
/// both x-corners of a cell come in one 256-bit load. All four are NaN where the data are invalid.
using Node = glm::vec4;

/// Cell index along one axis and the fraction within the cell.
struct AxisCell {
    int index = 0;
    float fraction = 0.0F;
};

/// a + f (b - a): NaN where either is NaN, whatever f.
[[nodiscard]] inline Node lerp(const Node& a, const Node& b, float f)
{
    return a + f * (b - a);
}

/// Trilinear interpolation in one cell: along y, then z, then x, as the vector kernel does it.
[[nodiscard]] inline Node trilinear(const std::vector<Node>& nodes, glm::ivec3 dims,
                                    const std::array<AxisCell, 3>& cell)
{
    const std::size_t stride_y = static_cast<std::size_t>(dims.x);
    const std::size_t stride_z = stride_y * static_cast<std::size_t>(dims.y);
    const Node* n = nodes.data() + cell[0].index + stride_y * cell[1].index + stride_z * cell[2].index;
    const auto column = [&](const Node* c) {
        const Node near = lerp(c[0], c[stride_y], cell[1].fraction);
        const Node far = lerp(c[stride_z], c[stride_z + stride_y], cell[1].fraction);
        return lerp(near, far, cell[2].fraction);
    };
    return lerp(column(n), column(n + 1), cell[0].fraction);
}

/// Doubles the layer of every axis with one node, so that samplers need no special case for it.
/// dims is updated; nodes are i fastest.
template <class T>
void double_flat_axes(std::vector<T>& nodes, glm::ivec3& dims)
{
    const glm::ivec3 old = dims;
    dims = glm::ivec3{old.x == 1 ? 2 : old.x, old.y == 1 ? 2 : old.y, old.z == 1 ? 2 : old.z};
    if (dims == old) return;
    std::vector<T> doubled;
    doubled.reserve(static_cast<std::size_t>(dims.x) * dims.y * dims.z);
    for (int k = 0; k < dims.z; ++k)
        for (int j = 0; j < dims.y; ++j)
            for (int i = 0; i < dims.x; ++i) {
                const std::size_t row =
                    std::min(k, old.z - 1) * static_cast<std::size_t>(old.y) + std::min(j, old.y - 1);
                doubled.push_back(nodes[row * old.x + std::min(i, old.x - 1)]);
            }
    nodes = std::move(doubled);
}

}  // namespace farfield::compute
