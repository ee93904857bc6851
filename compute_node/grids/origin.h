#pragma once

#include "compute_node/grids/bounds.h"
#include "compute_node/grids/grid_data.h"

#include <glm/vec3.hpp>

namespace farfield::compute {

/// The place from which positions in binary32 are counted, so that coordinates far from 0 lose no digits. It
/// is 0 along an axis whose coordinates are at most eight times the box's length: another origin would gain
/// only three bits or so. Elsewhere it is near the box's centre: a multiple of a power of two, an eighth to a
/// quarter of the box's length, which binary64 holds exactly and people can read.
/// geographic: x and y are degrees, counted from 0 where the box is longer than a few of them, and z has a
/// scale of its own.
[[nodiscard]] glm::dvec3 origin_for(const Bounds& bounds, bool geographic = false);

/// The origin of a grid: the one its points were read with or, of nodes along axes, the one for their bounds.
[[nodiscard]] glm::dvec3 origin_of(const GridData& data);

/// The box of all nodes or, of a mesh, of those that cells have; in absolute coordinates. Axes may descend.
[[nodiscard]] Bounds bounds_of(const GridData& data);

/// Grows a box to hold the point, too; coordinates that are not numbers are ignored.
void include(Bounds& box, glm::dvec3 point);

/// An empty box, to be grown by include().
[[nodiscard]] Bounds no_bounds();

/// True when a box is so thin along an axis that its content is one layer: less than 0.15 of the shorter of
/// the other edges.
[[nodiscard]] bool is_thin(const Bounds& box, int axis);

}  // namespace farfield::compute
