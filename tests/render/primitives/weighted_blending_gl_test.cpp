#include "render/primitives/weighted_blending.h"

#include "render/layers/line_drawing.h"
#include "render/layers/terrain/terrain_drawing.h"
#include "tests/catch.h"
#include "tests/render/scene_pictures.h"
#include "tests/render/surface_slots.h"

#include <algorithm>
#include <cstdlib>

using namespace farfield::render;
using namespace farfield::render::test;

namespace {

constexpr glm::vec3 red{1.0F, 0.0F, 0.0F}, blue{0.0F, 0.0F, 1.0F};

/// A rectangle at a height that half of the light passes.
struct Sheet : ShownSurface {
    Sheet(float z, glm::vec3 colour) : ShownSurface({rectangle(z, 0.0F)})
    {
        drawing.colour = colour;
        drawing.opacity = 0.5F;
    }
};

/// By so much two pictures differ at most, of 255.
int greatest_difference(const Image& one, const Image& other)
{
    int greatest = 0;
    for (std::size_t i = 0; i < one.rgba.size(); ++i)
        greatest = std::max(greatest, std::abs(int{one.rgba[i]} - int{other.rgba[i]}));
    return greatest;
}

bool differ_by_at_most(int most, glm::ivec3 one, glm::ivec3 other)
{
    const glm::ivec3 off = glm::abs(one - other);
    return std::max({off.x, off.y, off.z}) <= most;
}

/// Level ground at a height, all over the picture.
TerrainDrawing plain_at(std::uint64_t id, float height)
{
    GroundGrid grid;
    for (const float place : {-10.0F, 0.0F, 10.0F}) {
        grid.x.push_back(place);
        grid.y.push_back(-place);
    }
    TerrainDrawing terrain;
    terrain.style.sea = false;
    terrain.tiles = {
        {id, std::make_shared<GroundShape>(make_ground_shape(grid, std::vector<float>(9, height), 1.0F))}};
    return terrain;
}

/// Of a picture, off the diagonal of a sheet.
glm::ivec3 middle_of(const Image& image)
{
    return colour_at(image, pixel_of({0.5F, 0.0F, 0.0F}) * (image.width / GlFixture::width));
}

}  // namespace

TEST_CASE("WeightedBlending: two transparent sheets give the same picture in either order", "[gl]")
{
    ScenePictures pictures;
    Sheet front(1.0F, red), back(-1.0F, blue);
    back.drawing.placement.offset = {1.0F, 0.5F, 0.0F};
    const Image one = pictures.draw({&front.drawing, &back.drawing});
    const Image other = pictures.draw({&back.drawing, &front.drawing});
    CHECK(count_lit(one) > 800);
    CHECK(greatest_difference(one, other) <= 1);
}

TEST_CASE("WeightedBlending: one sheet lets through what its opacity leaves", "[gl]")
{
    ScenePictures pictures;
    pictures.scene.background = {.top = glm::vec3(0.0F, 0.8F, 0.0F), .bottom = glm::vec3(0.0F, 0.8F, 0.0F)};
    Sheet sheet(0.0F, red);
    sheet.drawing.opacity = 0.25F;
    CHECK(differ_by_at_most(2, middle_of(pictures.draw({&sheet.drawing})), {64, 153, 0}));
}

TEST_CASE("WeightedBlending: opacities multiply, and of two colours the nearer one weighs more", "[gl]")
{
    ScenePictures pictures;
    const Sheet front(6.0F, red), back(-6.0F, blue), same(-6.0F, red);
    CHECK(differ_by_at_most(2, middle_of(pictures.draw({&front.drawing, &same.drawing})), {191, 0, 0}));
    const glm::ivec3 both = middle_of(pictures.draw({&front.drawing, &back.drawing}));
    CHECK(std::abs(both.r + both.b - 191) <= 2);
    CHECK(both.r > 2 * both.b);
}

TEST_CASE("WeightedBlending: lines hide what is behind them, and are seen through what is before them",
          "[gl]")
{
    ScenePictures pictures;
    FrameSlots slots({.slots = 1, .slot_bytes = 256});
    const Sheet sheet(0.0F, blue);
    for (const float z : {1.0F, -1.0F}) {
        const std::vector<glm::vec4> points{{-2, 0.03F, z, 1}, {2, 0.03F, z, 1}};
        const ParticleFrame put = put_particles(slots, 0, points);
        LineDrawing lines;
        lines.slots = &slots;
        lines.parts = {{.slot = 0, .offset_bytes = put.offset_bytes, .points = put.count}};
        lines.style.width = 5.0F;
        const glm::ivec3 yellow(colour_table(ColourMap::Viridis).back());
        const glm::ivec3 expected = z > 0.0F ? yellow : (yellow + glm::ivec3(0, 0, 255)) / 2;
        CHECK(differ_by_at_most(2, middle_of(pictures.draw({&sheet.drawing, &lines})), expected));
    }
}

TEST_CASE("WeightedBlending: ground hides what is below it, and is seen through what is above it", "[gl]")
{
    ScenePictures pictures;
    const Sheet sheet(0.0F, blue);
    const TerrainDrawing low = plain_at(1, -1.0F), high = plain_at(2, 1.0F);
    const glm::ivec3 ground = middle_of(pictures.draw({&low}));
    const glm::ivec3 seen_through = (ground + glm::ivec3(0, 0, 255)) / 2;
    CHECK(differ_by_at_most(2, middle_of(pictures.draw({&sheet.drawing, &low})), seen_through));
    const Image without = pictures.draw({&high});
    CHECK(greatest_difference(pictures.draw({&sheet.drawing, &high}), without) == 0);
}

TEST_CASE("WeightedBlending: follows the picture's size and its samples", "[gl]")
{
    ScenePictures pictures;
    const Sheet sheet(0.0F, red);
    pictures.draw({&sheet.drawing});
    for (const int samples : {0, 4}) {
        const RenderTarget larger(2 * GlFixture::width, 2 * GlFixture::height, samples);
        pictures.scene.viewport = {.width = larger.width(), .height = larger.height()};
        larger.bind();
        pictures.renderer.draw(pictures.scene);
        const Image image = larger.read();
        pictures.gl.picture();  // no error of OpenGL
        CHECK(differ_by_at_most(2, middle_of(image), {128, 0, 0}));
        CHECK(std::abs(count_lit(image) - 80 * 40) <= 120);
    }
}
