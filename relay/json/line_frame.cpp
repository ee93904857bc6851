#include "relay/json/line_frame.h"

#include <cmath>
#include <numbers>

namespace farfield::net::relay {

LineFrame::LineFrame(const SpecAnchor& anchor)
    : origin_{model::geocentric_of({anchor.longitude, anchor.latitude, anchor.height})}, is_anchored_{true}
{
    const model::LocalAxes ground = model::local_axes_at({anchor.longitude, anchor.latitude});
    const double heading = anchor.heading * std::numbers::pi / 180.0;
    axes_ = {.east = std::cos(heading) * ground.east - std::sin(heading) * ground.north,
             .north = std::sin(heading) * ground.east + std::cos(heading) * ground.north,
             .up = ground.up};
}

}  // namespace farfield::net::relay
