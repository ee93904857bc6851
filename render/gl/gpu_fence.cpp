#include "render/gl/gpu_fence.h"

#include <utility>

#include <epoxy/gl.h>

namespace farfield::render {

GpuFence::GpuFence(GpuFence&& other) noexcept : sync_(std::exchange(other.sync_, nullptr)) {}

GpuFence& GpuFence::operator=(GpuFence&& other) noexcept
{
    std::swap(sync_, other.sync_);
    return *this;
}

GpuFence::~GpuFence()
{
    destroy();
}

GpuFence GpuFence::insert()
{
    GpuFence fence;
    fence.sync_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glFlush();
    return fence;
}

bool GpuFence::signalled()
{
    return wait(std::chrono::nanoseconds(0));
}

bool GpuFence::wait(std::chrono::nanoseconds at_most)
{
    if (sync_ == nullptr) return true;
    const auto nanoseconds = static_cast<GLuint64>(at_most.count());
    const GLenum answer = glClientWaitSync(static_cast<GLsync>(sync_), 0, nanoseconds);
    if (answer != GL_ALREADY_SIGNALED && answer != GL_CONDITION_SATISFIED) return false;
    destroy();
    return true;
}

void GpuFence::destroy() noexcept
{
    if (sync_ != nullptr) glDeleteSync(static_cast<GLsync>(sync_));
    sync_ = nullptr;
}

}  // namespace farfield::render
