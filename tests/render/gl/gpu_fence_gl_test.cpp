#include "render/gl/gpu_fence.h"

#include "tests/catch.h"
#include "tests/render/gl_fixture.h"

#include <epoxy/gl.h>

using namespace farfield::render;

TEST_CASE("GpuFence: an empty fence counts as signalled", "[gl]")
{
    GpuFence fence;
    CHECK(fence.signalled());
    CHECK(fence.wait());
}

TEST_CASE("GpuFence: is signalled once what was issued before it is done", "[gl]")
{
    test::GlFixture gl;
    gl.clear();
    GpuFence fence = GpuFence::insert();
    CHECK(fence.wait());
    CHECK(fence.signalled());
}

TEST_CASE("GpuFence: is signalled after glFinish", "[gl]")
{
    test::GlFixture gl;
    gl.clear();
    GpuFence fence = GpuFence::insert();
    glFinish();
    CHECK(fence.signalled());
}

TEST_CASE("GpuFence: can be moved into a ring and back", "[gl]")
{
    const test::GlFixture gl;
    GpuFence fence = GpuFence::insert();
    GpuFence kept = std::move(fence);
    CHECK(kept.wait());
    kept = GpuFence::insert();
    CHECK(kept.wait());
}
