#pragma once

#include "compute_node/volumes/volume_grid.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Vertices of isosurfaces on edges of lattices with nodes along axes: the inner loop of surfaces.
namespace farfield::compute {

/// An axis with the inverse widths of differences at its nodes: between both neighbours, from the lower
/// neighbour, to the higher one; where there is no neighbour, the node itself stands for it and the width of
/// the one-sided difference is 0.
struct AxisSlopes {
    explicit AxisSlopes(std::span<const float> coordinates);

    std::vector<float> at, both, low, high;  ///< [nodes]
};

/// A row of nodes along i with its neighbours along j and k, for differences there; rows that do not exist
/// are the row itself.
struct NodeRow {
    const float *values, *j_low, *j_high, *k_low, *k_high;
    float y, z;                      ///< of all its nodes
    float j_both, j_below, j_above;  ///< inverse widths, as AxisSlopes has them
    float k_both, k_below, k_above;
};

/// Edges of one direction: from nodes of row `from` to nodes of row `to`, `step` nodes further along i.
struct EdgeRow {
    NodeRow from, to;
    int step;  ///< 1 of edges along i, whose rows are the same; else 0
    const AxisSlopes* along_i;
    const float *colour_from = nullptr, *colour_to = nullptr;  ///< null: vertices carry the value
    float value = 0.0F;
    bool has_invalid = false;  ///< of the field: neighbours may be NaN
};

/// Cuts the edges at these nodes along i: writes 16 and 4 bytes each, as the payload of a Surface has them
/// (model/programs/surface.h). Normals point to where the scalar falls. Threads: any.
void cut_edges(const EdgeRow& row, std::span<const std::int32_t> nodes, std::byte* vertices,
               std::byte* normals) noexcept;

}  // namespace farfield::compute
