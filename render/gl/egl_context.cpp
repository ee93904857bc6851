#include "render/gl/egl_context.h"

#include "render/gl/renderer_name.h"

#include <array>
#include <stdexcept>
#include <utility>
#include <vector>

#include <epoxy/egl.h>
#include <epoxy/gl.h>

namespace farfield::render {
namespace {

struct Candidate {
    EGLDisplay display = EGL_NO_DISPLAY;
    std::string platform;
};

/// A current context, or a reason why there is none.
struct Attempt {
    EGLContext context = EGL_NO_CONTEXT;
    std::string reason;
};

constexpr EGLint max_devices = 16;

std::string egl_error()
{
    switch (const EGLint error = eglGetError()) {
    case EGL_NOT_INITIALIZED:
        return "EGL_NOT_INITIALIZED";
    case EGL_BAD_MATCH:
        return "EGL_BAD_MATCH";
    case EGL_BAD_ALLOC:
        return "EGL_BAD_ALLOC";
    case EGL_BAD_ATTRIBUTE:
        return "EGL_BAD_ATTRIBUTE";
    case EGL_BAD_CONFIG:
        return "EGL_BAD_CONFIG";
    case EGL_BAD_ACCESS:
        return "EGL_BAD_ACCESS";
    default:
        return "EGL error " + std::to_string(error);
    }
}

bool client_has(const char* extension)
{
    return epoxy_has_egl_extension(EGL_NO_DISPLAY, extension);
}

std::vector<Candidate> candidates()
{
    std::vector<Candidate> found;
    if (!client_has("EGL_EXT_platform_base")) return found;
    if (client_has("EGL_MESA_platform_surfaceless"))
        found.push_back(
            {eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr),
             "surfaceless"});
    if (!client_has("EGL_EXT_platform_device") || !client_has("EGL_EXT_device_enumeration")) return found;
    std::array<EGLDeviceEXT, max_devices> devices{};
    EGLint count = 0;
    if (eglQueryDevicesEXT(max_devices, devices.data(), &count) == EGL_FALSE) return found;
    for (EGLint i = 0; i < count; ++i)
        found.push_back({eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr),
                         "device " + std::to_string(i)});
    return found;
}

/// A config for drivers that need one for a context; null for drivers that do not.
EGLConfig config_for(EGLDisplay display)
{
    if (epoxy_has_egl_extension(display, "EGL_KHR_no_config_context")) return nullptr;
    constexpr std::array<EGLint, 5> wanted{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE,
                                           EGL_PBUFFER_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    eglChooseConfig(display, wanted.data(), &config, 1, &count);
    return config;
}

EGLContext create_context(EGLDisplay display, EGLConfig config, GlVersion version)
{
    const std::array<EGLint, 7> attributes{EGL_CONTEXT_MAJOR_VERSION,
                                           version.major,
                                           EGL_CONTEXT_MINOR_VERSION,
                                           version.minor,
                                           EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                           EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                           EGL_NONE};
    return eglCreateContext(display, config, EGL_NO_CONTEXT, attributes.data());
}

std::vector<GlVersion> versions_from(GlVersion newest)
{
    std::vector<GlVersion> versions{newest};
    for (const GlVersion lower : {GlVersion{4, 4}, GlVersion{4, 3}, GlVersion{3, 3}})
        if (std::pair(lower.major, lower.minor) < std::pair(newest.major, newest.minor))
            versions.push_back(lower);
    return versions;
}

Attempt try_display(EGLDisplay display, GlVersion newest)
{
    if (display == EGL_NO_DISPLAY) return {.reason = "no display (" + egl_error() + ")"};
    if (eglInitialize(display, nullptr, nullptr) == EGL_FALSE)
        return {.reason = "cannot initialise (" + egl_error() + ")"};
    if (eglBindAPI(EGL_OPENGL_API) == EGL_FALSE) return {.reason = "no desktop OpenGL (" + egl_error() + ")"};
    const EGLConfig config = config_for(display);
    Attempt attempt;
    for (const GlVersion version : versions_from(newest)) {
        const EGLContext context = create_context(display, config, version);
        if (context == EGL_NO_CONTEXT) {
            attempt.reason = "no OpenGL 3.3 core (" + egl_error() + ")";
            continue;
        }
        if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_TRUE)
            return {.context = context, .reason = {}};
        attempt.reason = "cannot draw without a surface (" + egl_error() + ")";
        eglDestroyContext(display, context);
    }
    return attempt;
}

}  // namespace

EglContext::EglContext(GlVersion newest)
{
    std::string reasons;
    for (const Candidate& candidate : candidates()) {
        const Attempt attempt = try_display(candidate.display, newest);
        if (attempt.context == EGL_NO_CONTEXT) {
            reasons += "; " + candidate.platform + ": " + attempt.reason;
            continue;
        }
        std::string renderer = renderer_name();
        const bool software = is_software_renderer(renderer);
        if (context_ != nullptr && software) {
            eglDestroyContext(candidate.display, attempt.context);
            continue;
        }
        destroy();
        display_ = candidate.display;
        context_ = attempt.context;
        platform_ = candidate.platform;
        renderer_ = std::move(renderer);
        if (!software) break;
    }
    if (context_ == nullptr)
        throw std::runtime_error(
            "cannot make an OpenGL context without a window" +
            (reasons.empty() ? "; EGL offers neither its surfaceless nor its device platform" : reasons));
    make_current();
    const int version = epoxy_gl_version();
    version_ = {.major = version / 10, .minor = version % 10};
}

EglContext::EglContext(EglContext&& other) noexcept
{
    *this = std::move(other);
}

EglContext& EglContext::operator=(EglContext&& other) noexcept
{
    std::swap(display_, other.display_);
    std::swap(context_, other.context_);
    std::swap(version_, other.version_);
    std::swap(platform_, other.platform_);
    std::swap(renderer_, other.renderer_);
    return *this;
}

EglContext::~EglContext()
{
    destroy();
}

void EglContext::make_current()
{
    // The API bound is a property of the thread, so a context that moved to another needs it again.
    eglBindAPI(EGL_OPENGL_API);
    if (eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) == EGL_FALSE)
        throw std::runtime_error("cannot make the OpenGL context current (" + egl_error() +
                                 "); is it current on another thread?");
}

void EglContext::release_current() noexcept
{
    if (eglGetCurrentContext() == context_)
        eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

void EglContext::destroy() noexcept
{
    if (context_ == nullptr) return;
    release_current();
    // The display is one per process and platform, and may serve other contexts: it stays initialised.
    eglDestroyContext(display_, context_);
    context_ = nullptr;
}

}  // namespace farfield::render
