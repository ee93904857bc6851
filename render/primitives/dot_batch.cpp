#include "render/primitives/dot_batch.h"

#include <epoxy/gl.h>

namespace farfield::render {

DotBatch::DotBatch()
    : program_("dots.vert", "dots.frag"),
      earth_(program_),
      transform_(program_.uniform("transform")),
      pixel_ratio_(program_.uniform("pixel_ratio")),
      stream_(sizeof(Vertex), {{3, VertexAttribute::Type::Float, offsetof(Vertex, position)},
                               {4, VertexAttribute::Type::NormalisedByte, offsetof(Vertex, colour)},
                               {1, VertexAttribute::Type::Float, offsetof(Vertex, diameter)},
                               {1, VertexAttribute::Type::Float, offsetof(Vertex, ring)}})
{}

void DotBatch::clear()
{
    vertices_.clear();
}

void DotBatch::add(glm::vec3 position, glm::vec4 colour, float diameter, float ring)
{
    vertices_.push_back({position, glm::u8vec4(colour * 255.0F + 0.5F), diameter, ring});
}

void DotBatch::draw(const ViewTransform& view)
{
    if (vertices_.empty()) return;
    stream_.upload(std::as_bytes(std::span(vertices_)));
    program_.use();
    earth_.set(view);
    set_uniform(transform_, view.view_projection);
    set_uniform(pixel_ratio_, view.viewport.pixel_ratio);
    stream_.bind();
    glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(vertices_.size()));
}

}  // namespace farfield::render
