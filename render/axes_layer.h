#pragma once

#include "render/line_batch.h"
#include "render/text_layer.h"
#include "render/ticks.h"
#include "render/view.h"

#include <array>

namespace farfield::render {

/// x, y and z axes with ticks and labels, each along an edge of the bounds on the outside of their picture.
/// draw() needs blending on and depth test off.
class AxesLayer {
public:
    void draw(const Bounds& bounds, const ViewTransform& view, TextLayer& text);

private:
    void draw_axis(int axis, const Bounds& bounds, const ViewTransform& view, TextLayer& text);

    LineBatch lines_;
    bool built_ = false;
    Bounds bounds_;
    std::array<Ticks, 3> ticks_;
};

}  // namespace farfield::render
