#include "app/show/ground/tile_raster.h"

#include <vector>

#include "model/programs/terrain_tile.h"
#include "tests/catch.h"

using namespace farfield;

namespace {

std::vector<std::byte> payload_of(const model::TerrainTilePreamble& preamble)
{
    std::vector<std::byte> payload(model::tile_payload_bytes(preamble.kind, preamble.width, preamble.height));
    model::encode_preamble(preamble, std::span(payload).first<model::tile_preamble_bytes>());
    return payload;
}

}  // namespace

TEST_CASE("raster_in: places the values of a viewshed, the last column where it is", "[tile]")
{
    model::TerrainTilePreamble preamble;
    preamble.width = 4;
    preamble.height = 3;
    preamble.kind = model::TileKind::Visibility;
    preamble.x = {-480.0, 225.0, 240.0};  // a post of 15 m short of a step
    preamble.y = {300.0, -180.0, -240.0};
    const auto overlay = app::raster_in(payload_of(preamble)).value();
    CHECK(overlay.kind == render::RasterOverlay::Kind::Visibility);
    CHECK(overlay.first == glm::dvec2(-480.0, 300.0));
    CHECK(overlay.last == glm::dvec2(225.0, -180.0));
    CHECK(overlay.step == glm::dvec2(240.0, -240.0));
    CHECK(overlay.values->size() == 12);
}

TEST_CASE("raster_in: heights are no sheet", "[tile]")
{
    model::TerrainTilePreamble preamble;
    preamble.width = preamble.height = 2;
    preamble.x = preamble.y = {0.0, 1.0, 1.0};
    CHECK_FALSE(app::raster_in(payload_of(preamble)));
}

TEST_CASE("count_seen: counts what is judged, and nothing else", "[tile]")
{
    render::RasterOverlay overlay;
    overlay.kind = render::RasterOverlay::Kind::Visibility;
    overlay.values = std::make_shared<const std::vector<std::uint8_t>>(
        std::vector<std::uint8_t>{model::tile_visible, model::tile_hidden, model::tile_hidden,
                                  model::tile_hidden, model::tile_not_judged, model::tile_not_judged});
    const auto posts = app::count_seen(overlay);
    CHECK(posts.seen == 1);
    CHECK(posts.hidden == 3);
    CHECK(posts.share() == 0.25);
    CHECK(app::SeenPosts{}.share() == 0.0);
}
