#include "render/primitives/segment_programs.h"

#include "render/gl/frame_slots.h"
#include "render/primitives/colour_map_textures.h"

#include <algorithm>

#include <epoxy/gl.h>

namespace farfield::render {
namespace {

constexpr int newer_unit = 1;
constexpr int older_unit = 2;

void bind_texels(int unit, GlId texture)
{
    glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + unit));
    glBindTexture(GL_TEXTURE_BUFFER, texture);
}

}  // namespace

SegmentPrograms::Program::Program(std::string_view vertex_file)
    : shaders(vertex_file, "segments.frag"),
      view_projection(shaders.uniform("view_projection")),
      own_view(shaders.uniform("view")),
      lit(shaders.uniform("lit")),
      luminance_behind(shaders.uniform("luminance_behind")),
      viewport(shaders.uniform("viewport")),
      half_width(shaders.uniform("half_width")),
      opacity(shaders.uniform("opacity")),
      entry_of_scalar(shaders.uniform("entry_of_scalar")),
      newer_first(shaders.uniform("newer_first")),
      older_first(shaders.uniform("older_first"))
{
    shaders.use();
    set_uniform(shaders.uniform("newer_frame"), newer_unit);
    set_uniform(shaders.uniform("older_frame"), older_unit);
    glUseProgram(0);
}

SegmentPrograms::SegmentPrograms()
{
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most);
    most_texels_ = static_cast<std::size_t>(most);
}

void SegmentPrograms::begin(const ViewTransform& view, const SegmentLook& look, const ScalarRange& range)
{
    drawing_ = look.smooth ? &smooth_ : &thin_;
    drawing_->shaders.use();
    drawing_->earth.set(view);
    drawing_->place.set(view.way);
    set_uniform(drawing_->view_projection, view.view_projection);
    set_uniform(drawing_->viewport, glm::vec2(view.viewport.width, view.viewport.height));
    set_uniform(drawing_->half_width, look.smooth ? 0.5F * look.width * view.viewport.pixel_ratio : 0.5F);
    set_uniform(drawing_->own_view, view.view);
    set_uniform(drawing_->lit, look.lit ? 1.0F : 0.0F);
    set_uniform(drawing_->luminance_behind, view.luminance_behind.value_or(-1.0F));
    set_uniform(drawing_->entry_of_scalar, entry_of_scalar(range));
    glBindVertexArray(array_.id());
}

void SegmentPrograms::draw(const FrameSlots& slots, const SegmentEnds& newer, const SegmentEnds& older,
                           std::size_t segments) const
{
    const std::size_t first = std::max(newer.first, older.first);
    const std::size_t drawn = std::min(segments, most_texels_ - std::min(most_texels_, first));
    const bool smooth = drawing_ == &smooth_;
    bind_texels(newer_unit, slots.texels(newer.slot));
    bind_texels(older_unit, slots.texels(older.slot));
    set_uniform(drawing_->newer_first, static_cast<int>(newer.first));
    set_uniform(drawing_->older_first, static_cast<int>(older.first));
    set_uniform(drawing_->opacity, glm::vec2(newer.opacity, older.opacity));
    glDrawArrays(smooth ? GL_TRIANGLES : GL_LINES, 0, static_cast<GLsizei>((smooth ? 6 : 2) * drawn));
}

void SegmentPrograms::end() const
{
    bind_texels(older_unit, 0);
    bind_texels(newer_unit, 0);
    glActiveTexture(GL_TEXTURE0);
}

}  // namespace farfield::render
