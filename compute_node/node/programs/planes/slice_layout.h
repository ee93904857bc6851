#pragma once

#include "compute_node/fields/field.h"
#include "model/geometry/slice_plane.h"
#include "model/programs/slice.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace farfield::node {

/// Position of a slice's values among the nodes of a uniform grid: value (i, j) is node `first` plus i along
/// u and j along v, blended by `part` with the next one along the axis across.
struct NodesOnPlane {
    int u = 0, v = 1, across = 2;  ///< axes
    glm::ivec3 first{0};
    float part = 0.0F;  ///< 0: `first`'s layer alone
};

/// A slice before its values are computed.
struct PlannedSlice {
    model::SlicePreamble preamble = {};  ///< counts and place
    std::optional<NodesOnPlane> nodes;   ///< empty: values lie between nodes
};

/// The wanted slice of a plane.
struct SliceWish {
    const model::SlicePlane& plane;
    std::string path;  ///< "planes[0]", for errors
    model::SliceSize size = {};
    std::optional<model::Region> region = std::nullopt;
};

/// A plane or a box in the turn that the dataset's longitudes are in (own_turn.h).
[[nodiscard]] model::SlicePlane in_own_turn(model::SlicePlane plane, const compute::FieldInfo& info);
[[nodiscard]] model::Region in_own_turn(const model::Region& region, const compute::FieldInfo& info);

/// Counts and place of a slice: docs/protocol.md, section 14. A parallelogram has exactly the size. Slices of
/// other planes cover the cut with the field's bounds and the region: pixels are square, as large as the
/// tighter side needs, and the slice grows about its middle to whole pixels; where z has other units than x
/// and y, those of axis planes along z are not square. Throws model::FieldError where a plane has no extent
/// or misses the box, model::LimitError where it has too many nodes.
[[nodiscard]] PlannedSlice lay_out(const compute::Field& field, const SliceWish& wish);

/// The same place with 2^level times fewer values along each edge, rounded up.
[[nodiscard]] model::SlicePreamble at_level(model::SlicePreamble preamble, std::uint32_t level);

}  // namespace farfield::node
