#include "render/gl/render_target.h"

#include "tests/catch.h"
#include "tests/render/gl_fixture.h"

#include <epoxy/gl.h>

using namespace farfield::render;
using test::GlFixture;

namespace {

/// Red everywhere, green in the lower left quarter as OpenGL counts.
void paint_quarter(int width, int height)
{
    glClearColor(1.0F, 0.0F, 0.0F, 1.0F);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, width / 2, height / 2);
    glClearColor(0.0F, 1.0F, 0.0F, 1.0F);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
}

}  // namespace

TEST_CASE("RenderTarget::read: the first row is the top one", "[gl]")
{
    const GlFixture gl;
    for (const int samples : {0, 4}) {
        const RenderTarget target(7, 4, samples);
        paint_quarter(7, 4);
        const Image image = target.read();
        CHECK(test::colour_at(image, {0, 0}) == glm::ivec3(255, 0, 0));
        CHECK(test::colour_at(image, {0, 3}) == glm::ivec3(0, 255, 0));
        CHECK(test::colour_at(image, {6, 3}) == glm::ivec3(255, 0, 0));
    }
}

TEST_CASE("RenderTarget::read: a buffer of another size is refused", "[gl]")
{
    const GlFixture gl;
    std::vector<std::uint8_t> pixels(10);
    CHECK_THROWS_WITH(gl.target.read(pixels), "read-back of 160 x 120 pixels needs 76800 bytes, found 10");
}

TEST_CASE("RenderTarget: an empty size is refused", "[gl]")
{
    const GlFixture gl;
    CHECK_THROWS_AS(RenderTarget(0, 10), std::invalid_argument);
}
