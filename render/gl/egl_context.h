#pragma once

#include <string>

namespace farfield::render {

struct GlVersion {
    int major = 4;
    int minor = 5;
    friend bool operator==(const GlVersion&, const GlVersion&) = default;
};

/// An OpenGL core context without a window or an X server, current on the thread that makes it.
/// Platforms tried: Mesa's surfaceless platform, then the devices that EGL lists. A software
/// renderer is kept only when no platform offers a hardware one.
/// The context has no framebuffer of its own: draw into a RenderTarget.
/// Threads: current on one thread at a time; make_current() after release_current() moves it.
class EglContext {
public:
    /// Asks for the version `newest`, then for 4.4, 4.3 and 3.3 as far as these are lower.
    /// Throws std::runtime_error that names every platform tried and its answer.
    explicit EglContext(GlVersion newest = {});
    EglContext(const EglContext&) = delete;
    EglContext& operator=(const EglContext&) = delete;
    EglContext(EglContext&& other) noexcept;
    EglContext& operator=(EglContext&& other) noexcept;
    /// Destroys the context; objects made in it must be gone before, or are leaked.
    ~EglContext();

    /// Makes the context current on this thread. Throws std::runtime_error when EGL refuses.
    void make_current();
    void release_current() noexcept;

    [[nodiscard]] GlVersion version() const { return version_; }  ///< the version that the driver gave
    [[nodiscard]] const std::string& platform() const
    {
        return platform_;
    }  ///< "surfaceless", "device 0", ...
    [[nodiscard]] const std::string& renderer() const { return renderer_; }  ///< GL_RENDERER

private:
    void destroy() noexcept;

    void* display_ = nullptr;
    void* context_ = nullptr;
    GlVersion version_{};
    std::string platform_;
    std::string renderer_;
};

}  // namespace farfield::render
