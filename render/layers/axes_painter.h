#pragma once

#include "model/report/ticks.h"
#include "render/primitives/line_batch.h"
#include "render/primitives/text_painter.h"
#include "render/scene/view.h"

#include <array>
#include <string>

namespace farfield::render {

/// Draws x, y and z axes with ticks and labels, each along an edge of the bounds at the rim of the box's
/// picture. draw() needs blending on and depth test off.
class AxesPainter {
public:
    /// origin: added to places for the values of labels. names: names of the axes, drawn beyond the labels or
    /// above an upright axis.
    void draw(const Bounds& bounds, glm::dvec3 origin, const ViewTransform& view,
              const std::array<std::string, 3>& names, TextPainter& text);

private:
    void draw_axis(int axis, const Bounds& bounds, const ViewTransform& view, const std::string& name,
                   TextPainter& text);

    LineBatch lines_;
    bool built_ = false;
    Bounds bounds_;
    glm::dvec3 origin_{0.0};
    std::array<model::Ticks, 3> ticks_;
};

}  // namespace farfield::render
