#pragma once

#include "render/gl/gl_handles.h"

#include <cstddef>
#include <initializer_list>
#include <span>

namespace farfield::render {

/// An attribute of an interleaved vertex: floats, or normalised bytes.
struct VertexAttribute {
    enum class Type { Float, NormalisedByte };
    int components = 0;
    Type type = Type::Float;
    std::size_t offset_bytes = 0;
};

/// A vertex array over one buffer that the CPU refills. Attribute i has location i.
class VertexStream {
public:
    VertexStream(std::size_t vertex_bytes, std::initializer_list<VertexAttribute> attributes);

    /// Replaces the buffer's contents, without waiting for earlier draws.
    void upload(std::span<const std::byte> vertices);
    void bind() const;

private:
    Buffer buffer_ = Buffer::create();
    VertexArray array_ = VertexArray::create();
};

}  // namespace farfield::render
