#include "render/layers/volumes/surface_drawing.h"

#include "tests/catch.h"
#include "tests/render/counting_allocator.h"
#include "tests/render/scene_pictures.h"
#include "tests/render/surface_slots.h"

#include <cmath>

using namespace farfield::render;
using namespace farfield::render::test;

namespace {

constexpr glm::vec3 gold{0.8F, 0.6F, 0.2F};
constexpr glm::ivec3 gold_pixel{204, 153, 51};

/// A surface of one colour where light that falls on it at this cosine is reflected: shaders/surface.frag.
glm::ivec3 gold_at(float facing)
{
    const glm::vec3 lit = gold * (0.3F + 0.7F * facing) + 0.22F * std::pow(1.0F - facing, 3.0F);
    return glm::ivec3(glm::round(255.0F * lit));
}

bool is_near(glm::ivec3 colour, glm::ivec3 expected, int tolerance = 2)
{
    const glm::ivec3 off = glm::abs(colour - expected);
    return std::max({off.x, off.y, off.z}) <= tolerance;
}

}  // namespace

TEST_CASE("SurfaceDrawing: triangles lie in their place and have their colour", "[gl]")
{
    ScenePictures pictures;
    ShownSurface surface({rectangle(0.0F, 0.0F)});
    surface.drawing.colour = gold;
    surface.drawing.placement = {.offset = {0, 3, 0}, .scale = {1, 0.5F, 1}};
    const Image image = pictures.draw({&surface.drawing});
    CHECK(is_near(colour_at(image, pixel_of({0, 3, 0})), gold_pixel));
    CHECK(is_near(colour_at(image, pixel_of({-1.9F, 2.55F, 0})), gold_pixel, 6));
    CHECK(is_near(colour_at(image, pixel_of({1.9F, 3.45F, 0})), gold_pixel, 6));
    CHECK(colour_at(image, pixel_of({0, 2.35F, 0})) == glm::ivec3(0));
    CHECK(colour_at(image, pixel_of({2.15F, 3, 0})) == glm::ivec3(0));
}

TEST_CASE("SurfaceDrawing: without a colour its scalar has one, and none is light grey", "[gl]")
{
    ScenePictures pictures;
    SurfaceOfTest part = rectangle(0.0F, 30.0F);
    ShownSurface surface({part});
    surface.drawing.colour_map = ColourMap::Turbo;
    surface.drawing.range = {.low = 0.0F, .high = 50.0F};
    Image image = pictures.draw({&surface.drawing});
    CHECK(is_near(colour_at(image, pixel_of({0.5F, 0, 0})), glm::ivec3(colour_table(ColourMap::Turbo)[153])));
    for (auto& vertex : part.vertices) vertex.w = nan_value;
    put_surface(surface.slots, 0, part);
    image = pictures.draw({&surface.drawing});
    CHECK(is_near(colour_at(image, pixel_of({0.5F, 0, 0})), glm::ivec3(199)));
}

TEST_CASE("SurfaceDrawing: normals are octahedral, and light comes from the camera on both sides", "[gl]")
{
    ScenePictures pictures;
    // The normals (0, 0, 1), (0, 0, -1), (0.6, 0, 0.8) and (0, 0.6, -0.8) of docs/protocol.md.
    const std::vector<std::pair<std::array<std::int16_t, 2>, float>> cosines{{{0, 0}, 1.0F},
                                                                             {{0x7FFF, 0x7FFF}, 1.0F},
                                                                             {{0x36DB, 0}, 0.8F},
                                                                             {{0x4924, 0x7FFF}, 0.8F},
                                                                             {{0x7FFF, 0}, 0.0F}};
    for (const auto& [normal, cosine] : cosines) {
        ShownSurface surface({rectangle(0.0F, 0.0F, normal)});
        surface.drawing.colour = gold;
        const Image image = pictures.draw({&surface.drawing});
        CHECK(is_near(colour_at(image, pixel_of({0, 0, 0})), gold_at(cosine), 3));
    }
}

TEST_CASE("SurfaceDrawing: a wall that lets light through is fainter from behind, and no other surface is",
          "[gl]")
{
    ScenePictures pictures;
    const auto shade = [&](std::array<std::int16_t, 2> normal, bool is_wall, float opacity) {
        ShownSurface surface({rectangle(0.0F, 0.0F, normal)});
        surface.drawing.colour = gold;
        surface.drawing.opacity = opacity;
        surface.drawing.behind = 0.25F;
        surface.drawing.parts.front().is_wall = is_wall;
        return colour_at(pictures.draw({&surface.drawing}), pixel_of({0, 0, 0}));
    };
    constexpr std::array<std::int16_t, 2> along{0, 0}, against{0x7FFF, 0x7FFF};
    const glm::ivec3 from_before = shade(along, true, 0.8F), from_behind = shade(against, true, 0.8F);
    CHECK(is_near(from_before, glm::ivec3(glm::round(0.8F * glm::vec3(gold_pixel))), 4));
    CHECK(is_near(from_behind, glm::ivec3(glm::round(0.2F * glm::vec3(gold_pixel))), 4));
    CHECK(is_near(shade(against, false, 0.8F), from_before));
    CHECK(is_near(shade(against, true, 1.0F), gold_pixel));
}

TEST_CASE("SurfaceDrawing: vertices without normals get those of their triangles", "[gl]")
{
    ScenePictures pictures;
    SurfaceOfTest part = rectangle(0.0F, 0.0F, no_normal);
    for (auto& vertex : part.vertices) vertex.z = 0.75F * vertex.x;  // the cosine is 4/5
    ShownSurface surface({part});
    surface.drawing.colour = gold;
    const Image image = pictures.draw({&surface.drawing});
    CHECK(is_near(colour_at(image, pixel_of({0, 0, 0})), gold_at(0.8F)));
}

TEST_CASE("SurfaceDrawing: parts of one answer lie in several slots", "[gl]")
{
    ScenePictures pictures;
    SurfaceOfTest left = rectangle(0.0F, 0.0F), right = rectangle(0.0F, 1.0F);
    for (auto& vertex : left.vertices) vertex.x -= 3.0F;
    for (auto& vertex : right.vertices) vertex.x += 3.0F;
    const ShownSurface surface({left, right});
    const Image image = pictures.draw({&surface.drawing});
    const ColourTable viridis = colour_table(ColourMap::Viridis);
    CHECK(is_near(colour_at(image, pixel_of({-3, 0, 0})), glm::ivec3(viridis.front()), 4));
    CHECK(is_near(colour_at(image, pixel_of({3, 0, 0})), glm::ivec3(viridis.back()), 4));
    CHECK(colour_at(image, pixel_of({0, 0, 0})) == glm::ivec3(0));
}

TEST_CASE("SurfaceDrawing: elements with a vertex that is missing or not finite are left out", "[gl]")
{
    ScenePictures pictures;
    SurfaceOfTest part = rectangle(0.0F, 1.0F);
    part.indices[3] = 4;  // of four
    ShownSurface surface({part});
    const auto lower_left = pixel_of({-1, -0.5F, 0}), upper_right = pixel_of({1, 0.5F, 0});
    Image image = pictures.draw({&surface.drawing});
    CHECK(colour_at(image, lower_left) != glm::ivec3(0));
    CHECK(colour_at(image, upper_right) == glm::ivec3(0));
    part = rectangle(0.0F, 1.0F);
    part.vertices[0].y = nan_value;
    put_surface(surface.slots, 0, part);
    image = pictures.draw({&surface.drawing});
    CHECK(colour_at(image, lower_left) == glm::ivec3(0));
    CHECK(colour_at(image, upper_right) != glm::ivec3(0));
}

TEST_CASE("SurfaceDrawing: segments are lines two pixels wide, whatever the opacity", "[gl]")
{
    ScenePictures pictures;
    ShownSurface surface({{.vertices = {{-2, 0, 0, 0}, {2, 0, 0, 0}},
                           .normals = {no_normal, no_normal},
                           .indices = {0, 1},
                           .corners = 2}});
    surface.drawing.colour = gold;
    for (const float opacity : {1.0F, 0.2F}) {
        surface.drawing.opacity = opacity;
        const Image image = pictures.draw({&surface.drawing});
        const int lit = count_lit(image);
        CHECK(lit >= 2 * 39);
        CHECK(lit <= 3 * 41);
        CHECK(count_of_colour(image, gold_pixel, 30) >= 39);
    }
}

TEST_CASE("SurfaceDrawing: edges of triangles are darker than what is between them", "[gl]")
{
    ScenePictures pictures;
    ShownSurface surface({rectangle(0.0F, 0.0F)});
    surface.drawing.colour = gold;
    surface.drawing.edges = true;
    const Image image = pictures.draw({&surface.drawing});
    CHECK(colour_at(image, pixel_of({0, 0, 0})).x < gold_pixel.x / 2);  // on the diagonal
    CHECK(is_near(colour_at(image, pixel_of({-1, -0.5F, 0})), gold_pixel));
    CHECK(colour_at(image, pixel_of({-1.95F, -0.5F, 0})).x < gold_pixel.x / 2);
}

TEST_CASE("SurfaceDrawing: opaque it hides what is behind it, else it lets it through", "[gl]")
{
    ScenePictures pictures;
    ShownSurface front({rectangle(1.0F, 0.0F)}), back({rectangle(-1.0F, 1.0F)});
    front.drawing.colour = gold;
    const auto middle = pixel_of({0.5F, 0, 0});
    const glm::ivec3 behind(colour_table(ColourMap::Viridis).back());
    CHECK(is_near(colour_at(pictures.draw({&front.drawing, &back.drawing}), middle), gold_pixel));
    CHECK(is_near(colour_at(pictures.draw({&back.drawing, &front.drawing}), middle), gold_pixel));
    front.drawing.opacity = 0.5F;
    CHECK(is_near(2 * colour_at(pictures.draw({&front.drawing, &back.drawing}), middle), gold_pixel + behind,
                  6));
    front.drawing.opacity = 0.0F;
    CHECK(is_near(colour_at(pictures.draw({&front.drawing, &back.drawing}), middle), behind));
}

TEST_CASE("SurfaceDrawing: drawn again it allocates nothing", "[gl]")
{
    ScenePictures pictures;
    ShownSurface solid({rectangle(0.0F, 0.0F)}), clear({rectangle(1.0F, 0.0F)});
    clear.drawing.opacity = 0.5F;
    pictures.draw({&solid.drawing, &clear.drawing});
    pictures.gl.target.bind();
    const std::size_t before = allocations_of_this_thread();
    for (int i = 0; i < 10; ++i) pictures.renderer.draw(pictures.scene);
    CHECK(allocations_of_this_thread() - before == 0);
}
