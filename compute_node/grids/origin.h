#pragma once

#include "compute_node/grids/bounds.h"
#include "compute_node/grids/grid_data.h"

#include <glm/vec3.hpp>

namespace farfield::compute {

/// The place from which positions in binary32 are counted, so that coordinates far from 0 lose nothing.
/// It is 0 along an axis with coordinates at most eight times as large as the box is long: within the
/// box another would gain three bits or so. Elsewhere it is near the box's centre: a multiple of a power of
/// two, an eighth to a quarter of the box's length, which binary64 holds exactly and people can read.
/// geographic: x and y are degrees, which count from 0 where the box is longer than a few of them, and z has
/// a scale of its own.
[[nodiscard]] glm::dvec3 origin_for(const Bounds& bounds, bool geographic = false);

/// That of a grid: the one that its points were read with, or of nodes along axes the one for their bounds.
[[nodiscard]] glm::dvec3 origin_of(const GridData& data);

/// The box of all nodes, or of a mesh those that cells have; absolute. Axes may descend.
[[nodiscard]] Bounds bounds_of(const GridData& data);

/// The smallest box that holds the point, too; coordinates that are not numbers count for nothing.
void include(Bounds& box, glm::dvec3 point);

/// A box that holds nothing yet.
[[nodiscard]] Bounds no_bounds();

/// Whether a box is so thin along an axis that what is in it is one layer: less than 0.15 of the shorter of
/// the other edges.
[[nodiscard]] bool is_thin(const Bounds& box, int axis);

}  // namespace farfield::compute
