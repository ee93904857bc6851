#pragma once

#include "render/gl/gl_handles.h"

#include <cstddef>
#include <initializer_list>
#include <span>

namespace farfield::render {

/// One attribute of an interleaved vertex of floats or of normalised bytes.
struct VertexAttribute {
    enum class Type { Float, NormalisedByte };
    int components = 0;
    Type type = Type::Float;
    std::size_t offset_bytes = 0;
};

/// A vertex array over one buffer that the CPU fills anew. Attribute i has location i.
class VertexStream {
public:
    VertexStream(std::size_t vertex_bytes, std::initializer_list<VertexAttribute> attributes);

    /// Replaces the contents; waits for no draw.
    void upload(std::span<const std::byte> vertices);
    void bind() const;

private:
    Buffer buffer_ = Buffer::create();
    VertexArray array_ = VertexArray::create();
};

}  // namespace farfield::render
