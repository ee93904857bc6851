#include "app/show/frames/tile_sheet.h"

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

TEST_CASE("sheet_in: places the values of a viewshed, the last column where it is", "[tile]")
{
    model::TerrainTilePreamble preamble;
    preamble.width = 4;
    preamble.height = 3;
    preamble.kind = model::TileKind::Visibility;
    preamble.x = {-480.0, 225.0, 240.0};  // a post of 15 m short of a step
    preamble.y = {300.0, -180.0, -240.0};
    const auto sheet = app::sheet_in(payload_of(preamble)).value();
    CHECK(sheet.kind == render::GroundSheet::Kind::Visibility);
    CHECK(sheet.first == glm::dvec2(-480.0, 300.0));
    CHECK(sheet.last == glm::dvec2(225.0, -180.0));
    CHECK(sheet.step == glm::dvec2(240.0, -240.0));
    CHECK(sheet.values->size() == 12);
}

TEST_CASE("sheet_in: heights are no sheet", "[tile]")
{
    model::TerrainTilePreamble preamble;
    preamble.width = preamble.height = 2;
    preamble.x = preamble.y = {0.0, 1.0, 1.0};
    CHECK_FALSE(app::sheet_in(payload_of(preamble)));
}

TEST_CASE("count_seen: counts what is judged, and nothing else", "[tile]")
{
    render::GroundSheet sheet;
    sheet.kind = render::GroundSheet::Kind::Visibility;
    sheet.values = std::make_shared<const std::vector<std::uint8_t>>(
        std::vector<std::uint8_t>{model::tile_visible, model::tile_hidden, model::tile_hidden,
                                  model::tile_hidden, model::tile_not_judged, model::tile_not_judged});
    const auto posts = app::count_seen(sheet);
    CHECK(posts.seen == 1);
    CHECK(posts.hidden == 3);
    CHECK(posts.share() == 0.25);
    CHECK(app::SeenPosts{}.share() == 0.0);
}
