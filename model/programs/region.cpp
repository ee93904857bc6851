#include "model/programs/region.h"

#include <cstddef>

namespace farfield::model {

namespace {

constexpr auto* by_the_node = "auto";

}  // namespace

Level Level::from_json(const JsonValue& json)
{
    if (json.is(by_the_node)) return {};
    try {
        return {json.uint32({.min = 0, .max = max_level})};
    } catch (const FieldError&) {
        json.complain("\"auto\", or an integer from 0 to " + std::to_string(max_level));
    }
}

Json Level::to_json() const
{
    return fixed ? Json(*fixed) : Json(by_the_node);
}

void Region::check(const Region& region, const std::string& path)
{
    for (std::size_t axis = 0; axis < region.lo.size(); ++axis)
        if (region.hi[axis] < region.lo[axis])
            throw FieldError(path + ".hi[" + std::to_string(axis) + "]",
                             "at least " + Json(region.lo[axis]).dump(), Json(region.hi[axis]).dump());
}

}  // namespace farfield::model
