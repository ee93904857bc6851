#include "model/geometry/boundary_surface.h"

namespace farfield::model {

NodeIndex NodeIndex::from_json(const JsonValue& value)
{
    const double number = value.number();
    constexpr double most = 1e9;
    const auto index = static_cast<std::int64_t>(number >= -most && number <= most ? number : 0.0);
    if (static_cast<double>(index) != number) value.complain("an integer from -1e9 to 1e9");
    return {index};
}

IndexRange IndexRange::from_json(const JsonValue& value)
{
    IndexRange range;
    const auto axes = value.elements(2, "two pairs of integers");
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const auto ends = axes[axis].elements(2, "two integers");
        for (std::size_t end = 0; end < 2; ++end) range.ends[axis][end] = ends[end].uint32();
        if (range.ends[axis][0] >= range.ends[axis][1]) axes[axis].complain("two integers that ascend");
    }
    return range;
}

}  // namespace farfield::model
