#include "render/layers/particle_painter.h"

#include "render/gl/frame_slots.h"
#include "render/gl/gl_handles.h"
#include "render/primitives/colour_map_textures.h"

#include <epoxy/gl.h>

namespace farfield::render {

glm::vec2 point_size_for(const ParticleStyle& style, const ViewTransform& view)
{
    const float size = style.size * view.viewport.pixel_ratio;
    return style.perspective ? glm::vec2(0.0F, size * view.target_distance) : glm::vec2(size, 0.0F);
}

ParticlePainter::ParticlePainter()
    : program_("particles.vert", "particles.frag"),
      view_projection_(program_.uniform("view_projection")),
      point_size_(program_.uniform("point_size")),
      largest_point_(program_.uniform("largest_point")),
      entry_of_scalar_(program_.uniform("entry_of_scalar")),
      rim_shade_(program_.uniform("rim_shade"))
{
    glBindVertexArray(array_.id());
    glEnableVertexAttribArray(0);
    glBindVertexArray(0);
}

void ParticlePainter::draw(const ParticleFrame& frame, const FrameSlots& slots, const ViewTransform& view,
                           const ParticleStyle& style, const ScalarRange& range) const
{
    program_.use();
    earth_.set(view);
    place_.set(view.way);
    set_uniform(view_projection_, view.view_projection);
    set_uniform(point_size_, point_size_for(style, view));
    set_uniform(largest_point_, largest_particle * view.viewport.pixel_ratio);
    set_uniform(entry_of_scalar_, entry_of_scalar(range));
    set_uniform(rim_shade_, style.shaded ? particle_rim_shade : 0.0F);
    glBindVertexArray(array_.id());
    glBindBuffer(GL_ARRAY_BUFFER, slots.buffer(frame.slot));
    glVertexAttribIPointer(0, 4, GL_UNSIGNED_INT, particle_bytes, buffer_offset(frame.offset_bytes));
    glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(frame.count));
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

}  // namespace farfield::render
