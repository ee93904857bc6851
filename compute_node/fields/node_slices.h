#pragma once

#include "compute_node/grids/trilinear.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace farfield::compute {

/// Nodes of consecutive time slices of one grid, as the kernels read them: linear in time in between. Only
/// slices with weight are read (weighted()). Borrows the nodes. A steady field has one slice, which holds at
/// all times.
struct NodeSlices {
    std::vector<const Node*> nodes;  ///< [slices], laid out as the grid says; null: not in memory
    std::vector<float> times;        ///< [slices], ascending; on the sampler's clock

    [[nodiscard]] bool steady() const { return nodes.size() == 1; }
    /// The interval that a time lies in, from slice i up to but without slice i + 1; times before the first
    /// slice or after the last belong to the first or last interval. For unsteady fields.
    [[nodiscard]] std::size_t interval(float time) const
    {
        const auto inner = times.begin() + 1;
        return static_cast<std::size_t>(std::upper_bound(inner, times.end() - 1, time) - inner);
    }
    /// The two slices of an interval to which a time gives weight. At exactly a slice's time both are that
    /// slice, so that invalid data in its neighbours do not count there.
    [[nodiscard]] std::pair<std::size_t, std::size_t> weighted(float time) const
    {
        if (steady()) return {0, 0};
        const std::size_t i = interval(time);
        if (time <= times[i]) return {i, i};
        if (time >= times[i + 1]) return {i + 1, i + 1};
        return {i, i + 1};
    }
    /// The slice that is nearest in time, of two equally near ones the earlier.
    [[nodiscard]] std::size_t nearest(float time) const
    {
        const auto [before, after] = weighted(time);
        return time - times[before] <= times[after] - time ? before : after;
    }
    /// True when the slices at both ends of an interval are in memory.
    [[nodiscard]] bool has(std::size_t interval) const
    {
        return nodes[interval] != nullptr && nodes[interval + 1] != nullptr;
    }
};

}  // namespace farfield::compute
