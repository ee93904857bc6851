#include "render/layers/rake_painter.h"

#include "tests/catch.h"
#include "tests/render/gl_fixture.h"

#include <epoxy/gl.h>

#include <cmath>

using namespace farfield;
using namespace farfield::render;
using namespace farfield::render::test;

namespace {

Image draw_rakes(GlFixture& gl, const std::vector<RakeShape>& rakes, std::optional<HandleId> highlighted = {})
{
    RakePainter layer;
    gl.clear();
    glEnable(GL_BLEND);
    layer.draw_lines(rakes, front_view());
    glDisable(GL_DEPTH_TEST);
    layer.draw_handles(rakes, highlighted, front_view());
    glDisable(GL_BLEND);
    return gl.picture();
}

bool lit(const Image& image, glm::vec3 world)
{
    return colour_at(image, pixel_of(world)) != glm::ivec3(0);
}

}  // namespace

TEST_CASE("RakePainter: draws the line between the ends and a handle at each", "[gl]")
{
    GlFixture gl;
    const Image image = draw_rakes(gl, {rake_shape(model::LineRake{{-5, 0.03, 0}, {5, 0.03, 0}, 2})});
    CHECK(lit(image, {-5, 0.03, 0}));
    CHECK(lit(image, {2.5F, 0.03, 0}));
    CHECK(lit(image, {5, 0.03, 0}));
    CHECK_FALSE(lit(image, {2.5F, 1, 0}));
}

TEST_CASE("RakePainter: draws a lattice's seeds and edges", "[gl]")
{
    GlFixture gl;
    const Image image =
        draw_rakes(gl, {rake_shape(model::PlaneRake{{-4, -4, 0}, {8, 0, 0}, {0, 8, 0}, {5, 5}})});
    CHECK(lit(image, {2.0F, 2.0F, 0}));
    CHECK(lit(image, {1.0F, 4.0F, 0}));
    CHECK_FALSE(lit(image, {1.0F, 1.0F, 0}));
}

TEST_CASE("RakePainter: draws a circle as a ring with a spoke", "[gl]")
{
    GlFixture gl;
    const Image image = draw_rakes(gl, {rake_shape(model::CircleRake{{0, 0, 0}, {0, 0, 1}, 4.0, 3})});
    const float angle = glm::radians(47.5F);  // within a segment of the ring, not at its end
    CHECK(lit(image, {4, 0, 0}));
    CHECK(lit(image, {4.0F * std::cos(angle), 4.0F * std::sin(angle), 0}));
    CHECK(lit(image, {2, 0, 0}));
    CHECK_FALSE(lit(image, {2, 2, 0}));
}

TEST_CASE("RakePainter: draws a box's edges and its corners' handles", "[gl]")
{
    GlFixture gl;
    const Image image =
        draw_rakes(gl, {rake_shape(model::BoxRake{{-4, -4, 0}, {4, 4, 0}, model::BoxLattice{1, 1, 1}})});
    CHECK(lit(image, {4, 4, 0}));
    CHECK(lit(image, {4, 1, 0}));
    CHECK(lit(image, {0, 0, 0}));
    CHECK_FALSE(lit(image, {2, 1, 0}));
}

TEST_CASE("RakePainter: the handle under the cursor stands out", "[gl]")
{
    GlFixture gl;
    const std::vector<RakeShape> rakes{rake_shape(model::PointRake{{-4, 0, 0}}),
                                       rake_shape(model::PointRake{{4, 0, 0}})};
    const Image plain = draw_rakes(gl, rakes);
    const Image highlighted = draw_rakes(gl, rakes, HandleId{.rake = 1, .handle = 0});
    CHECK(colour_at(plain, pixel_of({4, 0, 0})) != colour_at(highlighted, pixel_of({4, 0, 0})));
    CHECK(colour_at(plain, pixel_of({-4, 0, 0})) == colour_at(highlighted, pixel_of({-4, 0, 0})));
    CHECK(count_lit(highlighted) > count_lit(plain));
}
