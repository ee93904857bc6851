#include "compute_node/node/programs/terrain_viewshed.h"

#include "model/programs/terrain_tile.h"
#include "tests/catch.h"
#include "tests/compute_node/node/programs/next_frame.h"
#include "tests/compute_node/terrain/posts.h"

#include <cmath>
#include <memory>
#include <thread>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::node;
using namespace farfield::compute::testing;
namespace net = farfield::net;
using Catch::Matchers::ContainsSubstring;

namespace {

std::shared_ptr<const OpenTerrain> opened(Terrain terrain)
{
    auto open = std::make_shared<OpenTerrain>();
    open->terrain = std::move(terrain);
    const TerrainInfo& info = open->terrain.info;
    open->middle = info.frame.coordinates_of(glm::dvec2{info.columns - 1, info.rows - 1} / 2.0);
    return open;
}

/// A ridge 10 m high in column 20 of 101, and a hole behind it; posts are a metre apart, the origin
/// in column 50 and row 10.
std::shared_ptr<const OpenTerrain> ridge_with_hole()
{
    return opened(terrain_of(101, 21, [](std::int64_t column, std::int64_t row) {
        return column == 40 && row == 10 ? std::nanf("") : column == 20 ? 10.0F : 0.0F;
    }));
}

net::ProgramStart starting_with(const model::ViewshedParams& params, std::uint64_t slot_bytes = 1 << 20)
{
    net::ProgramStart start;
    start.slot_bytes = slot_bytes;
    start.params = write(params);
    return start;
}

struct Frame {
    model::TerrainTilePreamble preamble;
    std::vector<int> values;

    int at(std::uint32_t column, std::uint32_t row) const { return values[row * preamble.width + column]; }
};

Frame next(TerrainViewshedProgram& source)
{
    std::vector<std::byte> buffer(1 << 20);
    const auto produced = next_frame(source, buffer);
    REQUIRE(produced);
    CHECK(produced->payload.size() == source.answer().frame_bytes);
    const auto preamble = model::decode_tile_preamble(produced->payload);
    REQUIRE(preamble);
    CHECK(preamble->kind == model::TileKind::Visibility);
    Frame frame{*preamble, {}};
    for (const std::byte value : produced->payload.subspan(model::tile_preamble_bytes))
        frame.values.push_back(std::to_integer<int>(value));
    return frame;
}

std::string viewshed_refusal(const model::ViewshedParams& params, std::uint64_t slot_bytes = 1 << 20)
{
    try {
        const TerrainViewshedProgram source{ridge_with_hole(), starting_with(params, slot_bytes), 1};
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("TerrainViewshedProgram: posts are visible, hidden or not judged", "[terrain]")
{
    TerrainViewshedProgram source{ridge_with_hole(), starting_with({.observer = {-50, 0, 2}}), 1};
    const Frame frame = next(source);
    CHECK((frame.preamble.width == 101 && frame.preamble.height == 21 && frame.preamble.level == 0));
    CHECK(frame.preamble.x == model::TileAxis{-50, 50, 1});
    CHECK(frame.preamble.y == model::TileAxis{-10, 10, 1});
    CHECK(frame.preamble.observer == model::Point{-50, 0, 2});
    CHECK(frame.at(0, 10) == model::tile_visible);
    CHECK(frame.at(20, 10) == model::tile_visible);
    CHECK(frame.at(21, 10) == model::tile_hidden);
    CHECK(frame.at(40, 10) == model::tile_not_judged);
    std::vector<std::byte> buffer(1 << 20);
    CHECK(makes_none<net::Idle>(source, buffer));
}

TEST_CASE("TerrainViewshedProgram: an update changes what it names", "[terrain]")
{
    TerrainViewshedProgram source{ridge_with_hole(), starting_with({.observer = {-50, 0, 2}}), 1};
    (void)next(source);
    source.update({{"target", 11.0}});
    const Frame raised = next(source);
    CHECK(raised.preamble.frame == 1);
    CHECK(raised.at(21, 10) == model::tile_visible);  // the line over the crest is at 10.4 m there
    CHECK(raised.at(30, 10) == model::tile_hidden);
    CHECK_THROWS_AS(source.update({{"observer", {100, 0, 2}}}), net::RpcError);
    source.update({{"observer", {0, 0, 50}}});
    CHECK(next(source).at(21, 10) == model::tile_visible);
}

TEST_CASE("TerrainViewshedProgram: within a radius only posts around the observer are sent", "[terrain]")
{
    TerrainViewshedProgram source{
        ridge_with_hole(), starting_with({.observer = {9.5, 0, 2}, .radius = 5.0, .sectors = {0, 180}}), 1};
    const Frame frame = next(source);
    CHECK(frame.preamble.x == model::TileAxis{4, 15, 1});
    CHECK(frame.preamble.y ==
          model::TileAxis{-6, 6, 1});  // a post more than the radius' end, which is a post
    CHECK(frame.at(0, 6) == model::tile_not_judged);
    CHECK(frame.at(3, 6) == model::tile_not_judged);  // west
    CHECK(frame.at(8, 6) == model::tile_visible);
    CHECK(frame.at(10, 0) == model::tile_not_judged);
}

TEST_CASE("TerrainViewshedProgram: where posts are too many every second, fourth ... is sent", "[terrain]")
{
    const auto terrain = ridge_with_hole();
    TerrainViewshedProgram all{terrain, starting_with({.observer = {-30, 0, 1}, .radius = 40.0}), 1};
    TerrainViewshedProgram some{terrain,
                                starting_with({.observer = {-30, 0, 1}, .radius = 40.0, .max_side = 20}), 1};
    const Frame fine = next(all), coarse = next(some);
    CHECK(fine.preamble.width == 62);
    CHECK(coarse.preamble.level == 2);
    CHECK(coarse.preamble.x == model::TileAxis{-50, 14, 4});
    CHECK(coarse.preamble.y == model::TileAxis{-10, 10, 4});
    CHECK((coarse.preamble.width == 17 && coarse.preamble.height == 6));
    for (std::uint32_t row = 0; row < 6; ++row)
        for (std::uint32_t column = 0; column < 16; ++column)
            CHECK(coarse.at(column, row) == fine.at(4 * column, 4 * row));
    for (std::uint32_t row = 0; row < 6; ++row) CHECK(coarse.at(16, row) == model::tile_not_judged);
}

TEST_CASE("TerrainViewshedProgram: what cannot be is refused by name", "[terrain]")
{
    CHECK(viewshed_refusal({.observer = {-50, 0, 2}}).empty());
    CHECK_THROWS_WITH((TerrainViewshedProgram{ridge_with_hole(), net::ProgramStart{}, 1}),
                      ContainsSubstring("'observer': expected an array of three numbers, found nothing"));
    CHECK_THAT(viewshed_refusal({.observer = {-51, 0, 2}}),
               ContainsSubstring("'observer': expected a place on the map"));
    CHECK_THAT(viewshed_refusal({.observer = {-10, 0, 2}}), ContainsSubstring("found a hole at -10, 0"));
    CHECK_THAT(viewshed_refusal({.observer = {-50, 0, 2}}, 2000), ContainsSubstring("slot_bytes"));
    const Terrain huge = terrain_of(1 << 14, 1 << 13, [](auto, auto) { return 0.0F; });
    CHECK_THROWS_WITH(
        (TerrainViewshedProgram{opened(huge), starting_with({.observer = {0, 0, 2}}, 1 << 28), 1}),
        ContainsSubstring("max_viewshed_posts"));
}

TEST_CASE("TerrainViewshedProgram: an interrupted frame is not made", "[terrain]")
{
    TerrainViewshedProgram source{ridge_with_hole(), starting_with({.observer = {-50, 0, 2}}), 1};
    source.interrupt();
    std::vector<std::byte> buffer(1 << 20);
    CHECK(makes_none<net::Interrupted>(source, buffer));
    CHECK(next(source).preamble.frame == 0);
}
