#pragma once

#include "compute_node/grids/search/cell_cursor.h"

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace farfield::compute {

/// A node as the tracer reads it: velocity in position units per second, and the scalar. 16 bytes, so that
/// both x-corners of a cell come in one 256-bit load. All four are NaN where the data are invalid.
/// On latitude-longitude grids the velocity is degrees of great circles per second towards east and north,
/// and upward: rates of longitude grow without bound towards a pole, and cannot be interpolated.
using Node = glm::vec4;
using Nodes = std::vector<Node>;

[[nodiscard]] inline bool is_valid(const Node& node)
{
    return !std::isnan(node.x);
}

/// The NaN in a blanked node, which tells it from a node with invalid data.
inline constexpr std::uint32_t blanked_bits = 0x7FC0B1A4;

[[nodiscard]] inline Node blanked_node()
{
    return Node{std::bit_cast<float>(blanked_bits)};
}
[[nodiscard]] inline bool is_blanked(const Node& node)
{
    return std::bit_cast<std::uint32_t>(node.x) == blanked_bits;
}

/// Returns a + f (b - a): NaN where either is NaN, whatever f.
[[nodiscard]] inline Node lerp(const Node& a, const Node& b, float f)
{
    return a + f * (b - a);
}

/// Index of a cell's lowest node in a lattice of nodes, i fastest.
[[nodiscard]] inline std::size_t node_index(glm::ivec3 dims, glm::ivec3 cell)
{
    const std::size_t row = cell.y + static_cast<std::size_t>(dims.y) * cell.z;
    return cell.x + row * dims.x;
}

/// Trilinear interpolation in one cell: along y, then z, then x, as the vector kernel does it. lowest: the
/// cell's first node; dims: of the lattice that it lies in.
[[nodiscard]] inline Node trilinear(const Node* lowest, glm::ivec3 dims, glm::vec3 local)
{
    const std::size_t stride_y = dims.x, stride_z = stride_y * dims.y;
    const auto column = [&](const Node* c) {
        const Node near = lerp(c[0], c[stride_y], local.y);
        const Node far = lerp(c[stride_z], c[stride_z + stride_y], local.y);
        return lerp(near, far, local.z);
    };
    return lerp(column(lowest), column(lowest + 1), local.x);
}

/// Dimensions with each single layer along an axis doubled, so that every grid has cells.
[[nodiscard]] inline glm::ivec3 doubled(glm::ivec3 dims)
{
    return {dims.x == 1 ? 2 : dims.x, dims.y == 1 ? 2 : dims.y, dims.z == 1 ? 2 : dims.z};
}

/// The nodes of a lattice, i fastest, laid out for doubled(dims).
template <class T>
[[nodiscard]] std::vector<T> double_flat_axes(std::vector<T> nodes, glm::ivec3 old)
{
    const glm::ivec3 dims = doubled(old);
    if (dims == old) return nodes;
    std::vector<T> twice;
    twice.reserve(static_cast<std::size_t>(dims.x) * dims.y * dims.z);
    for (int k = 0; k < dims.z; ++k)
        for (int j = 0; j < dims.y; ++j)
            for (int i = 0; i < dims.x; ++i) {
                const std::size_t row =
                    std::min(k, old.z - 1) * static_cast<std::size_t>(old.y) + std::min(j, old.y - 1);
                twice.push_back(nodes[row * old.x + std::min(i, old.x - 1)]);
            }
    return twice;
}

}  // namespace farfield::compute
