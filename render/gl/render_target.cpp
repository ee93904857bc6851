#include "render/gl/render_target.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include <epoxy/gl.h>

namespace farfield::render {
namespace {

Renderbuffer make_storage(GLenum format, int width, int height, int samples)
{
    Renderbuffer storage = Renderbuffer::create();
    glBindRenderbuffer(GL_RENDERBUFFER, storage.id());
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
    return storage;
}

void attach(const Framebuffer& framebuffer, const Renderbuffer& colour, const Renderbuffer& depth)
{
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.id());
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour.id());
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth.id());
    const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    if (status != GL_FRAMEBUFFER_COMPLETE)
        throw std::runtime_error("cannot make an offscreen framebuffer: OpenGL status " +
                                 std::to_string(status));
}

int largest_sample_count()
{
    GLint most = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &most);
    return most;
}

std::size_t byte_count(int width, int height)
{
    return std::size_t{4} * static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
}

void flip_rows(std::span<std::uint8_t> rgba, std::size_t row_bytes)
{
    const std::size_t rows = rgba.size() / row_bytes;
    for (std::size_t row = 0; row < rows / 2; ++row) {
        const auto upper = rgba.subspan(row * row_bytes, row_bytes);
        const auto lower = rgba.subspan((rows - 1 - row) * row_bytes, row_bytes);
        std::ranges::swap_ranges(upper, lower);
    }
}

}  // namespace

RenderTarget::RenderTarget(int width, int height, int samples) : width_(width), height_(height)
{
    if (width <= 0 || height <= 0)
        throw std::invalid_argument("offscreen size must be positive, found " + std::to_string(width) +
                                    " x " + std::to_string(height));
    samples = std::clamp(samples, 0, largest_sample_count());
    colour_ = make_storage(GL_RGBA8, width, height, samples);
    depth_ = make_storage(GL_DEPTH_COMPONENT24, width, height, samples);
    draw_ = Framebuffer::create();
    if (samples > 0) {
        resolved_colour_ = make_storage(GL_RGBA8, width, height, 0);
        resolved_ = Framebuffer::create();
        attach(resolved_, resolved_colour_, Renderbuffer());
    }
    attach(draw_, colour_, depth_);
    bind();
}

void RenderTarget::bind() const
{
    glBindFramebuffer(GL_FRAMEBUFFER, draw_.id());
    glViewport(0, 0, width_, height_);
}

void RenderTarget::read(std::span<std::uint8_t> rgba) const
{
    if (rgba.size() != byte_count(width_, height_))
        throw std::invalid_argument(
            "read-back of " + std::to_string(width_) + " x " + std::to_string(height_) + " pixels needs " +
            std::to_string(byte_count(width_, height_)) + " bytes, found " + std::to_string(rgba.size()));
    glBindFramebuffer(GL_READ_FRAMEBUFFER, draw_.id());
    if (resolved_) {
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved_.id());
        glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
        glBindFramebuffer(GL_READ_FRAMEBUFFER, resolved_.id());
    }
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    flip_rows(rgba, std::size_t{4} * static_cast<std::size_t>(width_));
    bind();
}

Image RenderTarget::read() const
{
    Image image{width_, height_, std::vector<std::uint8_t>(byte_count(width_, height_))};
    read(image.rgba);
    return image;
}

}  // namespace farfield::render
