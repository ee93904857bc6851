#include "model/programs/surface_params.h"

namespace farfield::model {

SurfaceLevel SurfaceLevel::from_json(const JsonValue& value)
{
    if (value.is("auto")) return {};
    return {value.uint32({.min = 0, .max = max_surface_level})};
}

Json SurfaceLevel::to_json() const
{
    return fixed ? Json(*fixed) : Json("auto");
}

void SurfaceRegion::check(const SurfaceRegion& region, const std::string& path)
{
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (!(region.lo[axis] < region.hi[axis]))
            throw FieldError(path, "its lo must lie below its hi along each axis");
}

}  // namespace farfield::model
