#include "render/scene_renderer.h"

#include "tests/catch.h"
#include "tests/render/counting_allocator.h"
#include "tests/render/gl_fixture.h"

#include <epoxy/gl.h>

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
        scene.trail = {put_particles(slots, 0, newer), put_particles(slots, 1, older)};
        scene.particles = scene.trail.front();
        scene.particle_style = {.size = 9.0F, .perspective = false, .shaded = false};
        scene.rakes = {line_rake({-5, 3, 0}, {5, 3, 0}, 4)};
        scene.legend = {"speed", "m/s"};
        scene.texts = {{"frame 12", {8, 20}, glm::vec4(1.0F)}};
        scene.background = {};
        renderer.set_glyph_atlas(block_atlas());
    }

    Image draw()
    {
        gl.target.bind();
        renderer.draw(scene, slots);
        return gl.picture();
    }

    GlFixture gl;
    FrameSlots slots{{.slots = 2, .slot_bytes = 256}};
    SceneRenderer renderer;
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
    const Image image = full.draw();
    const ColourTable table = colour_table(ColourMap::Viridis);
    CHECK(colour_at(image, pixel_of({-3, 1, 0})) == glm::ivec3(table[51]));
    CHECK(colour_at(image, pixel_of({2, -2, 1})) == glm::ivec3(table[204]));
}

TEST_CASE("SceneRenderer: the background runs from its top colour to its bottom colour", "[gl]")
{
    FullScene full;
    full.scene.show = {.particles = false,
                       .trails = false,
                       .outline = false,
                       .axes = false,
                       .legend = false,
                       .rakes = false};
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

TEST_CASE("SceneRenderer: every layer can be switched off", "[gl]")
{
    FullScene full;
    const Image all = full.draw();
    for (bool Show::*layer :
         {&Show::particles, &Show::trails, &Show::outline, &Show::axes, &Show::legend, &Show::rakes}) {
        full.scene.show.*layer = false;
        CHECK(full.draw().rgba != all.rgba);
        full.scene.show.*layer = true;
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
        full.renderer.draw(full.scene, full.slots);
    }
    CHECK(allocations_of_this_thread() - before == 0);
}

TEST_CASE("SceneRenderer: before the first frame there is a picture without particles", "[gl]")
{
    FullScene full;
    full.scene.particles.reset();
    full.scene.trail.clear();
    CHECK(count_lit(full.draw()) > 0);
}
