#pragma once

#include "render/primitives/line_batch.h"
#include "render/primitives/text_layer.h"
#include "render/scene/ticks.h"
#include "render/scene/view.h"

#include <array>

namespace farfield::render {

/// x, y and z axes with ticks and labels, each along an edge of the bounds on the outside of their picture.
/// draw() needs blending on and depth test off.
class AxesLayer {
public:
    /// origin: what is added to places for their labels.
    void draw(const Bounds& bounds, glm::dvec3 origin, const ViewTransform& view, TextLayer& text);

private:
    void draw_axis(int axis, const Bounds& bounds, const ViewTransform& view, TextLayer& text);

    LineBatch lines_;
    bool built_ = false;
    Bounds bounds_;
    glm::dvec3 origin_{0.0};
    std::array<Ticks, 3> ticks_;
};

}  // namespace farfield::render
