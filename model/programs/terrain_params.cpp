#include "model/programs/terrain_params.h"

namespace farfield::model {

TileAddress TileAddress::from_json(const JsonValue& value)
{
    const auto numbers = value.elements(3, "a tile as [level, column, row]");
    return {numbers[0].uint32(), numbers[1].uint32(), numbers[2].uint32()};
}

Json TileAddress::to_json() const
{
    return {level, column, row};
}

void ViewshedParams::check_observer(const Point& observer, const JsonValue& value)
{
    if (observer[2] < 0.0) value.elements()[2].complain("a height above the ground of at least 0");
}

void ViewshedParams::check_sectors(const std::array<double, 2>& sectors, const JsonValue& value)
{
    if (sectors[0] == sectors[1]) value.elements()[1].complain("another azimuth than the first");
}

}  // namespace farfield::model
