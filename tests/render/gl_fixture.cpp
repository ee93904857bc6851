#include "tests/render/gl_fixture.h"

#include "render/scene/picking.h"
#include "tests/catch.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <stdexcept>

#include <epoxy/gl.h>

namespace farfield::render::test {
namespace {

constexpr float camera_distance = 20.0F;

std::size_t index_of(const Image& image, glm::ivec2 pixel)
{
    return 4 * (static_cast<std::size_t>(pixel.y) * static_cast<std::size_t>(image.width) +
                static_cast<std::size_t>(pixel.x));
}

void put_big_endian(std::byte* to, float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    for (unsigned i = 0; i < 4; ++i) to[i] = static_cast<std::byte>((bits >> (24U - 8U * i)) & 0xFFU);
}

}  // namespace

GlFixture::GlFixture()
{
    clear();
}

void GlFixture::clear()
{
    target.bind();
    glClearColor(0.0F, 0.0F, 0.0F, 1.0F);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

Image GlFixture::picture()
{
    Image image = target.read();
    REQUIRE(glGetError() == GLenum{GL_NO_ERROR});
    return image;
}

CameraView front_camera()
{
    const float half_height = 0.5F * GlFixture::height / 10.0F;
    return {.eye = {0, 0, camera_distance},
            .target = {0, 0, 0},
            .up = {0, 1, 0},
            .fov_y_radians = 2.0F * std::atan(half_height / camera_distance)};
}

Bounds front_bounds()
{
    return {{-8, -6, -4}, {8, 6, 4}};
}

ViewTransform front_view()
{
    return make_view_transform(front_camera(), {.width = GlFixture::width, .height = GlFixture::height},
                               front_bounds());
}

glm::ivec2 pixel_of(glm::vec3 world)
{
    const auto pixel = project(front_view(), world);
    REQUIRE(pixel.has_value());
    return glm::ivec2(glm::floor(*pixel));
}

glm::ivec3 colour_at(const Image& image, glm::ivec2 pixel)
{
    const std::size_t i = index_of(image, pixel);
    return {image.rgba.at(i), image.rgba.at(i + 1), image.rgba.at(i + 2)};
}

int count_of_colour(const Image& image, glm::ivec3 colour, int tolerance)
{
    int count = 0;
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x)
            if (glm::all(
                    glm::lessThanEqual(glm::abs(colour_at(image, {x, y}) - colour), glm::ivec3(tolerance))))
                ++count;
    return count;
}

int count_lit(const Image& image)
{
    return image.width * image.height - count_of_colour(image, {0, 0, 0});
}

ParticleFrame put_particles(FrameSlots& slots, std::size_t slot, std::span<const glm::vec4> particles)
{
    const ParticleFrame frame{.slot = slot, .count = particles.size()};
    std::byte* to = slots.slot(slot).data() + frame.offset_bytes;
    for (const glm::vec4 particle : particles)
        for (int i = 0; i < 4; ++i, to += 4) put_big_endian(to, particle[i]);
    slots.publish(slot, frame.offset_bytes + particles.size_bytes());
    return frame;
}

GlyphAtlas block_atlas()
{
    GlyphAtlas atlas;
    atlas.width = 16;
    atlas.height = 16;
    atlas.alpha.assign(256, 255);
    atlas.ascent = 10.0F;
    atlas.descent = 2.0F;
    for (Glyph& glyph : atlas.glyphs)
        glyph = {.x = 2, .y = 2, .width = 6, .height = 8, .left = 1.0F, .top = 8.0F, .advance = 8.0F};
    atlas.glyphs.front() = {.advance = 8.0F};
    return atlas;
}

}  // namespace farfield::render::test
