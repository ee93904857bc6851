#include "render/layers/terrain/raster_overlays.h"

#include "render/layers/terrain/ground_painter.h"
#include "render/primitives/colour_map_textures.h"
#include "render/scene/camera_pose.h"
#include "render/scene/picking.h"
#include "tests/catch.h"
#include "tests/render/gl_fixture.h"

using namespace farfield::render;
using namespace farfield::render::test;

namespace {

constexpr Viewport overlays_viewport{.width = GlFixture::width, .height = GlFixture::height};

ViewTransform view_from_above()
{
    const CameraView camera{.eye = {0, 0, 300}, .target = {0, 0, 0}, .up = {0, 1, 0}};
    return make_view_transform(camera, overlays_viewport, {{-200, -200, 0}, {200, 200, 100}});
}

/// Level ground of 200 m a side seen from above, north up, with overlays over it.
Image draw_overlays(const std::optional<RasterOverlay>& picture, const std::optional<RasterOverlay>& viewshed)
{
    GlFixture gl;
    const ColourMapTextures maps;
    GroundPainter layer;
    RasterOverlays overlays;
    GroundGrid grid;
    for (int i = 0; i < 3; ++i) {
        grid.x.push_back(-100.0F + 100.0F * static_cast<float>(i));
        grid.y.push_back(100.0F - 100.0F * static_cast<float>(i));
    }
    const std::vector<GroundTile> tiles{
        {1, std::make_shared<GroundShape>(make_ground_shape(grid, std::vector<float>(9, 10.0F), 1.0F))}};
    gl.clear();
    maps.bind(ColourMap::Relief);
    overlays.bind(picture, viewshed);
    layer.draw(tiles, view_from_above(), {}, overlays);
    return gl.picture();
}

RasterOverlay overlay(RasterOverlay::Kind kind, std::vector<std::uint8_t> values)
{
    static std::uint64_t ids = 0;
    return {.id = ++ids,
            .kind = kind,
            .width = 2,
            .height = 2,
            .first = {-50, 50},
            .last = {50, -50},
            .step = {100, -100},
            .values = std::make_shared<const std::vector<std::uint8_t>>(std::move(values))};
}

constexpr glm::ivec2 north_west{65, 45}, south_east{95, 75};

}  // namespace

TEST_CASE("RasterOverlays: a picture's first value lies in the north-west", "[gl]")
{
    const std::vector<std::uint8_t> red_first{255, 0, 0, 255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255};
    const Image image = draw_overlays(overlay(RasterOverlay::Kind::Colours, red_first), std::nullopt);
    CHECK(colour_at(image, north_west).r > colour_at(image, north_west).b);
    CHECK(colour_at(image, south_east).b > colour_at(image, south_east).r);
}

TEST_CASE("RasterOverlays: where a picture is transparent the ground is seen", "[gl]")
{
    const std::vector<std::uint8_t> clear(16, 0);
    CHECK(draw_overlays(overlay(RasterOverlay::Kind::Colours, clear), std::nullopt).rgba ==
          draw_overlays(std::nullopt, std::nullopt).rgba);
}

TEST_CASE(
    "RasterOverlays: of a viewshed what is seen is green, what is hidden red, what nobody judged is bare",
    "[gl]")
{
    const Image bare = draw_overlays(std::nullopt, std::nullopt);
    const Image image =
        draw_overlays(std::nullopt, overlay(RasterOverlay::Kind::Visibility, {1, 255, 255, 0}));
    CHECK(colour_at(image, north_west).g > colour_at(bare, north_west).g);
    CHECK(colour_at(image, south_east).g < colour_at(bare, south_east).g);
    const glm::ivec2 north_east{95, 45};
    CHECK(colour_at(image, north_east) == colour_at(bare, north_east));
}

TEST_CASE("RasterOverlays: a last column that is nearer lies where it is, and moves no other", "[gl]")
{
    RasterOverlay columns = overlay(RasterOverlay::Kind::Visibility, {1, 0, 1, 0, 1, 0, 1, 0});
    columns.width = 4;
    columns.first = {-80, 50};
    columns.last = {60, -50};
    columns.step = {60, -100};  // at -80, -20, 40 and 60
    const Image image = draw_overlays(std::nullopt, columns);
    const auto is_seen = [&](float x) {
        const auto pixel = project(view_from_above(), {x, 20, 10}).value();
        const glm::ivec3 colour = colour_at(image, glm::ivec2(pixel));
        return colour.g > colour.r;
    };
    for (const auto& [x, seen] : {std::pair{-60.0F, true},
                                  {-40.0F, false},
                                  {0.0F, false},
                                  {20.0F, true},
                                  {45.0F, true},
                                  {55.0F, false}})
        CHECK(is_seen(x) == seen);
}

TEST_CASE("RasterOverlays: a sheet with bytes that do not match its size is refused", "[gl]")
{
    CHECK_THROWS_WITH(draw_overlays(overlay(RasterOverlay::Kind::Colours, {1, 2, 3}), std::nullopt),
                      "a sheet of 2 x 2 values needs 16 bytes");
}
