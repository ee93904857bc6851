#include "model/data/terrain_info.h"

namespace farfield::model {

void TerrainDescription::check_order(const std::array<double, 2>& heights, const JsonValue& value)
{
    if (heights[0] > heights[1]) value.complain("two numbers, the smaller first");
}

}  // namespace farfield::model
