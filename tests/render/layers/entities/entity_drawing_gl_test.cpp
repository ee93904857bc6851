#include "render/layers/entities/entity_drawing.h"

#include "render/layers/entities/plane_grid_drawing.h"
#include "render/primitives/draw_context.h"
#include "render/primitives/line_batch.h"
#include "tests/catch.h"
#include "tests/render/counting_allocator.h"
#include "tests/render/scene_pictures.h"

#include <array>
#include <cmath>

using namespace farfield::render;
using namespace farfield::render::test;

namespace {

constexpr float size = 24.0F;                  // pixels; a world unit has 10
constexpr float radius = size / 2.0F / 10.0F;  // in the world
const glm::ivec3 blue(79, 173, 255), red(255, 92, 84), green(87, 214, 120), yellow(255, 214, 79);

EntityMark mark(glm::vec3 place, EntityShape shape = EntityShape::Ball,
                EntityForce force = EntityForce::Friendly)
{
    EntityMark made;
    made.place = place;
    made.shape = shape;
    made.force = force;
    return made;
}

EntityDrawing drawing_of(std::vector<EntityMark> marks)
{
    EntityDrawing drawing;
    drawing.entities = std::move(marks);
    drawing.style.size = size;
    return drawing;
}

bool is_near(glm::ivec3 a, glm::ivec3 b)
{
    return glm::all(glm::lessThanEqual(glm::abs(a - b), glm::ivec3(4)));
}

glm::ivec3 colour_in(const Image& image, glm::vec3 place)
{
    return colour_at(image, pixel_of(place));
}

}  // namespace

TEST_CASE("EntityDrawing: each force has its colour and its frame", "[gl]")
{
    ScenePictures pictures;
    const EntityDrawing drawing = drawing_of({mark({-6, 0, 0}, EntityShape::Ball, EntityForce::Friendly),
                                              mark({-2, 0, 0}, EntityShape::Ball, EntityForce::Opposing),
                                              mark({2, 0, 0}, EntityShape::Ball, EntityForce::Neutral),
                                              mark({6, 0, 0}, EntityShape::Ball, EntityForce::Other)});
    const Image image = pictures.draw({&drawing});
    const std::array colours{blue, red, green, yellow};
    for (int i = 0; i < 4; ++i) {
        const glm::vec3 place(-6.0F + 4.0F * static_cast<float>(i), 0, 0);
        CHECK(is_near(colour_in(image, place + glm::vec3(0.6F * radius, 0, 0)),
                      colours.at(static_cast<std::size_t>(i))));
    }
    // A square has corners, a disc and a diamond have none; the triangle's point is upwards.
    const glm::vec3 corner(0.78F * radius, 0.78F * radius, 0);
    CHECK(is_near(colour_in(image, glm::vec3(2, 0, 0) + corner), green));
    for (const float x : {-6.0F, -2.0F, 6.0F}) {
        const glm::ivec3 seen = colour_in(image, glm::vec3(x, 0, 0) + corner);
        for (const glm::ivec3 colour : colours) CHECK_FALSE(is_near(seen, colour));
    }
    CHECK(is_near(colour_in(image, {6, 1.1F * radius, 0}), yellow));
    CHECK_FALSE(is_near(colour_in(image, {6, -1.1F * radius, 0}), yellow));
}

TEST_CASE("EntityDrawing: a shape points where the entity does", "[gl]")
{
    ScenePictures pictures;
    EntityMark east = mark({0, 0, 0}, EntityShape::Dart);
    east.heading = heading_turn(90.0);
    const EntityDrawing drawing = drawing_of({east});
    const Image image = pictures.draw({&drawing});
    CHECK_FALSE(is_near(colour_in(image, {0.5F * radius, 0, 0}), blue));  // the tip
    CHECK(is_near(colour_in(image, {-0.6F * radius, 0, 0}), blue));
    CHECK(is_near(colour_in(image, {0, 0.6F * radius, 0}), blue));
    CHECK(is_near(colour_in(image, {0, -0.6F * radius, 0}), blue));
}

TEST_CASE("EntityDrawing: an entity moves on with its velocity", "[gl]")
{
    ScenePictures pictures;
    EntityMark moving = mark({-4, 1, 0});
    moving.velocity = half_vector({2.5F, -1.0F, 0.0F});
    EntityDrawing drawing = drawing_of({moving});
    drawing.seconds = 2.0F;
    const Image image = pictures.draw({&drawing});
    CHECK(is_near(colour_in(image, {1 + 0.6F * radius, -1, 0}), blue));
    CHECK(colour_in(image, {-4 + 0.6F * radius, 1, 0}) == glm::ivec3(0));
}

TEST_CASE("EntityDrawing: each force has its letter, which small symbols have not", "[gl]")
{
    ScenePictures pictures;
    EntityDrawing drawing = drawing_of({mark({-5, 0, 0}, EntityShape::Ball, EntityForce::Friendly),
                                        mark({-1, 0, 0}, EntityShape::Ball, EntityForce::Opposing),
                                        mark({3, 0, 0}, EntityShape::Ball, EntityForce::Neutral),
                                        mark({7, 0, 0}, EntityShape::Ball, EntityForce::Other)});
    drawing.style.size = 40.0F;
    constexpr float large = 2.0F;  // radius in the world
    const Image image = pictures.draw({&drawing});
    // From the middle of a badge, in half heights of a letter: what is a stroke in F, O, N and U.
    const auto is_stroke = [&](int symbol, glm::vec2 at) {
        const glm::vec2 badge = large * glm::vec2(-0.82F, 0.82F) + 0.52F * 0.52F * large * at;
        const glm::ivec3 seen =
            colour_in(image, {-5.0F + 4.0F * static_cast<float>(symbol) + badge.x, badge.y, 0});
        return glm::all(glm::greaterThan(seen, glm::ivec3(150)));
    };
    CHECK(is_stroke(0, {0.2F, 0.05F}));
    CHECK_FALSE(is_stroke(1, {0.0F, 0.0F}));
    CHECK(is_stroke(2, {0.0F, 0.0F}));
    CHECK_FALSE(is_stroke(3, {0.0F, 0.0F}));
    for (const int symbol : {1, 3}) CHECK(is_stroke(symbol, {0.0F, symbol == 1 ? -0.9F : -1.0F}));
    for (const int symbol : {0, 2}) CHECK_FALSE(is_stroke(symbol, {0.1F, -1.0F}));
    CHECK(is_stroke(0, {0.3F, 1.0F}));
    CHECK(is_stroke(1, {0.0F, 0.9F}));
    CHECK_FALSE(is_stroke(3, {0.0F, 1.0F}));

    drawing.style.size = 14.0F;
    const Image small = pictures.draw({&drawing});
    int white = 0;
    for (std::size_t pixel = 0; pixel < small.rgba.size() / 4; ++pixel)
        white += small.rgba[4 * pixel] > 230 && small.rgba[4 * pixel + 2] > 230 ? 1 : 0;
    CHECK(white == 0);
}

TEST_CASE("EntityDrawing: one with an old state has a frame of dots", "[gl]")
{
    ScenePictures pictures;
    const auto blue_pixels = [&](std::uint8_t state) {
        EntityMark one = mark({0, 0, 0});
        one.state = state;
        EntityDrawing drawing = drawing_of({one});
        drawing.style.size = 40.0F;
        const Image image = pictures.draw({&drawing});
        int count = 0;
        // Beyond the shape, where the frame is.
        for (int i = 0; i < 720; ++i) {
            const float angle = glm::radians(0.5F * static_cast<float>(i));
            count += is_near(colour_in(image, 1.95F * glm::vec3(std::cos(angle), std::sin(angle), 0)), blue);
        }
        return count;
    };
    const int whole = blue_pixels(entity_is_stale), dotted = blue_pixels(entity_is_old);
    CHECK(dotted > 0.3 * whole);
    CHECK(dotted < 0.8 * whole);
}

TEST_CASE("EntityDrawing: one without news is hollow, one that is cut off grey", "[gl]")
{
    ScenePictures pictures;
    EntityMark stale = mark({-3, 0, 0}), cut_off = mark({3, 0, 0});
    stale.state = entity_is_stale;
    cut_off.state = entity_is_cut_off;
    const EntityDrawing drawing = drawing_of({stale, cut_off});
    const Image image = pictures.draw({&drawing});
    CHECK_FALSE(is_near(colour_in(image, {-3 + 0.6F * radius, 0, 0}), blue));
    CHECK(is_near(colour_in(image, {-3 + radius - 0.05F, 0.03F, 0}), blue));
    CHECK(is_near(colour_in(image, {3 + 0.6F * radius, 0, 0}), glm::ivec3(158)));
}

TEST_CASE("EntityDrawing: symbols have 12 pixels at least, from however far away", "[gl]")
{
    ScenePictures pictures;
    EntityDrawing drawing = drawing_of({mark({0, 0, -3000})});
    drawing.style.size = 1.0F;
    pictures.scene.bounds = {{-8, -6, -4}, {8, 6, 4}};  // the far plane is before it
    const Image image = pictures.draw({&drawing});
    CHECK(count_lit(image) > 100);
    CHECK(count_lit(image) < 200);
}

TEST_CASE("EntityDrawing: a symbol is as large as the entity where that is more", "[gl]")
{
    ScenePictures pictures;
    EntityDrawing drawing = drawing_of({mark({0, 0, 0}, EntityShape::Hull)});
    drawing.units_per_metre = 0.05F;  // a hull of 100 m has 50 pixels
    const Image image = pictures.draw({&drawing});
    CHECK(is_near(colour_in(image, {2.2F, 0.03F, 0}), blue));
    CHECK(colour_in(image, {3, 0.03F, 0}) == glm::ivec3(0));
}

TEST_CASE("EntityDrawing: what is before an entity leaves it faint, what it lies on does not", "[gl]")
{
    ScenePictures pictures;
    struct Sheet final : Drawing {
        float z = 0.0F;
        struct Painter {
            LineBatch lines;
        };
        void draw(Pass pass, DrawContext& context) const override
        {
            if (pass != Pass::Opaque) return;
            LineBatch& lines = context.painter<Painter>().lines;
            lines.clear();
            lines.add({-8, 0, z}, {8, 0, z}, {1, 1, 1, 1}, 110.0F);
            lines.draw(context.view);
        }
    };
    Sheet sheet;
    const EntityDrawing drawing = drawing_of({mark({0, 0, 0})});
    const glm::vec3 in_frame(0.6F * radius, 0, 0);
    sheet.z = 0.2F;  // ground that rises towards the eye
    CHECK(is_near(colour_in(pictures.draw({&sheet, &drawing}), in_frame), blue));
    sheet.z = 12.0F;
    const glm::ivec3 behind = colour_in(pictures.draw({&sheet, &drawing}), in_frame);
    CHECK(behind.r > 140);  // the sheet is white, the entity blue: it is seen faintly
    CHECK(behind.r < 220);
}

TEST_CASE("EntityDrawing: a leader reaches to where the entity will be", "[gl]")
{
    ScenePictures pictures;
    EntityMark moving = mark({-4, 0.03F, 0});
    moving.velocity = half_vector({1.0F, 0.0F, 0.0F});
    EntityDrawing drawing = drawing_of({moving});
    drawing.style.leader_seconds = 8.0F;
    const Image image = pictures.draw({&drawing});
    CHECK(colour_in(image, {3.5F, 0.03F, 0}) != glm::ivec3(0));
    CHECK(colour_in(image, {4.5F, 0.03F, 0}) == glm::ivec3(0));
    drawing.style.leader_seconds = 0.0F;
    CHECK(colour_in(pictures.draw({&drawing}), {3.5F, 0.03F, 0}) == glm::ivec3(0));
}

TEST_CASE("EntityDrawing: a trail fades with its age", "[gl]")
{
    ScenePictures pictures;
    EntityDrawing drawing = drawing_of({mark({6, 4, 0})});
    TrailSegment old, fresh;
    old.from = {-6, 0.03F, 0};
    old.to = fresh.from = {-3, 0.03F, 0};
    fresh.to = {0, 0.03F, 0};
    fresh.freshness = 65'535;
    old.force = fresh.force = EntityForce::Friendly;
    drawing.trails = {old, fresh};
    const Image image = pictures.draw({&drawing});
    const int blue_of_old = colour_in(image, {-4.5F, 0.03F, 0}).b;
    CHECK(blue_of_old > 5);
    CHECK(colour_in(image, {-1.5F, 0.03F, 0}).b > 3 * blue_of_old);
}

TEST_CASE("EntityDrawing: a name without room on any side gives way, but not that of a selected one", "[gl]")
{
    ScenePictures pictures;
    pictures.renderer.set_glyph_atlas(block_atlas());
    const auto lit_with = [&](const std::string& last_name, std::uint8_t last_state) {
        EntityDrawing drawing = drawing_of({});
        for (int i = 0; i < 5; ++i) {
            drawing.entities.push_back(mark({0, 0, 1.0F - 0.5F * static_cast<float>(i)}));
            drawing.names.emplace_back("ab");
        }
        drawing.entities.back().state = last_state;
        drawing.names.back() = last_name;
        return count_lit(pictures.draw({&drawing}));
    };
    const int of_four = lit_with("", 0);
    CHECK(lit_with("abcd", 0) == of_four);
    CHECK(lit_with("abcd", entity_is_selected) > lit_with("", entity_is_selected));
    CHECK(of_four > count_lit(pictures.draw({})));
}

TEST_CASE("EntityDrawing: entities that are others are handed over once their version is another", "[gl]")
{
    ScenePictures pictures;
    EntityDrawing drawing = drawing_of({mark({0, 0, 0})});
    REQUIRE(is_near(colour_in(pictures.draw({&drawing}), {0.6F * radius, 0, 0}), blue));
    drawing.entities.front().force = EntityForce::Opposing;
    drawing.version = EntityDrawing::next_version();
    CHECK(is_near(colour_in(pictures.draw({&drawing}), {0.6F * radius, 0, 0}), red));
}

TEST_CASE("EntityDrawing: entities and a grid drawn again allocate nothing", "[gl]")
{
    ScenePictures pictures;
    pictures.renderer.set_glyph_atlas(block_atlas());
    EntityDrawing drawing = drawing_of({mark({0, 0, 0}), mark({1, 2, 0})});
    drawing.names = {"a name of some length", "another name"};
    PlaneGridDrawing grid;
    grid.area = {{-8000, -6000, 0}, {8000, 6000, 0}};
    pictures.draw({&grid, &drawing});
    pictures.gl.target.bind();
    const std::size_t before = allocations_of_this_thread();
    for (int i = 0; i < 10; ++i) {
        drawing.seconds += 0.01F;
        pictures.renderer.draw(pictures.scene);
    }
    CHECK(allocations_of_this_thread() - before == 0);
}

TEST_CASE("PlaneGridDrawing: lines lie at round distances from the origin", "[gl]")
{
    ScenePictures pictures;
    pictures.scene.camera.eye = {0, 0, 20'000};
    pictures.scene.bounds = {{-8000, -6000, 0}, {8000, 6000, 0}};  // a kilometre has 10 pixels
    PlaneGridDrawing grid;
    grid.area = pictures.scene.bounds;
    const Image image = pictures.draw({&grid});
    const auto is_lit = [&](int x) { return colour_at(image, {80 + x, 70}) != glm::ivec3(0); };
    for (const int x : {-40, -20, 0, 20, 40}) CHECK((is_lit(x) || is_lit(x - 1)));
    for (const int x : {-30, -10, 10, 30}) CHECK_FALSE(is_lit(x));
}

TEST_CASE("heading_turn: a turn is 65,536, whatever the sign and the number of turns", "[gl]")
{
    CHECK(heading_turn(0.0) == 0);
    CHECK(heading_turn(90.0) == 16'384);
    CHECK(heading_turn(-90.0) == 49'152);
    CHECK(heading_turn(359.999) == 0);
    CHECK(heading_turn(720.0 + 45.0) == 8192);
}
