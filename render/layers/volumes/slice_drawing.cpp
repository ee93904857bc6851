#include "render/layers/volumes/slice_drawing.h"

#include "render/gl/frame_slots.h"
#include "render/gl/shader_program.h"
#include "render/layers/place_textures.h"
#include "render/primitives/round_earth.h"
#include "render/primitives/scene_place.h"
#include "render/primitives/weighted_blending.h"
#include "render/scene/drawn_place.h"

#include <cstdint>

#include <epoxy/gl.h>

namespace farfield::render {
namespace {

constexpr int words_unit = 1;

/// Draws slices from the slots of their frames.
class SlicePainter {
public:
    SlicePainter()
    {
        shaders_.use();
        set_uniform(shaders_.uniform("words"), words_unit);
        glUseProgram(0);
        glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most_words_);
    }

    void draw(const SliceDrawing& slice, const ViewTransform& view, float opacity, float nearness) const
    {
        const SliceFrame& frame = *slice.frame;
        // A frame longer than what shaders may fetch (134 million on all common drivers) is not drawn.
        if (words_of(frame) > most_words_) return;
        shaders_.use();
        earth_.set(view);
        place_.set(view.way);
        set_uniform(view_projection_, view.view_projection);
        set_uniform(origin_, frame.origin);
        set_uniform(edge_u_, frame.edge_u);
        set_uniform(edge_v_, frame.edge_v);
        set_uniform(size_, glm::vec2(frame.width, frame.height));
        set_uniform(opacity_, opacity);
        set_uniform(contours_, slice.contours);
        set_uniform(lines_, static_cast<int>(slice.lines));
        if (slice.lines > 0)
            glUniform1fv(line_values_, static_cast<GLsizei>(slice.lines), slice.line_values.data());
        set_uniform(cells_, slice.cells ? 1 : 0);
        set_uniform(nearness_, nearness);
        set_uniform(entry_of_scalar_, entry_of_scalar(slice.range));
        // A plane appears bent on a round Earth, in another projection, and on ground.
        const int strips = is_bent(slice.placement) ? bent_slice_strips : view.curvature > 0.0F ? 64 : 1;
        set_uniform(strips_, strips);
        bind_words(slice.slots->words(frame.slot));
        glBindVertexArray(array_.id());
        // The slice is drawn behind things in its plane, such as a layer of particles: depths are equal but
        // for rounding, and all pixels of a particle or line have the depth of its middle.
        constexpr float pixels_behind = 6.0F, least_units = 16.0F;
        glEnable(GL_POLYGON_OFFSET_FILL);
        glPolygonOffset(pixels_behind, least_units);
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 2 * (strips + 1), strips);
        glDisable(GL_POLYGON_OFFSET_FILL);
        bind_words(0);
        glActiveTexture(GL_TEXTURE0);
    }

private:
    static std::int64_t words_of(const SliceFrame& frame)
    {
        constexpr auto preamble = static_cast<std::int64_t>(SliceFrame::preamble_bytes / sizeof(float));
        return preamble + std::int64_t{frame.width} * frame.height;
    }
    static void bind_words(GlId texture)
    {
        glActiveTexture(GL_TEXTURE0 + words_unit);
        glBindTexture(GL_TEXTURE_BUFFER, texture);
    }

    ShaderProgram shaders_{"slice.vert", "slice.frag"};
    RoundEarthUniforms earth_{shaders_};
    ScenePlaceUniforms place_{shaders_};
    int view_projection_ = shaders_.uniform("view_projection"), origin_ = shaders_.uniform("origin"),
        edge_u_ = shaders_.uniform("edge_u"), edge_v_ = shaders_.uniform("edge_v"),
        size_ = shaders_.uniform("size"), opacity_ = shaders_.uniform("opacity"),
        nearness_ = shaders_.uniform("nearness"), entry_of_scalar_ = shaders_.uniform("entry_of_scalar"),
        strips_ = shaders_.uniform("strips"), contours_ = shaders_.uniform("contours"),
        lines_ = shaders_.uniform("lines"), line_values_ = shaders_.uniform("line_values"),
        cells_ = shaders_.uniform("cells");
    VertexArray array_ = VertexArray::create();  ///< without attributes: OpenGL wants one
    int most_words_ = 0;
};

}  // namespace

bool SliceDrawing::is_transparent() const
{
    return slots != nullptr && frame && opacity > 0.0F && opacity < 1.0F;
}

void SliceDrawing::draw(Pass pass, DrawContext& context) const
{
    const bool through = pass == Pass::ThroughGround && placement.through_ground;
    // An opaque slice hides what is behind it, trails too.
    if (!through && pass != (is_transparent() ? Pass::Transparent : Pass::Blended)) return;
    if (slots == nullptr || !frame || opacity <= 0.0F) return;
    context.maps.bind(colour_map);
    context.painter<SlicePainter>().draw(
        *this, placed(context, placement, through ? GroundSide::Below : GroundSide::Either),
        through ? opacity * opacity_through_ground : opacity, nearness_in(pass, context.view));
}

}  // namespace farfield::render
