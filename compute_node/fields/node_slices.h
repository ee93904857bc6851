#pragma once

#include "compute_node/fields/trilinear.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace farfield::compute {

/// Nodes of consecutive time slices of one grid, as the kernels read them: linear in time in between.
/// Borrows the nodes. A steady field has one slice, which holds at all times.
struct NodeSlices {
    std::vector<const Node*> nodes;  ///< [slices], each laid out as the grid says; null: not in memory
    std::vector<float> times;        ///< [slices], ascending; on the clock of whoever samples

    [[nodiscard]] bool steady() const { return nodes.size() == 1; }
    /// The interval that a time lies in, from slice i up to but without slice i + 1; times before the first
    /// slice and from the last one on are in the first and last interval. For unsteady fields.
    [[nodiscard]] std::size_t interval(float time) const
    {
        const auto inner = times.begin() + 1;
        return static_cast<std::size_t>(std::upper_bound(inner, times.end() - 1, time) - inner);
    }
    /// Whether the slices at both ends of an interval are in memory.
    [[nodiscard]] bool has(std::size_t interval) const
    {
        return nodes[interval] != nullptr && nodes[interval + 1] != nullptr;
    }
};

}  // namespace farfield::compute
