#include "render/layers/trail_painter.h"

#include "render/gl/frame_slots.h"
#include "render/primitives/colour_map_textures.h"
#include "tests/catch.h"
#include "tests/render/gl_fixture.h"

#include <epoxy/gl.h>

using namespace farfield::render;
using namespace farfield::render::test;

namespace {

using Frame = std::vector<glm::vec4>;

/// Frames: newest first.
Image draw_trails(GlFixture& gl, const std::vector<Frame>& history, const TrailStyle& style)
{
    FrameSlots slots({.slots = history.size(), .slot_bytes = 1024});
    const ColourMapTextures maps;
    TrailPainter layer;
    std::vector<ParticleFrame> frames;
    for (std::size_t i = 0; i < history.size(); ++i) frames.push_back(put_particles(slots, i, history[i]));
    gl.clear();
    glEnable(GL_BLEND);
    maps.bind(ColourMap::Viridis);
    layer.draw(frames, slots, front_view(), style, {});
    glDisable(GL_BLEND);
    return gl.picture();
}

constexpr TrailStyle smooth_trails{.smooth = true, .width = 3.0F, .opacity = 1.0F};
constexpr TrailStyle thin_trails{.smooth = false, .width = 1.0F, .opacity = 1.0F};

/// One particle that runs along x, a step of 2 a frame, newest at x = 4.
Frame at(float x, float y = 0.03F)
{
    return {{x, y, 0, 1.0F}};
}

int brightness(const Image& image, float x, float y = 0.03F)
{
    const glm::ivec3 colour = colour_at(image, pixel_of({x, y, 0}));
    return colour.r + colour.g + colour.b;
}

}  // namespace

TEST_CASE("TrailPainter: joins a particle's positions in consecutive frames", "[gl]")
{
    GlFixture gl;
    for (const TrailStyle& style : {smooth_trails, thin_trails}) {
        const Image image = draw_trails(gl, {at(4), at(2), at(0)}, style);
        CHECK(brightness(image, 3.0F) > 100);
        CHECK(brightness(image, 1.0F) > 30);
        CHECK(brightness(image, 5.0F) == 0);
        CHECK(brightness(image, -1.0F) == 0);
    }
}

TEST_CASE("TrailPainter: breaks where either end is not a number", "[gl]")
{
    GlFixture gl;
    const Frame dead{{nan_value, nan_value, nan_value, nan_value}};
    for (const TrailStyle& style : {smooth_trails, thin_trails}) {
        const Image image = draw_trails(gl, {at(6), at(4), dead, at(0), at(-2)}, style);
        CHECK(brightness(image, 5.0F) > 100);
        CHECK(brightness(image, 3.0F) == 0);
        CHECK(brightness(image, 1.0F) == 0);
        CHECK(brightness(image, -1.0F) > 0);
        CHECK(count_lit(draw_trails(gl, {dead, at(0)}, style)) == 0);
    }
}

TEST_CASE("TrailPainter: fades with age", "[gl]")
{
    GlFixture gl;
    for (const TrailStyle& style : {smooth_trails, thin_trails}) {
        const Image image = draw_trails(gl, {at(6), at(4), at(2), at(0)}, style);
        CHECK(brightness(image, 5.0F) > brightness(image, 3.0F) + 50);
        CHECK(brightness(image, 3.0F) > brightness(image, 1.0F) + 50);
    }
}

TEST_CASE("TrailPainter: ends where the number of particles changes", "[gl]")
{
    GlFixture gl;
    const Frame two{{0, 0.03F, 0, 1}, {0, 3, 0, 1}};
    const Image image = draw_trails(gl, {at(4), at(2), two}, smooth_trails);
    CHECK(brightness(image, 3.0F) > 100);
    CHECK(brightness(image, 1.0F) == 0);
}

TEST_CASE("TrailPainter: particles keep apart", "[gl]")
{
    GlFixture gl;
    const Frame newer{{4, 3.03F, 0, 1}, {4, -3.03F, 0, 1}};
    const Frame older{{0, 3.03F, 0, 1}, {0, -3.03F, 0, 1}};
    const Image image = draw_trails(gl, {newer, older}, smooth_trails);
    CHECK(brightness(image, 3.0F, 3.03F) > 100);
    CHECK(brightness(image, 3.0F, -3.03F) > 100);
    CHECK(brightness(image, 2.0F, 0.0F) == 0);
}

TEST_CASE("TrailPainter: a smooth line is as wide as asked", "[gl]")
{
    GlFixture gl;
    const Image image = draw_trails(gl, {at(4), at(-4)}, {.smooth = true, .width = 6.0F, .opacity = 1.0F});
    const glm::ivec2 middle = pixel_of({3.5F, 0.03F, 0});
    int lit = 0;
    for (int y = 0; y < image.height; ++y)
        if (colour_at(image, {middle.x, y}) != glm::ivec3(0)) ++lit;
    CHECK(lit >= 6);
    CHECK(lit <= 7);
}

TEST_CASE("TrailPainter: one frame alone has no trail", "[gl]")
{
    GlFixture gl;
    CHECK(count_lit(draw_trails(gl, {at(4)}, smooth_trails)) == 0);
}
