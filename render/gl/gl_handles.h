#pragma once

#include <cstddef>
#include <utility>

namespace farfield::render {

/// An OpenGL object name as a plain integer, so that no header of this folder includes a GL loader (which may
/// not be included after Qt's GL headers).
using GlId = unsigned int;

enum class GlKind {
    Buffer,
    VertexArray,
    Texture,
    Framebuffer,
    Renderbuffer,
    Program,
    VertexShader,
    FragmentShader
};

/// Owns one OpenGL object of the given kind, or none (id 0). Moves, does not copy.
/// Contexts: create() needs a current context; that context, or one that shares objects with it, must be
/// current again when a non-empty handle is destroyed or assigned to (vertex arrays and framebuffers are
/// never shared between contexts: for these it must be the same one).
template <GlKind kind>
class GlHandle {
public:
    GlHandle() = default;
    GlHandle(const GlHandle&) = delete;
    GlHandle& operator=(const GlHandle&) = delete;
    GlHandle(GlHandle&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
    GlHandle& operator=(GlHandle&& other) noexcept
    {
        std::swap(id_, other.id_);
        return *this;
    }
    ~GlHandle() { destroy(); }

    /// Makes an object; throws std::runtime_error when the driver gives none.
    [[nodiscard]] static GlHandle create();

    [[nodiscard]] GlId id() const { return id_; }
    explicit operator bool() const { return id_ != 0; }

private:
    void destroy() noexcept;

    GlId id_ = 0;
};

using Buffer = GlHandle<GlKind::Buffer>;
using VertexArray = GlHandle<GlKind::VertexArray>;
using Texture = GlHandle<GlKind::Texture>;
using Framebuffer = GlHandle<GlKind::Framebuffer>;
using Renderbuffer = GlHandle<GlKind::Renderbuffer>;

/// An offset into the bound buffer as OpenGL takes it, in a pointer.
inline const void* buffer_offset(std::size_t bytes)
{
    return reinterpret_cast<const void*>(bytes);  // NOLINT(performance-no-int-to-ptr)
}

}  // namespace farfield::render
