#pragma once

#include "render/scene/view.h"

namespace farfield::app {

/// Of an orbit camera (render/scene/orbit_camera.h), radians.
struct ViewAngles {
    float yaw = 0.6F;
    float pitch = 0.45F;
    friend bool operator==(const ViewAngles&, const ViewAngles&) = default;
};

/// From where a domain is seen at first: a plane, or what is drawn so thin that it is one layer, from
/// straight before it, as a map or a diagram; what is flat but for its vertical scale from high above; all
/// else from a corner.
[[nodiscard]] ViewAngles first_view(const render::Bounds& drawn, float vertical_scale = 1.0F);

}  // namespace farfield::app
