#include "render/layers/legend_painter.h"
#include "render/layers/scene_renderer.h"

#include "render/layers/line_drawing.h"
#include "render/layers/particle_drawing.h"
#include "render/layers/terrain/terrain_drawing.h"
#include "render/scene/picking.h"
#include "tests/catch.h"
#include "tests/render/counting_allocator.h"
#include "tests/render/gl_fixture.h"

#include <epoxy/gl.h>

#include <cmath>

using namespace farfield;
using namespace farfield::render;
using namespace farfield::render::test;

namespace {

/// A scene with something in every layer.
struct FullScene {
    FullScene()
    {
        scene.camera = front_camera();
        scene.viewport = {.width = GlFixture::width, .height = GlFixture::height};
        scene.bounds = {{-6, -4, -3}, {6, 4, 3}};
        const std::vector<glm::vec4> newer{{-3, 1, 0, 0.2F}, {2, -2, 1, 0.8F}};
        const std::vector<glm::vec4> older{{-4, 2, 0, 0.2F}, {1, -3, 1, 0.8F}};
        particles.slots = &slots;
        particles.trail = {put_particles(slots, 0, newer), put_particles(slots, 1, older)};
        particles.frame = particles.trail.front();
        particles.style = {.size = 9.0F, .perspective = false, .shaded = false};
        scene.drawings = {&particles};
        scene.rakes = {rake_shape(model::LineRake{{-5, 3, 0}, {5, 3, 0}, 4})};
        scene.legends = {{.title = "speed", .units = "m/s"}};
        scene.texts = {{"frame 12", {8, 20}, glm::vec4(1.0F)}};
        scene.background = {};
        renderer.set_glyph_atlas(block_atlas());
    }

    Image draw()
    {
        gl.target.bind();
        renderer.draw(scene);
        return gl.picture();
    }

    GlFixture gl;
    FrameSlots slots{{.slots = 2, .slot_bytes = 256}};
    SceneRenderer renderer;
    ParticleDrawing particles;
    Scene scene;
};

void leave_state_as_a_toolkit_might()
{
    for (const GLenum on : {GL_SCISSOR_TEST, GL_CULL_FACE, GL_BLEND, GL_STENCIL_TEST, GL_POLYGON_OFFSET_FILL})
        glEnable(on);
    glDisable(GL_PROGRAM_POINT_SIZE);
    glScissor(3, 3, 5, 5);
    glViewport(0, 0, 9, 9);
    glColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_FALSE);
    glDepthMask(GL_FALSE);
    glDepthFunc(GL_NEVER);
    glBlendFunc(GL_ZERO, GL_ZERO);
    glCullFace(GL_FRONT_AND_BACK);
    glActiveTexture(GL_TEXTURE3);
    glClearDepth(0.0);
}

}  // namespace

TEST_CASE("SceneRenderer: particles show in the colours of the map, over the background", "[gl]")
{
    FullScene full;
    full.scene.show.legend = false;  // it may lie before them
    const Image image = full.draw();
    const ColourTable table = colour_table(ColourMap::Viridis);
    CHECK(colour_at(image, pixel_of({-3, 1, 0})) == glm::ivec3(table[51]));
    CHECK(colour_at(image, pixel_of({2, -2, 1})) == glm::ivec3(table[204]));
}

TEST_CASE("SceneRenderer: the background runs from its top colour to its bottom colour", "[gl]")
{
    FullScene full;
    full.scene.drawings.clear();
    full.scene.show = {.outline = false, .axes = false, .legend = false, .rakes = false};
    full.scene.texts.clear();
    full.scene.background = {.top = {0.8F, 0.2F, 0.0F}, .bottom = {0.0F, 0.2F, 0.6F}};
    const Image image = full.draw();
    const glm::ivec3 top = colour_at(image, {5, 0});
    const glm::ivec3 bottom = colour_at(image, {5, GlFixture::height - 1});
    CHECK(glm::all(glm::lessThanEqual(glm::abs(top - glm::ivec3(204, 51, 0)), glm::ivec3(2))));
    CHECK(glm::all(glm::lessThanEqual(glm::abs(bottom - glm::ivec3(0, 51, 153)), glm::ivec3(2))));
    full.scene.background.bottom = full.scene.background.top;
    CHECK(count_of_colour(full.draw(), {204, 51, 0}) == GlFixture::width * GlFixture::height);
}

TEST_CASE("SceneRenderer: the legend has a dark ground, whatever lies behind", "[gl]")
{
    FullScene full;
    full.scene.drawings.clear();
    full.scene.show = {.outline = false, .axes = false, .legend = true, .rakes = false};
    full.scene.texts.clear();
    full.scene.background = {.top = glm::vec3(1.0F), .bottom = glm::vec3(1.0F)};
    const Image image = full.draw();
    const LegendBox box = legend_box(full.scene.viewport);
    const glm::ivec2 beside(box.top_left + glm::vec2(-4.0F, 0.5F * box.size.y));
    CHECK(colour_at(image, {5, 5}) == glm::ivec3(255));
    CHECK(colour_at(image, beside).x < 150);
}

TEST_CASE("SceneRenderer: every part can be switched off", "[gl]")
{
    FullScene full;
    const Image all = full.draw();
    auto& show = full.scene.show;
    for (bool* part : {&full.particles.style.drawn, &full.particles.trail_style.drawn, &show.outline,
                       &show.axes, &show.legend, &show.rakes}) {
        *part = false;
        CHECK(full.draw().rgba != all.rgba);
        *part = true;
    }
    CHECK(full.draw().rgba == all.rgba);
}

TEST_CASE("SceneRenderer: draws the same after whatever a toolkit left behind", "[gl]")
{
    FullScene full;
    const Image expected = full.draw();
    leave_state_as_a_toolkit_might();
    CHECK(full.draw().rgba == expected.rgba);
}

TEST_CASE("SceneRenderer: on a round Earth all that is far away is seen lower, as the ground is", "[gl]")
{
    // In a place 20 km north of the eye, which looks north.
    const std::vector<glm::vec4> points{{-1500, 20'000, 0, 0.5F}, {1500, 20'000, 0, 0.5F}};
    const std::vector<glm::vec4> later{{-1200, 20'000, 0, 0.5F}, {1800, 20'000, 0, 0.5F}};
    const glm::vec3 from(points[0]), to(points[1]);
    GlFixture gl;
    FrameSlots slots{{.slots = 2, .slot_bytes = 256}};
    SceneRenderer renderer;
    Scene bare;
    bare.camera = {.eye = {0, 0, 100}, .target = {0, 1000, 60}, .fov_y_radians = 0.6F};
    bare.viewport = {.width = GlFixture::width, .height = GlFixture::height};
    bare.bounds = {{-3e4F, -3e4F, 0}, {3e4F, 3e4F, 3000}};
    TerrainDrawing terrain;
    ParticleDrawing particles;
    LineDrawing lines;
    particles.slots = lines.slots = &slots;
    particles.style = {.size = 5.0F, .perspective = false};
    bare.drawings = {&terrain};
    bare.show = {.outline = false, .axes = false, .legend = false, .compass = false};
    const float curvature = 2e-6F;
    const auto draw = [&](const Scene& scene) {
        gl.target.bind();
        renderer.draw(scene);
        return gl.picture();
    };
    const auto newer = put_particles(slots, 0, points), older = put_particles(slots, 1, later);
    Scene scene = bare;
    TerrainDrawing marked;
    scene.drawings = {&particles, &lines, &marked};
    SECTION("particles")
    {
        particles.frame = newer;
    }
    SECTION("particles with positions of their own")
    {
        constexpr float metres = 100.0F;
        std::vector<glm::vec4> own = points;
        for (glm::vec4& point : own) point = {(glm::vec3(point) - glm::vec3(500, 0, 0)) / metres, point.w};
        particles.frame = put_particles(slots, 0, own);
        particles.placement = {.offset = {500, 0, 0}, .scale = glm::vec3(metres)};
    }
    SECTION("trails")
    {
        particles.trail = {newer, older};
    }
    SECTION("thin trails")
    {
        particles.trail = {newer, older};
        particles.trail_style.smooth = false;
    }
    SECTION("lines")
    {
        lines.parts = {{.slot = 0, .offset_bytes = newer.offset_bytes, .points = 2}};
    }
    SECTION("rakes")
    {
        scene.rakes = {rake_shape(model::LineRake{model::point_of(from), model::point_of(to), 5})};
    }
    SECTION("marks")
    {
        auto annotations = std::make_shared<GroundAnnotations>();
        annotations->lines.push_back({{from, to}, glm::vec4(1.0F), 2.0F});
        annotations->places.push_back({from, glm::vec4(1.0F), 4.0F});
        marked.annotations = {annotations};
    }
    const auto mean_row_of_what_is_new = [&](float earth) {
        terrain.style.curvature = marked.style.curvature = earth;
        const Image without = draw(bare), with = draw(scene);
        double rows = 0.0;
        int count = 0;
        for (int y = 0; y < with.height; ++y)
            for (int x = 0; x < with.width; ++x)
                if (colour_at(with, {x, y}) != colour_at(without, {x, y})) {
                    rows += y;
                    ++count;
                }
        REQUIRE(count > 0);
        return rows / count;
    };
    const ViewTransform flat = view_of(bare);
    const float fall = curvature * 4e8F;
    const auto row = [&](float height) { return double{project(flat, {0, 20'000, height}).value().y}; };
    const double lower = mean_row_of_what_is_new(curvature) - mean_row_of_what_is_new(0.0F);
    CHECK(lower == Approx(row(-fall) - row(0.0F)).margin(1.0));
}

TEST_CASE("SceneRenderer: marks on the ground are seen from afar, and a ridge hides those behind it", "[gl]")
{
    // A wall from west to east, 8 km north of the eye.
    GroundGrid grid;
    std::vector<float> heights;
    for (int row = 0; row < 5; ++row) {
        grid.x.push_back(-1000.0F + 500.0F * static_cast<float>(row));
        grid.y.push_back(7980.0F + 10.0F * static_cast<float>(row));
        heights.insert(heights.end(), 5, 30.0F * (20.0F - std::abs(grid.y.back() - 8000.0F)));
    }
    GlFixture gl;
    SceneRenderer renderer;
    Scene scene;
    scene.camera = {.eye = {0, 0, 1000}, .target = {0, 8000, 0}, .fov_y_radians = 0.6F};
    scene.viewport = {.width = GlFixture::width, .height = GlFixture::height};
    scene.bounds = {{-1e4F, -1e4F, 0}, {1e4F, 1e4F, 600}};
    TerrainDrawing terrain;
    scene.drawings = {&terrain};
    terrain.style.curvature = GENERATE(0.0F, 6.8e-8F);
    terrain.tiles = {{1, std::make_shared<GroundShape>(make_ground_shape(grid, heights, 500.0F))}};
    scene.show = {.outline = false, .axes = false, .legend = false, .compass = false};
    const auto draw = [&] {
        gl.target.bind();
        renderer.draw(scene);
        return gl.picture();
    };
    const Image bare = draw();
    const auto is_drawn = [&](std::vector<GroundAnnotations::Line> lines,
                              std::vector<GroundAnnotations::Place> places) {
        auto annotations = std::make_shared<GroundAnnotations>();
        annotations->lines = std::move(lines);
        annotations->places = std::move(places);
        terrain.annotations = {std::move(annotations)};
        return draw().rgba != bare.rgba;
    };
    const glm::vec3 before{0, 7985, 150}, behind{0, 8015, 150}, east{400, 0, 0};
    CHECK(is_drawn({{{before, before + east}}}, {}));
    CHECK(is_drawn({}, {{before}}));
    CHECK_FALSE(is_drawn({{{behind, behind + east}}}, {}));
    CHECK_FALSE(is_drawn({}, {{behind}}));

    // Of dots that are not seen, so that nothing is but their names.
    renderer.set_glyph_atlas(block_atlas());
    const auto name_at = [](glm::vec3 place) {
        GroundAnnotations::Place named;
        named.at = place;
        named.colour.a = 0.0F;
        named.name = "Top";
        return named;
    };
    CHECK(is_drawn({}, {name_at({-600, 7980, 0})}));
    CHECK_FALSE(is_drawn({}, {name_at({-600, 8100, 0})}));
}

TEST_CASE("SceneRenderer: the picture is opaque", "[gl]")
{
    FullScene full;
    const Image image = full.draw();
    bool opaque = true;
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) opaque = opaque && image.rgba[i] == 255;
    CHECK(opaque);
}

TEST_CASE("SceneRenderer: a scene drawn again allocates nothing", "[gl]")
{
    FullScene full;
    full.draw();
    full.gl.target.bind();
    const std::size_t before = allocations_of_this_thread();
    for (int i = 0; i < 10; ++i) {
        full.scene.camera.eye.x += 0.01F;
        full.renderer.draw(full.scene);
    }
    CHECK(allocations_of_this_thread() - before == 0);
}

TEST_CASE("SceneRenderer: before the first frame there is a picture without particles", "[gl]")
{
    FullScene full;
    full.particles.frame.reset();
    full.particles.trail.clear();
    CHECK(count_lit(full.draw()) > 0);
}
