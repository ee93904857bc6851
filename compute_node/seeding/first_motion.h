#pragma once

#include "compute_node/fields/field.h"

namespace farfield::compute {

/// The time of the first slice in which something moves, or that is not in memory: simulations often begin at
/// rest. The time of the very first slice where nothing moves in any. Takes as long as reading the slices
/// before it.
[[nodiscard]] float first_motion(const Field& field);

}  // namespace farfield::compute
