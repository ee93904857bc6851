#include "render/layers/line_painter.h"

#include "render/gl/frame_slots.h"
#include "render/primitives/colour_map_textures.h"
#include "tests/catch.h"
#include "tests/render/gl_fixture.h"

#include <cmath>
#include <utility>

#include <epoxy/gl.h>

using namespace farfield::render;
using namespace farfield::render::test;

namespace {

using Points = std::vector<glm::vec4>;

constexpr glm::vec4 end_of_line{nan_value, nan_value, nan_value, nan_value};
constexpr LineStyle smooth_lines{.smooth = true, .width = 3.0F};
constexpr LineStyle thin_lines{.smooth = false, .width = 1.0F};

Image draw_lines(GlFixture& gl, const std::vector<Points>& parts, const LineStyle& style)
{
    FrameSlots slots({.slots = parts.size(), .slot_bytes = 1024});
    const ColourMapTextures maps;
    LinePainter layer;
    std::vector<PolylineFrame> frames;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const ParticleFrame put = put_particles(slots, i, parts[i]);
        frames.push_back({.slot = put.slot, .offset_bytes = put.offset_bytes, .points = put.count});
    }
    gl.clear();
    glEnable(GL_BLEND);
    maps.bind(ColourMap::Viridis);
    layer.draw(frames, slots, front_view(), style, {});
    glDisable(GL_BLEND);
    return gl.picture();
}

bool is_lit(const Image& image, float x, float y = 0.03F)
{
    const glm::ivec3 colour = colour_at(image, pixel_of({x, y, 0}));
    return colour.r + colour.g + colour.b > 60;
}

}  // namespace

TEST_CASE("LinePainter: joins the points of a line, and no line to the next", "[gl]")
{
    GlFixture gl;
    const Points lines{{0, 0.03F, 0, 1}, {2, 0.03F, 0, 1}, {3, 0.03F, 0, 1}, end_of_line,
                       {5, 0.03F, 0, 1}, {7, 0.03F, 0, 1}, end_of_line};
    for (const LineStyle& style : {smooth_lines, thin_lines}) {
        const Image image = draw_lines(gl, {lines}, style);
        CHECK(is_lit(image, 1.0F));
        CHECK(is_lit(image, 2.5F));
        CHECK_FALSE(is_lit(image, 4.0F));
        CHECK(is_lit(image, 6.0F));
        CHECK_FALSE(is_lit(image, 7.5F));
    }
}

TEST_CASE("LinePainter: draws all parts of an answer", "[gl]")
{
    GlFixture gl;
    const Points first{{0, 0.03F, 0, 1}, {2, 0.03F, 0, 1}, end_of_line};
    const Points second{{4, 0.03F, 0, 1}, {6, 0.03F, 0, 1}, end_of_line};
    const Image image = draw_lines(gl, {first, second}, smooth_lines);
    CHECK(is_lit(image, 1.0F));
    CHECK_FALSE(is_lit(image, 3.0F));
    CHECK(is_lit(image, 5.0F));
}

TEST_CASE("LinePainter: draws nothing of lines of one point, and of no lines", "[gl]")
{
    GlFixture gl;
    const Points points{{0, 0.03F, 0, 1}, end_of_line, {2, 0.03F, 0, 1}, end_of_line};
    CHECK(count_lit(draw_lines(gl, {points}, thin_lines)) == 0);
    CHECK(count_lit(draw_lines(gl, {Points{}}, thin_lines)) == 0);
}

TEST_CASE("LinePainter: a lit line is as bright as it runs across the view", "[gl]")
{
    GlFixture gl;
    const glm::vec3 yellow(colour_table(ColourMap::Viridis).back());
    // From a point before the middle, the ray of view is the z axis: sine of the angle to it, and the share
    // of light that is left, 0.35 + 0.65 x sine.
    const std::vector<std::pair<glm::vec3, float>> directions{
        {{1, 0, 0}, 1.0F}, {{0.6F, 0, 0.8F}, 0.6F}, {{0.28F, 0, -0.96F}, 0.28F}};
    for (const LineStyle& style : {smooth_lines, thin_lines})
        for (const auto& [direction, sine] : directions) {
            LineStyle lit = style;
            lit.lit = true;
            lit.width = 1.5F;
            const glm::vec3 end = 0.5F * direction, height{0, 0.03F, 0};
            const Points line{{height - end, 1}, {height + end, 1}};
            const glm::ivec3 middle = colour_at(draw_lines(gl, {line}, lit), pixel_of({0.0F, 0.03F, 0}));
            CHECK(std::abs(static_cast<float>(middle.r) - yellow.r * (0.35F + 0.65F * sine)) <= 6.0F);
        }
}

TEST_CASE("LinePainter: a wide lit line is a tube, darker towards its rims", "[gl]")
{
    GlFixture gl;
    const Points line{{-2, 0.05F, 0, 0.6F}, {2, 0.05F, 0, 0.6F}};
    LineStyle wide{.width = 16.0F, .lit = true};
    const auto brightness = [&](const Image& image, float y) {
        const glm::ivec3 colour = colour_at(image, pixel_of({0, y, 0}));
        return colour.r + colour.g + colour.b;
    };
    const Image tube = draw_lines(gl, {line}, wide);
    CHECK(brightness(tube, 0.05F) > brightness(tube, 0.55F));
    CHECK(brightness(tube, 0.55F) > brightness(tube, 0.75F));
    CHECK(std::abs(brightness(tube, 0.55F) - brightness(tube, -0.45F)) <= 3);
    wide.lit = false;
    const Image flat = draw_lines(gl, {line}, wide);
    CHECK(brightness(flat, 0.05F) == brightness(flat, 0.75F));
}
