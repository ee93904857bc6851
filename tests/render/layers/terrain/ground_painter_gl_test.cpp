#include "render/layers/terrain/ground_painter.h"

#include "render/primitives/colour_map_textures.h"
#include "render/scene/camera_pose.h"
#include "tests/catch.h"
#include "tests/render/gl_fixture.h"

using namespace farfield::render;
using namespace farfield::render::test;

namespace {

constexpr Viewport ground_viewport{.width = GlFixture::width, .height = GlFixture::height};

/// Level ground of 5 x 5 posts round a middle, 100 m a side.
GroundTile level_tile(std::uint64_t id, glm::vec2 middle, float height)
{
    GroundGrid grid;
    for (int i = 0; i < 5; ++i) {
        grid.x.push_back(middle.x - 50.0F + 25.0F * static_cast<float>(i));
        grid.y.push_back(middle.y + 50.0F - 25.0F * static_cast<float>(i));
    }
    return {id,
            std::make_shared<GroundShape>(make_ground_shape(grid, std::vector<float>(25, height), 10.0F))};
}

struct Ground {
    Image draw(const std::vector<GroundTile>& tiles, float curvature = 0.0F)
    {
        gl.clear();
        maps.bind(ColourMap::CoolWarm);
        TerrainStyle style;
        style.map = ColourMap::CoolWarm;
        style.heights = {0.0F, 30.0F};
        style.sea = false;
        const CameraView camera =
            camera_of({.eye = {0, -300, 200}, .pitch = -30.0}, double{ground_viewport.aspect()});
        auto view = make_view_transform(camera, ground_viewport, {{-500, -500, 0}, {500, 500, 100}});
        view.curvature = curvature;
        layer.draw(tiles, view, style, overlays);
        return gl.picture();
    }
    GlFixture gl;
    ColourMapTextures maps;
    RasterOverlays overlays;
    GroundPainter layer;
};

}  // namespace

TEST_CASE("GroundPainter: draws tiles in the colours of their heights, the nearer before the farther", "[gl]")
{
    Ground ground;
    const int low = count_lit(ground.draw({level_tile(1, {0, 0}, 0.0F)}));
    CHECK(low > 500);
    const Image both = ground.draw({level_tile(2, {0, 0}, 30.0F), level_tile(1, {0, 0}, 0.0F)});
    const glm::ivec3 middle = colour_at(both, {80, 64});
    CHECK(middle.r > middle.b);
}

TEST_CASE("GroundPainter: a tile under the same id is drawn as it was first", "[gl]")
{
    Ground ground;
    const Image first = ground.draw({level_tile(7, {0, 0}, 0.0F)});
    CHECK(ground.draw({level_tile(7, {0, 0}, 0.0F)}).rgba == first.rgba);
}

TEST_CASE("GroundPainter: on a round Earth ground is seen lower", "[gl]")
{
    Ground ground;
    const auto top_row = [](const Image& image) {
        for (int y = 0; y < image.height; ++y)
            if (colour_at(image, {80, y}) != glm::ivec3(0)) return y;
        return image.height;
    };
    const int flat = top_row(ground.draw({level_tile(1, {0, 0}, 0.0F)}));
    CHECK(top_row(ground.draw({level_tile(1, {0, 0}, 0.0F)}, 4e-4F)) > flat + 2);
}
