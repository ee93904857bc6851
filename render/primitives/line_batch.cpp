#include "render/primitives/line_batch.h"

#include <epoxy/gl.h>
#include <glm/gtc/matrix_transform.hpp>

namespace farfield::render {

LineBatch::LineBatch()
    : program_("lines.vert", "lines.frag"),
      earth_(program_),
      transform_(program_.uniform("transform")),
      viewport_(program_.uniform("viewport")),
      pixel_ratio_(program_.uniform("pixel_ratio")),
      stream_(sizeof(Vertex), {{3, VertexAttribute::Type::Float, offsetof(Vertex, start)},
                               {3, VertexAttribute::Type::Float, offsetof(Vertex, end)},
                               {4, VertexAttribute::Type::NormalisedByte, offsetof(Vertex, colour)},
                               {1, VertexAttribute::Type::Float, offsetof(Vertex, width)}})
{}

void LineBatch::clear()
{
    vertices_.clear();
    changed_ = true;
}

void LineBatch::add(glm::vec3 start, glm::vec3 end, glm::vec4 colour, float width)
{
    // A line is six equal vertices, of which the shader makes the quad's corners.
    vertices_.insert(vertices_.end(), 6, Vertex{start, end, glm::u8vec4(colour * 255.0F + 0.5F), width});
    changed_ = true;
}

void LineBatch::draw(const glm::mat4& transform, const Viewport& viewport)
{
    ViewTransform view;
    view.view_projection = transform;
    view.viewport = viewport;
    draw(view);
}

void LineBatch::draw(const ViewTransform& view)
{
    if (vertices_.empty()) return;
    if (changed_) stream_.upload(std::as_bytes(std::span(vertices_)));
    changed_ = false;
    program_.use();
    earth_.set(view);
    set_uniform(transform_, view.view_projection);
    set_uniform(viewport_, glm::vec2(view.viewport.width, view.viewport.height));
    set_uniform(pixel_ratio_, view.viewport.pixel_ratio);
    stream_.bind();
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(vertices_.size()));
}

glm::mat4 pixel_transform(const Viewport& viewport)
{
    const glm::vec2 size = viewport.logical_size();
    return glm::ortho(0.0F, size.x, size.y, 0.0F, -1.0F, 1.0F);
}

}  // namespace farfield::render
