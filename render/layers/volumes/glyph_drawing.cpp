#include "render/layers/volumes/glyph_drawing.h"

#include "render/gl/frame_slots.h"
#include "render/gl/shader_program.h"
#include "render/layers/place_textures.h"
#include "render/primitives/round_earth.h"
#include "render/primitives/scene_place.h"
#include "render/scene/drawn_place.h"

#include <algorithm>
#include <cstdint>

#include <epoxy/gl.h>

namespace farfield::render {
namespace {

constexpr int glyph_texels_unit = 1;
constexpr float longest_in_spacings = 1.5F;
/// Vertices of an arrow: shaft, head and the disc that closes it; shaders/glyphs.vert.
constexpr GLsizei glyph_vertices = 8 * (6 + 3 + 3);

/// Draws arrows from the slots of their frames.
class GlyphPainter {
public:
    GlyphPainter()
    {
        shaders_.use();
        set_uniform(shaders_.uniform("texels"), glyph_texels_unit);
        glUseProgram(0);
        glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most_texels_);
    }

    void draw(const GlyphDrawing& glyphs, const ViewTransform& view) const
    {
        shaders_.use();
        earth_.set(view);
        place_.set(view.way);
        set_uniform(view_, view.view);
        set_uniform(projection_, view.projection);
        set_uniform(entry_of_scalar_, entry_of_scalar(glyphs.range));
        set_uniform(longest_, glyphs.longest);
        glBindVertexArray(array_.id());
        for (const SliceFrame& frame : glyphs.frames) draw_frame(glyphs, frame, view);
        bind_texels(0);
        glActiveTexture(GL_TEXTURE0);
    }

private:
    void draw_frame(const GlyphDrawing& glyphs, const SliceFrame& frame, const ViewTransform& view) const
    {
        constexpr std::int64_t preamble_texels = SliceFrame::preamble_bytes / (4 * sizeof(float));
        const std::int64_t values = std::int64_t{frame.width} * frame.height;
        // A frame longer than what shaders may fetch (134 million on all common drivers) is not drawn.
        if (preamble_texels + values > most_texels_) return;
        set_uniform(origin_, frame.origin);
        set_uniform(edge_u_, frame.edge_u);
        set_uniform(edge_v_, frame.edge_v);
        glUniform2i(size_, frame.width, frame.height);
        set_uniform(full_length_,
                    longest_in_spacings * glyphs.scale * spacing_of(glyphs.placement, frame, view));
        bind_texels(glyphs.slots->texels(frame.slot));
        glDrawArraysInstanced(GL_TRIANGLES, 0, glyph_vertices, static_cast<GLsizei>(values));
    }
    /// The smaller of the distances between neighbours along u and v, as drawn.
    static float spacing_of(const Placement& placement, const SliceFrame& frame, const ViewTransform& view)
    {
        glm::mat3 turned(view.view);
        // Without a placement in the shader, `view` contains the placement.
        if (placement.is_in_shader())
            turned = turned *
                     glm::mat3(drawn_growth(placement, frame.origin + 0.5F * (frame.edge_u + frame.edge_v)));
        return std::min(glm::length(turned * frame.edge_u) / static_cast<float>(frame.width),
                        glm::length(turned * frame.edge_v) / static_cast<float>(frame.height));
    }
    static void bind_texels(GlId texture)
    {
        glActiveTexture(GL_TEXTURE0 + glyph_texels_unit);
        glBindTexture(GL_TEXTURE_BUFFER, texture);
    }

    ShaderProgram shaders_{"glyphs.vert", "glyphs.frag"};
    RoundEarthUniforms earth_{shaders_};
    ScenePlaceUniforms place_{shaders_};
    int view_ = shaders_.uniform("view"), projection_ = shaders_.uniform("projection"),
        origin_ = shaders_.uniform("origin"), edge_u_ = shaders_.uniform("edge_u"),
        edge_v_ = shaders_.uniform("edge_v"), size_ = shaders_.uniform("size"),
        full_length_ = shaders_.uniform("full_length"), longest_ = shaders_.uniform("longest"),
        entry_of_scalar_ = shaders_.uniform("entry_of_scalar");
    VertexArray array_ = VertexArray::create();  ///< without attributes: OpenGL wants one
    int most_texels_ = 0;
};

}  // namespace

void GlyphDrawing::draw(Pass pass, DrawContext& context) const
{
    const bool through = pass == Pass::ThroughGround && placement.through_ground;
    if ((pass != Pass::Opaque && !through) || slots == nullptr || frames.empty()) return;
    context.maps.bind(colour_map);
    const FaintBlending faint(through);
    const ThroughGroundDepth depth(through);
    context.painter<GlyphPainter>().draw(*this, placed(context, placement, side_in(pass, placement)));
}

}  // namespace farfield::render
