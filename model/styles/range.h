#pragma once

#include <array>
#include <optional>

#include "model/fields/json_fields.h"

namespace farfield::model {

/// The values at the low and the high end of a colour map; absent: the range of the data.
using ColourRange = std::optional<std::array<double, 2>>;

/// A constraint of a field list: low is below high.
inline void check_range(const ColourRange& range, const JsonValue& json)
{
    if ((*range)[0] >= (*range)[1]) json.complain("[low, high] with low below high");
}

}  // namespace farfield::model
