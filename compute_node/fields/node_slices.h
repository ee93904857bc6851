#pragma once

#include "compute_node/fields/trilinear.h"

#include <vector>

namespace farfield::compute {

/// Nodes of consecutive time slices of one grid, as the kernels read them: linear in time in between.
/// Borrows the nodes. A steady field has one slice, which holds at all times.
struct NodeSlices {
    std::vector<const Node*> nodes;  ///< [slices], each laid out as the grid says
    std::vector<float> times;        ///< [slices], ascending; on the clock of whoever samples

    [[nodiscard]] bool steady() const { return nodes.size() == 1; }
};

}  // namespace farfield::compute
