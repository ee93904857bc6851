#pragma once

#include "compute_node/fields/field.h"

namespace farfield::compute {

/// The time of the first slice in which something moves, or of the first that
/// is not in memory: simulations often begin at rest. The first slice's where nothing moves. Takes as long as
/// reading the slices before it.
[[nodiscard]] float first_motion(const Field& field);

}  // namespace farfield::compute
