#pragma once

#include "compute_node/volumes/volume_grid.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Vertices of isosurfaces on edges of lattices: the inner loop of surfaces.
namespace farfield::compute {

/// An axis with the inverse widths of differences at its nodes: between both neighbours, from the lower
/// neighbour, to the higher one; where there is no neighbour, the node itself stands for it and the width of
/// the one-sided difference is 0.
struct AxisSlopes {
    AxisSlopes() = default;
    explicit AxisSlopes(std::span<const float> coordinates);

    std::vector<float> at, both, low, high;  ///< [nodes]
};

/// Edges of one direction that begin in one layer of a lattice's nodes, whose k is the same.
struct LayerEdges {
    glm::ivec3 dims;                        ///< of the lattice
    const std::array<AxisSlopes, 3>* axes;  ///< of a lattice with nodes along axes, else null
    const float* points;                    ///< 4 a node; null where nodes lie along axes
    const float* values;                    ///< [nodes of the lattice]
    const float* colours;                   ///< [nodes]; null: vertices carry the value
    const float* vectors;                   ///< 3 a node, of lengths `values`; null: no lengths
    const float* colour_vectors;            ///< the same for `colours`
    float value;
    bool has_invalid;  ///< values may be NaN
    int axis, k;
};

/// Cuts the edges that begin at nodes (i, j) of the layer: writes 16 and 4 bytes each, as the payload of a
/// Surface has them (model/programs/surface.h), where the scalar of the edge has the value: it is linear, or
/// the length of a linear vector. Normals point to where the scalar falls: gradients at both
/// nodes, by central differences, one-sided at faces and beside invalid nodes, through the Jacobian where
/// nodes are `points`. i and j are of the same length. Threads: any.
void cut_edges(const LayerEdges& edges, std::span<const std::int32_t> i, std::span<const std::int32_t> j,
               std::byte* vertices, std::byte* normals) noexcept;

}  // namespace farfield::compute
