#include "render/gl/vertex_stream.h"

#include <cstdint>

#include <epoxy/gl.h>

namespace farfield::render {

VertexStream::VertexStream(std::size_t vertex_bytes, std::initializer_list<VertexAttribute> attributes)
{
    glBindVertexArray(array_.id());
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
    GLuint location = 0;
    for (const VertexAttribute& attribute : attributes) {
        const bool bytes = attribute.type == VertexAttribute::Type::NormalisedByte;
        glEnableVertexAttribArray(location);
        glVertexAttribPointer(location, attribute.components, bytes ? GL_UNSIGNED_BYTE : GL_FLOAT,
                              bytes ? GL_TRUE : GL_FALSE, static_cast<GLsizei>(vertex_bytes),
                              buffer_offset(attribute.offset_bytes));
        ++location;
    }
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void VertexStream::upload(std::span<const std::byte> vertices)
{
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size()), vertices.data(), GL_STREAM_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void VertexStream::bind() const
{
    glBindVertexArray(array_.id());
}

}  // namespace farfield::render
