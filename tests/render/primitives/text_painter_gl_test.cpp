#include "render/primitives/text_painter.h"

#include "tests/catch.h"
#include "tests/render/gl_fixture.h"

#include <epoxy/gl.h>

using namespace farfield::render;
using namespace farfield::render::test;

namespace {

constexpr glm::vec4 white(1.0F);
constexpr Viewport text_viewport{.width = GlFixture::width, .height = GlFixture::height};

Image draw_text(GlFixture& gl, TextPainter& layer, const Viewport& into = text_viewport)
{
    gl.clear();
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    layer.draw(into);
    glDisable(GL_BLEND);
    return gl.picture();
}

}  // namespace

TEST_CASE("TextPainter: glyphs stand on the baseline, an advance apart", "[gl]")
{
    GlFixture gl;
    TextPainter layer;
    layer.set_atlas(block_atlas());
    layer.add("ab", {20, 50}, white, text_viewport);
    const Image image = draw_text(gl, layer);
    CHECK(count_lit(image) == 2 * 6 * 8);
    CHECK(count_of_colour(image, {255, 255, 255}) == 2 * 6 * 8);
    CHECK(colour_at(image, {21, 42}) == glm::ivec3(255));  // upper left pixel of the first block
    CHECK(colour_at(image, {26, 49}) == glm::ivec3(255));  // lower right
    CHECK(colour_at(image, {27, 49}) == glm::ivec3(0));    // between the two
    CHECK(colour_at(image, {29, 49}) == glm::ivec3(255));  // the second
    CHECK(colour_at(image, {21, 50}) == glm::ivec3(0));    // below the baseline
}

TEST_CASE("TextPainter: text can end at its position or be centred on it", "[gl]")
{
    GlFixture gl;
    TextPainter layer;
    layer.set_atlas(block_atlas());
    layer.add("abc", {100, 20}, white, text_viewport, AlignX::Right);
    layer.add("abc", {100, 60}, white, text_viewport, AlignX::Centre);
    const Image image = draw_text(gl, layer);
    CHECK(colour_at(image, {100 - 24 + 1, 19}) == glm::ivec3(255));
    CHECK(colour_at(image, {101, 19}) == glm::ivec3(0));
    CHECK(colour_at(image, {100 - 12 + 1, 59}) == glm::ivec3(255));
    CHECK(colour_at(image, {100 + 12 - 2, 59}) == glm::ivec3(255));
    CHECK(colour_at(image, {100 + 12, 59}) == glm::ivec3(0));
}

TEST_CASE("TextPainter: at a pixel ratio of two everything is twice as large", "[gl]")
{
    GlFixture gl;
    TextPainter layer;
    GlyphAtlas atlas = block_atlas();
    layer.set_atlas(atlas);
    const Viewport dense{.width = GlFixture::width, .height = GlFixture::height, .pixel_ratio = 2.0F};
    layer.add("a", {20, 30}, white, dense);
    const Image image = draw_text(gl, layer, dense);
    CHECK(count_lit(image) == 4 * 6 * 8);
    CHECK(colour_at(image, {42, 59}) == glm::ivec3(255));
}

TEST_CASE("TextPainter: without an atlas nothing is written", "[gl]")
{
    GlFixture gl;
    TextPainter layer;
    layer.add("text", {20, 50}, white, text_viewport);
    CHECK(count_lit(draw_text(gl, layer)) == 0);
}

TEST_CASE("TextPainter: an atlas with pixels that do not match its size is refused", "[gl]")
{
    const GlFixture gl;
    TextPainter layer;
    GlyphAtlas atlas = block_atlas();
    atlas.alpha.pop_back();
    CHECK_THROWS_WITH(layer.set_atlas(atlas), "a glyph atlas of 16 x 16 pixels has 255 bytes");
}
