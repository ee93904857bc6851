#pragma once

#include "render/scene/drawing.h"
#include "render/scene/view.h"

namespace farfield::render {

/// A grid on a level plane, where there is no ground: lines at round distances from the frame's origin, with
/// these distances at its southern and western edges.
struct PlaneGridDrawing final : Drawing {
    Bounds area;  ///< in the scene, metres; its lower side is the plane

    void draw(Pass pass, DrawContext& context) const override;
};

}  // namespace farfield::render
