#include "render/gl/egl_context.h"
#include "render/gl/renderer_name.h"

#include "tests/catch.h"

#include <epoxy/egl.h>

using namespace farfield::render;

TEST_CASE("EglContext: a new one is current and knows its renderer", "[gl]")
{
    const EglContext context;
    CHECK(eglGetCurrentContext() != EGL_NO_CONTEXT);
    CHECK(context.version().major >= 3);
    CHECK(context.renderer() == renderer_name());
    CHECK_FALSE(context.platform().empty());
}

TEST_CASE("EglContext: nothing is current after it is gone", "[gl]")
{
    {
        const EglContext context;
    }
    CHECK(eglGetCurrentContext() == EGL_NO_CONTEXT);
}

TEST_CASE("EglContext: a moved-from one lets go without harm", "[gl]")
{
    EglContext first;
    EglContext second(std::move(first));
    second.make_current();
    CHECK(eglGetCurrentContext() != EGL_NO_CONTEXT);
}

TEST_CASE("EglContext: a second context outlives the first", "[gl]")
{
    EglContext second;
    {
        const EglContext first({3, 3});
    }
    second.make_current();
    CHECK(renderer_name() == second.renderer());
}

TEST_CASE("EglContext: a version that no driver has falls back to a lower one", "[gl]")
{
    const EglContext context({9, 9});
    CHECK(context.version().major < 9);
}

TEST_CASE("is_software_renderer: knows Mesa's software renderers by name", "[gl]")
{
    CHECK(is_software_renderer("llvmpipe (LLVM 15.0.6, 256 bits)"));
    CHECK_FALSE(is_software_renderer("NVIDIA H200/PCIe/SSE2"));
}
