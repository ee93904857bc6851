#include "compute_node/grids/own_turn.h"

#include <algorithm>
#include <cmath>

namespace farfield::compute {

namespace {

constexpr double whole_turn = 360.0;
/// Rounding, in degrees, where a longitude is written in another turn.
constexpr double lost_in_turning = 1e-9;

}  // namespace

OwnTurn::OwnTurn(const Bounds& bounds, const std::string& position_units)
    : west_{bounds.lo.x}, east_{bounds.hi.x}, is_degrees_{position_units == "degrees"}
{}

glm::dvec3 OwnTurn::moved(glm::dvec3 place) const
{
    if (!is_degrees_ || meets(place.x, place.x)) return place;
    const double from_west = place.x - west_ + lost_in_turning;
    const double turned = place.x - whole_turn * std::floor(from_west / whole_turn);
    if (turned != place.x && meets(turned - lost_in_turning, turned + lost_in_turning))
        place.x = std::clamp(turned, west_, east_);
    return place;
}

Bounds OwnTurn::moved(Bounds box) const
{
    if (!is_degrees_ || meets(box.lo.x, box.hi.x)) return box;
    const double turns = whole_turn * std::floor((box.hi.x - west_) / whole_turn);
    if (!meets(box.lo.x - turns, box.hi.x - turns)) return box;
    box.lo.x -= turns;
    box.hi.x -= turns;
    return box;
}

bool OwnTurn::meets(double west, double east) const
{
    return east >= west_ && west <= east_;
}

}  // namespace farfield::compute
