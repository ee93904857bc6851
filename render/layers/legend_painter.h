#pragma once

#include "model/report/ticks.h"
#include "render/gl/shader_program.h"
#include "render/primitives/colour_map_textures.h"
#include "render/primitives/line_batch.h"
#include "render/primitives/text_painter.h"
#include "render/scene/scene.h"

#include <span>
#include <string>
#include <vector>

namespace farfield::render {

/// The rectangle of a legend's colour bar, logical pixels.
struct LegendBox {
    glm::vec2 top_left{0.0F};
    glm::vec2 size{0.0F};
};

/// The bar's place at the right edge, low values at the bottom. Of several legends the first is uppermost,
/// and together they are centred in height; they shrink as needed, and leave room above for a line over the
/// picture. covered: logical pixels at the top of the picture that something else covers;
/// no heading lies there.
[[nodiscard]] LegendBox legend_box(const Viewport& viewport, std::size_t index = 0, std::size_t count = 1,
                                   float covered = 0.0F);

/// The number of legends that have room one above the other.
[[nodiscard]] std::size_t most_legends(const Viewport& viewport, float covered = 0.0F);

/// The part of the picture's width, in the middle, that the legend and its labels leave free.
[[nodiscard]] float width_beside_legend(const Viewport& viewport);

/// Draws colour bars with title, units and ticks at round numbers, each on a dark ground, as maps and lines
/// may lie behind. draw() needs blending on and depth test off.
class LegendPainter {
public:
    LegendPainter();
    /// Draws the legends from the top down, at most most_legends() of them.
    void draw(std::span<const Legend> legends, const ColourMapTextures& maps, const Viewport& viewport,
              float covered, TextPainter& text);

private:
    /// The text on one legend, kept from picture to picture.
    struct Writing {
        void update(const Legend& legend, int ticks_wanted);

        std::string heading;
        int wanted = 0;
        ScalarRange range;
        model::Ticks ticks;
    };
    void draw_bar(const LegendBox& box, const Viewport& viewport) const;
    /// The left end of a heading: centred over the bar, as far as the right edge leaves it room.
    [[nodiscard]] static float heading_left(const Writing& writing, const LegendBox& box,
                                            const Viewport& viewport, const TextPainter& text);
    void add_back(const Writing& writing, const LegendBox& box, const Viewport& viewport,
                  const TextPainter& text);
    void add_ticks(const Writing& writing, const LegendBox& box, const Viewport& viewport, TextPainter& text);

    ShaderProgram program_;
    int rectangle_, viewport_;
    VertexArray array_ = VertexArray::create();
    LineBatch backs_, lines_;
    std::vector<Writing> writings_;
};

}  // namespace farfield::render
