#include "render/gl/gl_handles.h"

#include <stdexcept>

#include <epoxy/gl.h>

namespace farfield::render {
namespace {

GlId create_object(GlKind kind)
{
    GlId id = 0;
    switch (kind) {
    case GlKind::Buffer:
        glGenBuffers(1, &id);
        break;
    case GlKind::VertexArray:
        glGenVertexArrays(1, &id);
        break;
    case GlKind::Texture:
        glGenTextures(1, &id);
        break;
    case GlKind::Framebuffer:
        glGenFramebuffers(1, &id);
        break;
    case GlKind::Renderbuffer:
        glGenRenderbuffers(1, &id);
        break;
    case GlKind::Program:
        id = glCreateProgram();
        break;
    case GlKind::VertexShader:
        id = glCreateShader(GL_VERTEX_SHADER);
        break;
    case GlKind::FragmentShader:
        id = glCreateShader(GL_FRAGMENT_SHADER);
        break;
    }
    return id;
}

void destroy_object(GlKind kind, GlId id)
{
    switch (kind) {
    case GlKind::Buffer:
        glDeleteBuffers(1, &id);
        break;
    case GlKind::VertexArray:
        glDeleteVertexArrays(1, &id);
        break;
    case GlKind::Texture:
        glDeleteTextures(1, &id);
        break;
    case GlKind::Framebuffer:
        glDeleteFramebuffers(1, &id);
        break;
    case GlKind::Renderbuffer:
        glDeleteRenderbuffers(1, &id);
        break;
    case GlKind::Program:
        glDeleteProgram(id);
        break;
    case GlKind::VertexShader:
    case GlKind::FragmentShader:
        glDeleteShader(id);
        break;
    }
}

}  // namespace

template <GlKind kind>
GlHandle<kind> GlHandle<kind>::create()
{
    GlHandle handle;
    handle.id_ = create_object(kind);
    if (handle.id_ == 0)
        throw std::runtime_error("OpenGL gave no object: is a context current on this thread?");
    return handle;
}

template <GlKind kind>
void GlHandle<kind>::destroy() noexcept
{
    if (id_ != 0) destroy_object(kind, id_);
    id_ = 0;
}

template class GlHandle<GlKind::Buffer>;
template class GlHandle<GlKind::VertexArray>;
template class GlHandle<GlKind::Texture>;
template class GlHandle<GlKind::Framebuffer>;
template class GlHandle<GlKind::Renderbuffer>;
template class GlHandle<GlKind::Program>;
template class GlHandle<GlKind::VertexShader>;
template class GlHandle<GlKind::FragmentShader>;

}  // namespace farfield::render
