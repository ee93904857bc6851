#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "model/fields/json_fields.h"

namespace farfield::model {

/// The values at the low and the high end of a colour map; absent: the range of the data.
using ColourRange = std::optional<std::array<double, 2>>;

/// Ends of the colours for values of the data from low to high: these, or where rounding of binary32 alone
/// parts them, as in a constant flow, the first and a higher one, so that all have one colour.
[[nodiscard]] inline std::array<double, 2> ends_of_colours(double low, double high)
{
    constexpr double rounding = 8.0 * std::numeric_limits<float>::epsilon();
    const double size = std::max(std::abs(low), std::abs(high));
    return {low, high - low > rounding * size ? high : low + std::max(1.0, 0.01 * size)};
}

/// A constraint of a field list: low is below high.
inline void check_range(const ColourRange& range, const JsonValue& json)
{
    if ((*range)[0] >= (*range)[1]) json.complain("[low, high] with low below high");
}

}  // namespace farfield::model
