#pragma once

#include "render/scene/view.h"

namespace farfield::app {

/// Angles of an orbit camera (render/scene/orbit_camera.h), radians.
struct ViewAngles {
    float yaw = 0.6F;
    float pitch = 0.45F;
    friend bool operator==(const ViewAngles&, const ViewAngles&) = default;
};

/// First view of a domain: for a plane, or a box drawn so thin that it is one layer, from
/// straight in front, like a map or a diagram; for a box that is flat but for its vertical scale, from high
/// above; else from a corner.
[[nodiscard]] ViewAngles first_view(const render::Bounds& drawn, float vertical_scale = 1.0F);

}  // namespace farfield::app
