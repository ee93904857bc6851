#pragma once

#include <array>

namespace farfield::model {

/// x, y and z.
using Point = std::array<double, 3>;

}  // namespace farfield::model
