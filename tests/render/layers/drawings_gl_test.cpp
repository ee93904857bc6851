#include "render/layers/line_drawing.h"
#include "render/layers/particle_drawing.h"
#include "render/layers/terrain/terrain_drawing.h"
#include "render/primitives/dot_batch.h"
#include "render/primitives/draw_context.h"
#include "tests/catch.h"
#include "tests/render/counting_allocator.h"
#include "tests/render/scene_pictures.h"

#include <algorithm>
#include <cmath>

using namespace farfield::render;
using namespace farfield::render::test;

namespace {

/// Particles in slots of their own.
struct ParticleSet {
    explicit ParticleSet(const std::vector<glm::vec4>& points)
    {
        drawing.slots = &slots;
        drawing.frame = put_particles(slots, 0, points);
        drawing.style = {.size = 9.0F, .perspective = false, .shaded = false};
    }
    FrameSlots slots{{.slots = 1, .slot_bytes = 256}};
    ParticleDrawing drawing;
};

/// Dots, drawn by a painter that only this test knows.
struct Beacons final : Drawing {
    /// Compiles its programs when it is first asked for.
    struct Painter {
        DotBatch dots;
    };

    std::vector<glm::vec3> places;

    void draw(Pass pass, DrawContext& context) const override
    {
        if (pass != Pass::Blended) return;
        DotBatch& dots = context.painter<Painter>().dots;
        dots.clear();
        for (const glm::vec3 place : places) dots.add(place, {1.0F, 0.0F, 1.0F, 1.0F}, 8.0F, 0.0F);
        dots.draw(context.view);
    }
};

constexpr glm::ivec3 magenta{255, 0, 255};

/// A ridge from west to east.
TerrainDrawing ridge(std::uint64_t id, float height)
{
    GroundGrid grid;
    std::vector<float> heights;
    for (int row = 0; row < 3; ++row) {
        grid.x.push_back(-10.0F + 10.0F * static_cast<float>(row));
        grid.y.push_back(-1.0F + static_cast<float>(row));
        heights.insert(heights.end(), 3, row == 1 ? height : 0.0F);
    }
    TerrainDrawing terrain;
    terrain.style.map = ColourMap::CoolWarm;
    terrain.style.heights = {0.0F, 8.0F};
    terrain.style.sea = false;
    terrain.tiles = {{id, std::make_shared<GroundShape>(make_ground_shape(grid, heights, 1.0F))}};
    return terrain;
}

}  // namespace

TEST_CASE("ParticleDrawing: two sets have their own slots, colours, ranges and places", "[gl]")
{
    ScenePictures pictures;
    ParticleSet left({{-3, 1, 0, 0.2F}}), right({{10, 5, 0, 30.0F}});
    right.drawing.colour_map = ColourMap::Turbo;
    right.drawing.range = {.low = 0.0F, .high = 50.0F};
    right.drawing.placement = {.offset = {1, -4, 0}, .scale = {0.2F, 0.4F, 1.0F}};
    const Image image = pictures.draw({&left.drawing, &right.drawing});
    CHECK(colour_at(image, pixel_of({-3, 1, 0})) == glm::ivec3(colour_table(ColourMap::Viridis)[51]));
    CHECK(colour_at(image, pixel_of({3, -2, 0})) == glm::ivec3(colour_table(ColourMap::Turbo)[153]));
}

TEST_CASE("ParticleDrawing: of two sets in one place the nearer hides the other, in either order", "[gl]")
{
    ScenePictures pictures;
    ParticleSet nearer({{0, 0, 1, 1.0F}}), farther({{0, 0, 0, 0.0F}});
    nearer.drawing.placement.scale.z = 2.0F;
    const auto front = glm::ivec3(colour_table(ColourMap::Viridis)[255]);
    const glm::ivec2 middle = pixel_of({0, 0, 0});
    CHECK(colour_at(pictures.draw({&nearer.drawing, &farther.drawing}), middle) == front);
    CHECK(colour_at(pictures.draw({&farther.drawing, &nearer.drawing}), middle) == front);
}

TEST_CASE("LineDrawing: two sets have their own colours and places", "[gl]")
{
    ScenePictures pictures;
    ParticleSet points({{-1, 0, 0, 1.0F}, {1, 0, 0, 1.0F}});
    LineDrawing upper, lower;
    for (LineDrawing* lines : {&upper, &lower}) {
        lines->slots = &points.slots;
        lines->parts = {{.slot = 0, .offset_bytes = points.drawing.frame->offset_bytes, .points = 2}};
        lines->style.width = 4.0F;
    }
    upper.placement.offset = {0, 3.03F, 0};
    lower.placement.offset = {0, -3.03F, 0};
    lower.colour_map = ColourMap::CoolWarm;
    const Image image = pictures.draw({&upper, &lower});
    CHECK(colour_at(image, pixel_of({0, 3.03F, 0})) == glm::ivec3(colour_table(ColourMap::Viridis)[255]));
    CHECK(colour_at(image, pixel_of({0, -3.03F, 0})) == glm::ivec3(colour_table(ColourMap::CoolWarm)[255]));
}

TEST_CASE("Drawing: one of a type that the renderer does not know draws itself", "[gl]")
{
    ScenePictures pictures;
    Beacons beacons, others;
    beacons.places = {{-4, 2, 0}};
    others.places = {{4, 2, 0}, {0, -3, 0}};
    const Image image = pictures.draw({&beacons, &others});
    for (const glm::vec3 place : {glm::vec3(-4, 2, 0), {4, 2, 0}, {0, -3, 0}})
        CHECK(colour_at(image, pixel_of(place)) == magenta);
    CHECK(count_lit(pictures.draw({})) == 0);
}

TEST_CASE("Drawing: several drawn again allocate nothing", "[gl]")
{
    ScenePictures pictures;
    ParticleSet particles({{-3, 1, 0, 0.2F}}), more({{3, 1, 0, 0.2F}});
    Beacons beacons;
    beacons.places = {{0, 0, 0}};
    TerrainDrawing terrain = ridge(1, 4.0F), other = ridge(2, 6.0F);
    for (TerrainDrawing* marked : {&terrain, &other}) {
        auto annotations = std::make_shared<GroundAnnotations>();
        annotations->places.push_back({.at = {1, 2, 3}, .name = "Top"});
        marked->annotations = {annotations};
    }
    pictures.renderer.set_glyph_atlas(block_atlas());
    pictures.scene.show.legend = true;
    pictures.scene.legends = {{.title = "speed", .units = "m/s"}, {.title = "a longer name of a scalar"}};
    pictures.draw({&terrain, &other, &particles.drawing, &more.drawing, &beacons});
    pictures.gl.target.bind();
    const std::size_t before = allocations_of_this_thread();
    for (int i = 0; i < 10; ++i) {
        pictures.scene.camera.eye.x += 0.01F;
        pictures.renderer.draw(pictures.scene);
    }
    CHECK(allocations_of_this_thread() - before == 0);
}

TEST_CASE("TerrainDrawing: of two terrains each has its place and what lies on it", "[gl]")
{
    ScenePictures pictures;
    pictures.scene.camera = {.eye = {0, -40, 12}, .target = {0, 0, 3}};
    pictures.scene.bounds = {{-30, -30, -5}, {30, 30, 20}};
    TerrainDrawing west = ridge(1, 8.0F), east = ridge(2, 8.0F);
    west.offset = {-11, 0, 0};
    east.offset = {11, 0, 0};
    const auto overlay = [](std::uint64_t id, std::uint8_t red, std::uint8_t blue) {
        std::vector<std::uint8_t> values;
        for (int i = 0; i < 4; ++i) values.insert(values.end(), {red, 0, blue, 255});
        return RasterOverlay{.id = id,
                             .width = 2,
                             .height = 2,
                             .first = {-10, 1},
                             .last = {10, -1},
                             .step = {20, -2},
                             .values = std::make_shared<const std::vector<std::uint8_t>>(std::move(values))};
    };
    west.picture = overlay(1, 255, 0);
    east.picture = overlay(2, 0, 255);
    for (int again = 0; again < 2; ++again) {
        const Image image = pictures.draw({&west, &east});
        int red = 0, blue = 0, mixed = 0;
        for (int y = 0; y < image.height; ++y)
            for (int x = 0; x < image.width; ++x) {
                const glm::ivec3 colour = colour_at(image, {x, y});
                const bool is_left = x < image.width / 2;
                if (colour.g > 20) continue;  // sky
                red += colour.r > 60 && is_left ? 1 : 0;
                blue += colour.b > 60 && !is_left ? 1 : 0;
                mixed += (is_left ? colour.b : colour.r) > 60 ? 1 : 0;
            }
        CHECK(red > 500);
        CHECK(blue > 500);
        CHECK(mixed == 0);
    }
}

TEST_CASE("LineDrawing: a line stands out from the background", "[gl]")
{
    ScenePictures pictures;
    const auto luminance = [](glm::vec3 colour) { return glm::dot(colour, {0.2126F, 0.7152F, 0.0722F}); };
    // Grey from dark to light, and what a line of the darkest and of the lightest viridis is there.
    for (const float background : {0.0F, 0.1F, 0.3F, 0.9F, 1.0F})
        for (const float scalar : {0.0F, 1.0F}) {
            ParticleSet points({{-1, 0.03F, 0, scalar}, {1, 0.03F, 0, scalar}});
            LineDrawing lines;
            lines.slots = &points.slots;
            lines.parts = {{.slot = 0, .offset_bytes = points.drawing.frame->offset_bytes, .points = 2}};
            lines.style.width = 5.0F;
            pictures.scene.background = {.top = glm::vec3(background), .bottom = glm::vec3(background)};
            const Image image = pictures.draw({&lines});
            const auto own =
                glm::vec3(colour_table(ColourMap::Viridis).at(scalar == 0.0F ? 0 : 255)) / 255.0F;
            const float expected = background < 0.5F ? std::max(luminance(own), background + 0.12F)
                                                     : std::min(luminance(own), background - 0.12F);
            const glm::vec3 line = glm::vec3(colour_at(image, pixel_of({0, 0.03F, 0}))) / 255.0F;
            CHECK(std::abs(luminance(line) - expected) < 0.01F);
        }
}
