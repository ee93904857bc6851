#include "render/gl/gl_handles.h"

#include "tests/catch.h"
#include "tests/render/gl_fixture.h"

#include <epoxy/gl.h>

using namespace farfield::render;
using test::GlFixture;

namespace {

bool lives(GlId id)
{
    return glIsVertexArray(id) == GL_TRUE;
}

VertexArray made_and_bound()
{
    VertexArray array = VertexArray::create();
    glBindVertexArray(array.id());  // a name becomes an object when it is first bound
    glBindVertexArray(0);
    return array;
}

}  // namespace

TEST_CASE("GlHandle: the object goes with its handle", "[gl]")
{
    const GlFixture gl;
    GlId id = 0;
    {
        const VertexArray array = made_and_bound();
        id = array.id();
        CHECK(lives(id));
    }
    CHECK_FALSE(lives(id));
}

TEST_CASE("GlHandle: moving hands the object on", "[gl]")
{
    const GlFixture gl;
    VertexArray first = made_and_bound();
    const GlId id = first.id();
    const VertexArray second = std::move(first);
    CHECK(second.id() == id);
    CHECK(lives(id));
}

TEST_CASE("GlHandle: an empty one owns nothing", "[gl]")
{
    const Buffer buffer;
    CHECK_FALSE(buffer);
}
