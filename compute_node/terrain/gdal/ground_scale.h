#pragma once

#include "compute_node/terrain/heights/post_frame.h"

#include <cstdint>

namespace farfield::terrain {

/// The part by which lengths on a map may differ from those on the ground without a remark.
inline constexpr double lengths_within = 0.005;

/// Sets how many metres of ground a unit of the frame's coordinates takes: in the middle of the terrain, and
/// at each place of it where that differs from the middle by more than lengths_within. Units of a projected
/// system that are true within that stay as they are. The frame's remarks tell the difference, and the error
/// that remains where a map stretches lengths askew to its axes. Lengths are those on the system's ellipsoid.
void take_ground_metres(PostFrame& frame, std::int64_t columns, std::int64_t rows);

}  // namespace farfield::terrain
