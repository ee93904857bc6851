#pragma once

#include "render/gl/gl_handles.h"

#include <cstdint>
#include <span>
#include <vector>

namespace farfield::render {

/// 8-bit RGBA pixels, rows from top to bottom, no padding.
struct Image {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgba;  ///< [height * width * 4]
};

/// An offscreen framebuffer: RGBA8 colour and 24-bit depth. Its context must be current in every call.
class RenderTarget {
public:
    /// Throws std::invalid_argument for an empty size, std::runtime_error when the driver refuses the
    /// framebuffer. samples: 0 draws without multisampling; the driver's maximum limits larger counts.
    RenderTarget(int width, int height, int samples = 0);

    /// Makes this the framebuffer to draw into, and sets the viewport to all of it.
    void bind() const;

    /// Waits for the draws and reads the pixels back, top row first. Leaves the target bound.
    /// rgba: [height * width * 4] bytes, else throws std::invalid_argument.
    void read(std::span<std::uint8_t> rgba) const;
    [[nodiscard]] Image read() const;

    [[nodiscard]] int width() const { return width_; }
    [[nodiscard]] int height() const { return height_; }
    [[nodiscard]] GlId framebuffer() const { return draw_.id(); }

private:
    int width_ = 0;
    int height_ = 0;
    Renderbuffer colour_, depth_, resolved_colour_;
    Framebuffer draw_, resolved_;
};

}  // namespace farfield::render
