#include "render/trail_layer.h"

#include "render/frame_slots.h"
#include "render/particle_layer.h"

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

int first_texel(const ParticleFrame& frame)
{
    return static_cast<int>(frame.offset_bytes / particle_bytes);
}

/// How many frames from the newest on have the same particles.
std::size_t joined_frames(std::span<const ParticleFrame> frames)
{
    const auto end = std::ranges::find_if(
        frames, [&](const ParticleFrame& frame) { return frame.count != frames.front().count; });
    return static_cast<std::size_t>(end - frames.begin());
}

}  // namespace

TrailLayer::Program::Program(std::string_view vertex_file)
    : shaders(vertex_file, "trails.frag"),
      view_projection(shaders.uniform("view_projection")),
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

TrailLayer::TrailLayer()
{
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most);
    most_texels_ = static_cast<std::size_t>(most);
}

void TrailLayer::draw(std::span<const ParticleFrame> frames, const FrameSlots& slots,
                      const ViewTransform& view, const TrailStyle& style, const ScalarRange& range) const
{
    const std::size_t joined = joined_frames(frames);
    if (joined < 2 || frames.front().count == 0) return;
    const Program& program = style.smooth ? smooth_ : thin_;
    const GLenum shape = style.smooth ? GL_TRIANGLES : GL_LINES;
    const std::size_t first = frames.front().offset_bytes / particle_bytes;
    const std::size_t segments = std::min(frames.front().count, most_texels_ - std::min(most_texels_, first));
    const auto vertices = static_cast<GLsizei>((style.smooth ? 6 : 2) * segments);
    program.shaders.use();
    set_uniform(program.view_projection, view.view_projection);
    set_uniform(program.viewport, glm::vec2(view.viewport.width, view.viewport.height));
    set_uniform(program.half_width, style.smooth ? 0.5F * style.width * view.viewport.pixel_ratio : 0.5F);
    set_uniform(program.entry_of_scalar, entry_of_scalar(range));
    glBindVertexArray(array_.id());
    const float fade = style.opacity / static_cast<float>(joined - 1);
    // Oldest first, so that newer lines lie over older ones.
    for (std::size_t older = joined - 1; older > 0; --older) {
        const std::size_t newer = older - 1;
        bind_texels(newer_unit, slots.texels(frames[newer].slot));
        bind_texels(older_unit, slots.texels(frames[older].slot));
        set_uniform(program.newer_first, first_texel(frames[newer]));
        set_uniform(program.older_first, first_texel(frames[older]));
        set_uniform(program.opacity, glm::vec2(fade * static_cast<float>(joined - 1 - newer),
                                               fade * static_cast<float>(joined - 1 - older)));
        glDrawArrays(shape, 0, vertices);
    }
    bind_texels(older_unit, 0);
    bind_texels(newer_unit, 0);
    glActiveTexture(GL_TEXTURE0);
}

}  // namespace farfield::render
