#include "render/layers/outline_painter.h"

#include "tests/catch.h"
#include "tests/render/gl_fixture.h"

#include <epoxy/gl.h>

using namespace farfield::render;
using namespace farfield::render::test;

namespace {

using Curves = std::vector<std::vector<glm::vec3>>;

Image draw_outline(GlFixture& gl, OutlinePainter& layer, const Bounds& bounds, const Curves& curves)
{
    gl.clear();
    glEnable(GL_BLEND);
    layer.draw(bounds, curves, front_view());
    glDisable(GL_BLEND);
    return gl.picture();
}

bool lit_near(const Image& image, glm::vec3 world)
{
    const glm::ivec2 pixel = pixel_of(world);
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x)
            if (colour_at(image, pixel + glm::ivec2(x, y)) != glm::ivec3(0)) return true;
    return false;
}

}  // namespace

TEST_CASE("OutlinePainter: draws every edge of the box", "[gl]")
{
    GlFixture gl;
    OutlinePainter layer;
    const Bounds box{{-4, -3, -2}, {4, 3, 2}};
    const Image image = draw_outline(gl, layer, box, {});
    for (const float a : {-1.0F, 1.0F}) {
        for (const float b : {-1.0F, 1.0F}) {
            CHECK(lit_near(image, box.max * glm::vec3(0.3F, a, b)));
            CHECK(lit_near(image, box.max * glm::vec3(a, 0.3F, b)));
            CHECK(lit_near(image, box.max * glm::vec3(a, b, 0.3F)));
        }
    }
    CHECK_FALSE(lit_near(image, {0, 0, 0}));
}

TEST_CASE("OutlinePainter: curves are drawn in place of the box", "[gl]")
{
    GlFixture gl;
    OutlinePainter layer;
    const Bounds box{{-4, -3, 0}, {4, 3, 0}};
    const Image image = draw_outline(gl, layer, box, {{{-2, 0, 0}, {0, 2, 0}, {2, 0, 0}}});
    CHECK(lit_near(image, {-1, 1, 0}));
    CHECK(lit_near(image, {1, 1, 0}));
    CHECK_FALSE(lit_near(image, {4, 1, 0}));
}

TEST_CASE("OutlinePainter: follows bounds that change", "[gl]")
{
    GlFixture gl;
    OutlinePainter layer;
    draw_outline(gl, layer, {{-4, -3, 0}, {4, 3, 0}}, {});
    const Image image = draw_outline(gl, layer, {{-2, -1, 0}, {2, 1, 0}}, {});
    CHECK(lit_near(image, {2, 0.5F, 0}));
    CHECK_FALSE(lit_near(image, {4, 0.5F, 0}));
}
