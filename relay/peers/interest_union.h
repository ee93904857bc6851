#pragma once

#include <span>
#include <vector>

#include "model/programs/bundles/entities.h"

namespace farfield::net::relay {

using InterestShapes = std::vector<model::InterestShape>;

/// The smallest interest that covers all of these: everything, if one of them wants it, or if there would be
/// more than max_interest shapes; else their circles and boxes, and their addresses as ranges.
[[nodiscard]] InterestShapes union_of(std::span<const InterestShapes> interests);

}  // namespace farfield::net::relay
