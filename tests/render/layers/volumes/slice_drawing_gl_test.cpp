#include "render/layers/volumes/slice_drawing.h"

#include "model/geometry/byte_access.h"
#include "render/gl/frame_slots.h"
#include "render/layers/particle_drawing.h"
#include "tests/catch.h"
#include "tests/render/counting_allocator.h"
#include "tests/render/gl_fixture.h"
#include "tests/render/scene_pictures.h"
#include "tests/render/turned_map.h"

#include <algorithm>

using namespace farfield;
using namespace farfield::render;
using namespace farfield::render::test;

namespace {

/// Values in a slot of their own, on 4 x 2 units about the origin.
struct CutPlane {
    CutPlane(int width, int height, const std::vector<float>& values)
    {
        std::byte* to = slots.slot(0).data() + SliceFrame::preamble_bytes;
        for (const float value : values) {
            model::store_big(to, value);
            to += sizeof(float);
        }
        slots.publish(0, SliceFrame::preamble_bytes + values.size() * sizeof(float));
        drawing.slots = &slots;
        drawing.frame = {.slot = 0,
                         .width = width,
                         .height = height,
                         .origin = {-2, -1, 0},
                         .edge_u = {4, 0, 0},
                         .edge_v = {0, 2, 0}};
    }
    FrameSlots slots{{.slots = 1, .slot_bytes = 1024}};
    SliceDrawing drawing;
};

glm::ivec3 viridis(int entry)
{
    return colour_table(ColourMap::Viridis).at(static_cast<std::size_t>(entry));
}

}  // namespace

TEST_CASE("SliceDrawing: values lie in their places, edge_u fastest", "[gl]")
{
    ScenePictures pictures;
    const CutPlane plane(4, 2, {0.0F, 0.2F, 0.4F, 0.6F, 0.8F, 1.0F, 0.2F, 0.0F});
    const Image image = pictures.draw({&plane.drawing});
    const auto at_value = [&](int column, int row) {
        return colour_at(image,
                         pixel_of({-1.5F + static_cast<float>(column), -0.5F + static_cast<float>(row), 0}));
    };
    // A pixel's middle is a twentieth of a value off along both edges.
    const auto is_near = [](glm::ivec3 colour, int entry) {
        for (int near = std::max(0, entry - 24); near <= std::min(255, entry + 24); ++near)
            if (colour == viridis(near)) return true;
        return false;
    };
    CHECK(is_near(at_value(0, 0), 0));
    CHECK(is_near(at_value(1, 0), 51));
    CHECK(is_near(at_value(3, 0), 153));
    CHECK(is_near(at_value(0, 1), 204));
    CHECK(is_near(at_value(1, 1), 255));
    CHECK(is_near(at_value(3, 1), 0));
    CHECK(colour_at(image, pixel_of({-2.15F, 0, 0})) == glm::ivec3(0));
    CHECK(colour_at(image, pixel_of({0, 1.15F, 0})) == glm::ivec3(0));
}

TEST_CASE("SliceDrawing: where there is no value there is nothing", "[gl]")
{
    ScenePictures pictures;
    const CutPlane plane(4, 1, {1.0F, nan_value, nan_value, 1.0F});
    const Image image = pictures.draw({&plane.drawing});
    CHECK(colour_at(image, pixel_of({-1.5F, 0, 0})) == viridis(255));
    CHECK(colour_at(image, pixel_of({-0.5F, 0, 0})) == glm::ivec3(0));
    CHECK(colour_at(image, pixel_of({0.5F, 0, 0})) == glm::ivec3(0));
    CHECK(colour_at(image, pixel_of({1.5F, 0, 0})) == viridis(255));
    const CutPlane nothing(2, 2, {nan_value, nan_value, nan_value, nan_value});
    CHECK(count_lit(pictures.draw({&nothing.drawing})) == 0);
}

TEST_CASE("SliceDrawing: has its map, range, place and opacity", "[gl]")
{
    ScenePictures pictures;
    CutPlane plane(1, 1, {30.0F});
    plane.drawing.colour_map = ColourMap::Turbo;
    plane.drawing.range = {.low = 0.0F, .high = 50.0F};
    plane.drawing.placement = {.offset = {0, 3, 0}, .scale = {1, 0.5F, 1}};
    Image image = pictures.draw({&plane.drawing});
    const auto colour = glm::ivec3(colour_table(ColourMap::Turbo)[153]);
    CHECK(colour_at(image, pixel_of({0, 3, 0})) == colour);
    CHECK(colour_at(image, pixel_of({0, 0, 0})) == glm::ivec3(0));
    plane.drawing.opacity = 0.5F;
    image = pictures.draw({&plane.drawing});
    const glm::ivec3 off = glm::abs(2 * colour_at(image, pixel_of({0, 3, 0})) - colour);
    CHECK(off.x + off.y + off.z <= 3);
    plane.drawing.opacity = 0.0F;
    CHECK(count_lit(pictures.draw({&plane.drawing})) == 0);
}

TEST_CASE("SliceDrawing: particles before it are seen, those behind it are not", "[gl]")
{
    ScenePictures pictures;
    const CutPlane plane(1, 1, {0.0F});
    FrameSlots slots({.slots = 1, .slot_bytes = 256});
    ParticleDrawing particles;
    particles.slots = &slots;
    particles.frame = put_particles(slots, 0, std::vector<glm::vec4>{{-1, 0, 0.5F, 1}, {1, 0, -0.5F, 1}});
    particles.style = {.size = 9.0F, .perspective = false, .shaded = false};
    for (const bool particles_first : {true, false}) {
        const Image image = particles_first ? pictures.draw({&particles, &plane.drawing})
                                            : pictures.draw({&plane.drawing, &particles});
        const bool left_is_lit = colour_at(image, pixel_of({-1, 0, 0})) == viridis(255);
        const bool right_is_lit = colour_at(image, pixel_of({1, 0, 0})) == viridis(255);
        CHECK(left_is_lit != right_is_lit);
    }
}

TEST_CASE("SliceDrawing: what lies in its plane is seen whole, from any side", "[gl]")
{
    ScenePictures pictures;
    const CutPlane plane(1, 1, {0.0F});
    FrameSlots slots({.slots = 1, .slot_bytes = 256});
    ParticleDrawing particles;
    particles.slots = &slots;
    particles.frame = put_particles(
        slots, 0, std::vector<glm::vec4>{{-1, 0, 0, 1}, {0.37F, 0.41F, 0, 1}, {1.11F, -0.53F, 0, 1}});
    particles.style = {.size = 8.0F, .perspective = false, .shaded = false};
    for (const glm::vec3 eye : {glm::vec3(0.0F, 0.0F, 10.0F), {7.0F, -3.0F, 4.0F}, {-2.0F, 6.0F, -3.0F}}) {
        pictures.scene.camera.eye = eye;
        const auto lit = [&](std::vector<const Drawing*> drawings) {
            const Image image = pictures.draw(std::move(drawings));
            int count = 0;
            for (int y = 0; y < GlFixture::height; ++y)
                for (int x = 0; x < GlFixture::width; ++x)
                    if (colour_at(image, {x, y}) == viridis(255)) ++count;
            return count;
        };
        const int alone = lit({&particles});
        CHECK(alone > 100);
        CHECK(lit({&particles, &plane.drawing}) == alone);
        CHECK(lit({&plane.drawing, &particles}) == alone);
    }
}

TEST_CASE("SliceDrawing: drawn again it allocates nothing", "[gl]")
{
    ScenePictures pictures;
    const CutPlane plane(2, 1, {0.5F, 0.75F});
    CutPlane other(2, 1, {0.5F, 0.75F});
    other.drawing.placement.offset.z = -1.0F;
    pictures.draw({&plane.drawing, &other.drawing});
    pictures.gl.target.bind();
    const std::size_t before = allocations_of_this_thread();
    for (int i = 0; i < 10; ++i) pictures.renderer.draw(pictures.scene);
    CHECK(allocations_of_this_thread() - before == 0);
}

TEST_CASE("SliceDrawing::hit: a ray meets the plane where it is placed, in parts of its edges", "[gl]")
{
    ScenePictures pictures;
    CutPlane cut(1, 1, {0.0F});
    cut.drawing.placement = {.offset = {10, 0, 0}, .scale = {1, 1, 2}};
    cut.drawing.frame->origin.z = 3.0F;  // 6 in the scene
    const auto hit = cut.drawing.hit({.origin = {11, 0.5F, 16}, .direction = {0, 0, -1}});
    REQUIRE(hit);
    CHECK(hit->distance == Approx(10.0));
    CHECK(hit->u == Approx(0.75));
    CHECK(hit->v == Approx(0.75));
    CHECK_FALSE(cut.drawing.hit({.origin = {11, 0.5F, 16}, .direction = {0, 0, 1}}));  // behind the eye
    CHECK_FALSE(cut.drawing.hit({.origin = {1, 0.5F, 16}, .direction = {0, 0, -1}}));  // beside it
    CHECK_FALSE(cut.drawing.hit({.origin = {11, 0.5F, 16}, .direction = {1, 0, 0}}));  // along it
}

TEST_CASE("SliceDrawing: contour lines are dark where the values are multiples of their distance", "[gl]")
{
    ScenePictures pictures;
    CutPlane ramp(4, 1, {0.125F, 0.375F, 0.625F, 0.875F});
    ramp.drawing.contours = 0.5F;
    const Image image = pictures.draw({&ramp.drawing});
    const auto brightness = [&](float x) {
        const glm::ivec3 colour = colour_at(image, pixel_of({x, 0.0F, 0.0F}));
        return colour.r + colour.g + colour.b;
    };
    CHECK(brightness(0.0F) < brightness(-0.3F) / 2);  // the value 0.5
    CHECK(brightness(0.0F) < brightness(0.3F) / 2);
}

TEST_CASE("SliceDrawing: contour lines are dark at values of their own", "[gl]")
{
    ScenePictures pictures;
    CutPlane ramp(4, 1, {0.125F, 0.375F, 0.625F, 0.875F});
    ramp.drawing.line_values = {0.35F, 0.65F};
    ramp.drawing.lines = 2;
    const Image image = pictures.draw({&ramp.drawing});
    const auto brightness = [&](float x) {
        const glm::ivec3 colour = colour_at(image, pixel_of({x, 0.0F, 0.0F}));
        return colour.r + colour.g + colour.b;
    };
    for (const float line : {-0.6F, 0.6F}) CHECK(brightness(line) < brightness(0.0F) / 2);
    for (const float beside : {-0.3F, 0.3F}) CHECK(brightness(beside) > brightness(0.0F) / 2);
}

TEST_CASE("SliceDrawing: cells have one colour each, and dark edges", "[gl]")
{
    ScenePictures pictures;
    CutPlane two(2, 1, {0.2F, 0.8F});
    two.drawing.cells = true;
    const Image image = pictures.draw({&two.drawing});
    const auto colour = [&](float x) { return colour_at(image, pixel_of({x, 0.0F, 0.0F})); };
    CHECK(colour(-1.5F) == colour(-0.3F));
    CHECK(colour(1.5F) == colour(0.3F));
    CHECK(colour(-0.3F) != colour(0.3F));
    const glm::ivec3 edge = colour(0.0F);
    CHECK(edge.g < colour(0.3F).g / 2);
}

TEST_CASE("SliceDrawing::hit: a ray meets a slice where a lattice draws it", "[gl]")
{
    ScenePictures pictures;
    CutPlane cut(1, 1, {0.0F});
    cut.drawing.placement.map = turned_map();
    cut.drawing.frame->origin = {101, 51, 0.5F};
    // Drawn at x = 53.2 - y, y = x - 103.2, z = 0.5 - z of its own.
    const auto hit = cut.drawing.hit({.origin = {1.7F, 0.3F, 16}, .direction = {0, 0, -1}});
    REQUIRE(hit);
    CHECK(hit->distance == Approx(16.0));
    CHECK(hit->u == Approx(0.625));
    CHECK(hit->v == Approx(0.25));
    CHECK_FALSE(cut.drawing.hit({.origin = {1.7F, 0.3F, 16}, .direction = {0, 0, 1}}));
    CHECK_FALSE(cut.drawing.hit({.origin = {2.4F, 0.3F, 16}, .direction = {0, 0, -1}}));
}

TEST_CASE("SliceDrawing::hit: a ray meets a slice that lies on the ground, the nearer slope first", "[gl]")
{
    ScenePictures pictures;
    CutPlane cut(1, 1, {0.0F});
    auto ground = std::make_shared<GroundRaster>();
    ground->id = 1;
    ground->columns = ground->rows = 3;
    ground->first = {-2.0, -2.0};
    ground->step = {2.0, 2.0};
    ground->heights = {0, 2, 0, 0, 2, 0, 0, 2, 0};  // a ridge along y
    cut.drawing.placement.ground = ground;
    cut.drawing.placement.above_ground = 0.25F;
    const auto down = cut.drawing.hit({.origin = {1, 0.5F, 16}, .direction = {0, 0, -1}});
    REQUIRE(down);
    CHECK(down->distance == Approx(14.75));
    CHECK(down->u == Approx(0.75));
    const auto level = cut.drawing.hit({.origin = {-9, 0, 1.25F}, .direction = {1, 0, 0}});
    REQUIRE(level);
    CHECK(level->distance == Approx(8.0));
    CHECK(level->u == Approx(0.25));
}
