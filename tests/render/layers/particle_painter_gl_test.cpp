#include "render/layers/particle_painter.h"

#include "render/gl/frame_slots.h"
#include "render/primitives/colour_map_textures.h"
#include "render/scene/scene.h"
#include "tests/catch.h"
#include "tests/render/gl_fixture.h"

#include <epoxy/gl.h>

using namespace farfield::render;
using namespace farfield::render::test;

namespace {

constexpr ParticleStyle flat_disc{.size = 9.0F, .perspective = false, .shaded = false};
constexpr float infinity = std::numeric_limits<float>::infinity();

Image draw_particles(GlFixture& gl, const std::vector<glm::vec4>& particles,
                     const ParticleStyle& style = flat_disc, const ScalarRange& range = {})
{
    FrameSlots slots({.slots = 1, .slot_bytes = particle_preamble_bytes + particles.size() * particle_bytes});
    const ColourMapTextures maps;
    const ParticlePainter layer;
    gl.clear();
    maps.bind(ColourMap::Viridis);
    layer.draw(put_particles(slots, 0, particles), slots, front_view(), style, range);
    return gl.picture();
}

/// The same points as native floats, through the plainest shader.
Image draw_native(GlFixture& gl, const std::vector<glm::vec4>& particles, const ParticleStyle& style)
{
    const ShaderProgram program("particles_native.vert", "particles.frag");
    const ColourMapTextures maps;
    const Buffer buffer = Buffer::create();
    const VertexArray array = VertexArray::create();
    const ViewTransform view = front_view();
    glBindVertexArray(array.id());
    glBindBuffer(GL_ARRAY_BUFFER, buffer.id());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(particles.size() * sizeof(glm::vec4)),
                 particles.data(), GL_STATIC_DRAW);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, sizeof(glm::vec4), nullptr);
    gl.clear();
    maps.bind(ColourMap::Viridis);
    program.use();
    set_uniform(program.uniform("view_projection"), view.view_projection);
    set_uniform(program.uniform("point_size"), point_size_for(style, view));
    set_uniform(program.uniform("largest_point"), largest_particle);
    set_uniform(program.uniform("entry_of_scalar"), entry_of_scalar({}));
    set_uniform(program.uniform("rim_shade"), style.shaded ? particle_rim_shade : 0.0F);
    glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(particles.size()));
    return gl.picture();
}

glm::ivec3 entry(std::size_t i)
{
    return colour_table(ColourMap::Viridis)[i];
}

}  // namespace

TEST_CASE("ParticlePainter: big-endian particles give the picture of the same native points", "[gl]")
{
    GlFixture gl;
    std::vector<glm::vec4> particles;
    for (int i = 0; i < 500; ++i) {
        const auto t = static_cast<float>(i);
        particles.emplace_back(7.0F * std::sin(t), 5.0F * std::cos(1.7F * t), 3.0F * std::sin(0.3F * t),
                               t / 500.0F);
    }
    const ParticleStyle style{.size = 5.0F, .perspective = true, .shaded = true};
    const Image swapped = draw_particles(gl, particles, style);
    CHECK(count_lit(swapped) > 3000);
    CHECK(swapped.rgba == draw_native(gl, particles, style).rgba);
}

TEST_CASE("ParticlePainter: a particle is a disc of its size, in the colour of its scalar", "[gl]")
{
    GlFixture gl;
    const Image image = draw_particles(gl, {{2, 1, 0, 128.0F / 255.0F}});
    CHECK(colour_at(image, pixel_of({2, 1, 0})) == entry(128));
    CHECK(count_of_colour(image, entry(128)) == count_lit(image));
    // Area of a disc of 9 pixels, give or take its edge.
    CHECK(count_lit(image) == Approx(63.6).margin(9.0));
}

TEST_CASE("ParticlePainter: scalars take their colour from the range, beyond it that of the end", "[gl]")
{
    GlFixture gl;
    const ScalarRange range{.low = -10.0F, .high = 41.0F};
    const Image image = draw_particles(
        gl, {{-6, 0, 0, -10.0F}, {-3, 0, 0, 41.0F}, {0, 0, 0, -99.0F}, {3, 0, 0, 1e30F}, {6, 0, 0, 5.0F}},
        flat_disc, range);
    CHECK(colour_at(image, pixel_of({-6, 0, 0})) == entry(0));
    CHECK(colour_at(image, pixel_of({-3, 0, 0})) == entry(255));
    const glm::ivec3 middle = colour_at(image, pixel_of({0, 0, 0}));
    CHECK(glm::all(glm::lessThanEqual(glm::abs(middle - entry(0)), glm::ivec3(4))));
    CHECK(colour_at(image, pixel_of({3, 0, 0})) == entry(255));
    CHECK(colour_at(image, pixel_of({6, 0, 0})) == entry(75));  // 255 * 15 / 51
}

TEST_CASE("ParticlePainter: particles at positions that are not finite draw nothing", "[gl]")
{
    GlFixture gl;
    const Image image = draw_particles(gl, {{nan_value, nan_value, nan_value, nan_value},
                                            {nan_value, 0, 0, 0.5F},
                                            {0, nan_value, 0, 0.5F},
                                            {0, 0, nan_value, 0.5F},
                                            {0, 0, 0, 0.5F + nan_value},
                                            {infinity, 0, 0, 0.5F},
                                            {0, -infinity, 0, 0.5F}});
    // The fifth has a position: it is drawn grey.
    CHECK(count_of_colour(image, {140, 140, 140}, 1) == count_lit(image));
    CHECK(draw_particles(gl, {{nan_value, nan_value, nan_value, nan_value}}).rgba ==
          draw_particles(gl, {}).rgba);
}

TEST_CASE("ParticlePainter: with perspective, a particle at half the distance is twice as wide", "[gl]")
{
    GlFixture gl;
    const ParticleStyle style{.size = 8.0F, .perspective = true, .shaded = false};
    const int at_target = count_lit(draw_particles(gl, {{0, 0, 0, 1}}, style));
    const int nearer = count_lit(draw_particles(gl, {{0, 0, 10, 1}}, style));
    CHECK(static_cast<double>(nearer) / at_target == Approx(4.0).margin(0.6));
}

TEST_CASE("ParticlePainter: the nearer of two particles hides the other, in either order", "[gl]")
{
    GlFixture gl;
    const glm::vec4 near_one(0, 0, 2, 1.0F);
    const glm::vec4 far_one(0, 0, -2, 0.0F);
    CHECK(colour_at(draw_particles(gl, {near_one, far_one}), pixel_of({0, 0, 0})) == entry(255));
    CHECK(colour_at(draw_particles(gl, {far_one, near_one}), pixel_of({0, 0, 0})) == entry(255));
}

TEST_CASE("ParticlePainter: a range without extent colours all with the middle of the map", "[gl]")
{
    GlFixture gl;
    const Image image =
        draw_particles(gl, {{-2, 0, 0, 3.0F}, {2, 0, 0, 9.0F}}, flat_disc, {.low = 3.0F, .high = 3.0F});
    CHECK(colour_at(image, pixel_of({-2, 0, 0})) == entry(128));
    CHECK(colour_at(image, pixel_of({2, 0, 0})) == entry(128));
}

TEST_CASE("ParticlePainter: an empty frame draws nothing", "[gl]")
{
    GlFixture gl;
    CHECK(count_lit(draw_particles(gl, {})) == 0);
}

TEST_CASE("ParticlePainter: particles below the range of colours stand out from the background", "[gl]")
{
    GlFixture gl;
    const Image image =
        draw_particles(gl, {{0, 0, 0, -5.0F}}, {.size = 15.0F, .perspective = false, .shaded = true},
                       {.low = 0.0F, .high = 1.0F});
    // The lowest colour of the map is a dark purple; a pixel near the rim distinguishes it from a dark
    // background.
    const glm::ivec3 rim = colour_at(image, pixel_of({0, 0, 0}) + glm::ivec2(6, 0));
    const Background background;
    const glm::ivec3 behind(255.0F * background.top);
    CHECK(std::min({rim.r - behind.r, rim.g - behind.g, rim.b - behind.b}) > 30);
    const glm::ivec3 middle = colour_at(image, pixel_of({0, 0, 0}));
    CHECK(glm::all(glm::lessThanEqual(glm::abs(middle - entry(0)), glm::ivec3(4))));
}
