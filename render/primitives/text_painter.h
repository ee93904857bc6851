#pragma once

#include "render/gl/shader_program.h"
#include "render/gl/vertex_stream.h"
#include "render/primitives/glyph_atlas.h"
#include "render/scene/view.h"

#include <string_view>
#include <vector>

#include <glm/glm.hpp>

namespace farfield::render {

/// The side of a text at its position, sideways and in height.
enum class AlignX { Left, Centre, Right };
enum class AlignY { Baseline, Middle, Top };

/// Collects lines of text in pixel coordinates and draws them with one call.
/// draw() needs blending on and depth test off.
class TextPainter {
public:
    TextPainter();

    void set_atlas(const GlyphAtlas& atlas);
    [[nodiscard]] const GlyphAtlas& atlas() const { return atlas_; }

    void clear();
    /// Adds a line of text. position: logical pixels, rounded to device pixels, so that the text is crisp.
    void add(std::string_view text, glm::vec2 position, glm::vec4 colour, const Viewport& viewport,
             AlignX align_x = AlignX::Left, AlignY align_y = AlignY::Baseline);
    void draw(const Viewport& viewport);

private:
    struct Vertex {
        glm::vec2 position, texel;
        glm::u8vec4 colour;
    };
    void add_glyph(const Glyph& glyph, glm::vec2 pen, float scale, glm::u8vec4 colour);

    ShaderProgram program_;
    int viewport_, is_shadow_;
    VertexStream stream_;
    Texture texture_;
    GlyphAtlas atlas_;
    std::vector<Vertex> vertices_;
};

}  // namespace farfield::render
