#pragma once

#include "render/gl/shader_program.h"
#include "render/primitives/line_batch.h"
#include "render/primitives/text_layer.h"
#include "render/scene/scene.h"
#include "render/scene/ticks.h"

#include <string>

namespace farfield::render {

/// Where the legend's colour bar lies, logical pixels.
struct LegendBox {
    glm::vec2 top_left{0.0F};
    glm::vec2 size{0.0F};
};

/// At the right edge, in the middle of the height; low values are at the bottom.
[[nodiscard]] LegendBox legend_box(const Viewport& viewport);

/// The part of the picture's width, in the middle, that the legend and its labels leave free.
[[nodiscard]] float width_beside_legend(const Viewport& viewport);

/// Colour bar with title, units and ticks at round numbers.
/// draw() needs the colour map bound to texture unit 0, blending on and depth test off.
class LegendLayer {
public:
    LegendLayer();
    void draw(const Legend& legend, const ScalarRange& range, const Viewport& viewport, TextLayer& text);

private:
    void update(const Legend& legend, const ScalarRange& range);
    void draw_bar(const LegendBox& box, const Viewport& viewport) const;

    ShaderProgram program_;
    int rectangle_, viewport_;
    VertexArray array_ = VertexArray::create();
    LineBatch lines_;
    bool built_ = false;
    ScalarRange range_;
    Ticks ticks_;
    std::string heading_;
};

}  // namespace farfield::render
