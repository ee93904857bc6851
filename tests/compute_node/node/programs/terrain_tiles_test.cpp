#include "compute_node/node/programs/terrain_tiles.h"

#include "model/programs/terrain_tile.h"
#include "net/message/byte_order.h"
#include "tests/catch.h"
#include "tests/compute_node/node/programs/next_frame.h"
#include "tests/compute_node/terrain/gdal/raster_file.h"
#include "tests/temporary_folder.h"

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <numeric>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::node;
namespace net = farfield::net;

namespace {

std::shared_ptr<const OpenTerrain> landscape()
{
    OpenTerrains terrains{{}, std::make_shared<MemoryBudget>(1 << 30)};
    return terrains.open("fractal:200");
}

net::ProgramStart asking_for(const std::vector<model::TileAddress>& tiles)
{
    net::ProgramStart start;
    start.slot_bytes = 1 << 20;
    start.params = write(model::TerrainTilesParams{.tiles = tiles});
    return start;
}

std::string tiles_refusal(const std::vector<model::TileAddress>& tiles)
{
    try {
        const TerrainTilesProgram source{landscape(), asking_for(tiles)};
    } catch (const net::RpcError& error) {
        CHECK(error.code == net::RpcCode::InvalidParams);
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("TerrainTilesProgram: tiles come in the order asked for, then it is idle", "[terrain]")
{
    TerrainTilesProgram source{landscape(), asking_for({{0, 3, 1}, {2, 0, 0}})};
    CHECK(source.answer().frame_bytes == 128 + 4 * 65 * 65);
    std::vector<std::byte> buffer(1 << 20);
    const auto first = next_frame(source, buffer);
    REQUIRE(first);
    CHECK(first->type == net::MessageType::TerrainTile);
    const auto tile = model::decode_tile_preamble(first->payload);
    REQUIRE(tile);
    CHECK(tile->frame == 0);
    CHECK((tile->level == 0 && tile->column == 3 && tile->row == 1));
    CHECK((tile->width == 8 && tile->height == 65));  // posts 192 to 199
    CHECK(tile->x == model::TileAxis{(192 - 99.5) * 30, 99.5 * 30, 30});
    CHECK(tile->y == model::TileAxis{(99.5 - 64) * 30, (99.5 - 128) * 30, -30});
    const auto second = next_frame(source, buffer);
    REQUIRE(second);
    CHECK(model::decode_tile_preamble(second->payload)->frame == 1);
    CHECK(model::decode_tile_preamble(second->payload)->level == 2);
    CHECK(model::decode_tile_preamble(second->payload)->width == 51);
    CHECK(makes_none<net::Idle>(source, buffer));
}

TEST_CASE("TerrainTilesProgram: values are the heights, in network order", "[terrain]")
{
    const auto terrain = landscape();
    TerrainTilesProgram source{terrain, asking_for({{1, 1, 0}})};
    std::vector<std::byte> buffer(1 << 20);
    const auto frame = next_frame(source, buffer);
    REQUIRE(frame);
    const auto tile = model::decode_tile_preamble(frame->payload);
    REQUIRE(tile);
    CHECK(tile->width == 37);  // posts 128, 130 ... 198, 199
    std::size_t wrong = 0;
    for (std::uint32_t n = 0; n < tile->width * tile->height; ++n) {
        const float found = net::load_big<float>(frame->payload.data() + model::tile_preamble_bytes + 4 * n);
        const auto column = std::min<std::int64_t>(128 + 2 * (n % tile->width), 199);
        wrong += found != terrain->terrain.blocks.height_at(column, 2 * (n / tile->width)) ? 1 : 0;
    }
    CHECK(wrong == 0);
}

TEST_CASE("TerrainTilesProgram: an update replaces the list, one that is refused nothing", "[terrain]")
{
    TerrainTilesProgram source{landscape(), asking_for({{0, 0, 0}, {0, 1, 0}, {0, 2, 0}})};
    std::vector<std::byte> buffer(1 << 20);
    const auto next = [&] {
        const auto frame = next_frame(source, buffer);
        return frame ? model::decode_tile_preamble(frame->payload) : std::nullopt;
    };
    CHECK(next()->column == 0);
    CHECK_THROWS_AS(source.update({{"tiles", {{0, 3, 3}, {0, 4, 0}}}}), net::RpcError);
    CHECK(next()->column == 1);
    source.update({{"tiles", {{0, 3, 3}}}});
    CHECK(next()->row == 3);
    CHECK_FALSE(next());
    source.update(net::Json::object());
    CHECK(next()->row == 3);
}

TEST_CASE("TerrainTilesProgram: a tile that is not there is refused with those that are", "[terrain]")
{
    CHECK(tiles_refusal({{0, 3, 3}, {2, 0, 0}}).empty());
    CHECK(tiles_refusal({{0, 0, 0}, {1, 2, 0}}) ==
          "parameter 'tiles[1]': expected a column from 0 to 1 and a row from "
          "0 to 1 of level 1, found [1, 2, 0]");
    CHECK(tiles_refusal({{3, 0, 0}}) ==
          "parameter 'tiles[0]': expected a level from 0 to 2, found [3, 0, 0]");
}

TEST_CASE("TerrainTilesProgram: terrains that do not fit in memory have the same tiles", "[terrain]")
{
    const farfield::test::TemporaryFolder folder;
    testing::RasterFile file;
    file.columns = 150;
    file.rows = 90;
    file.numbers.resize(150 * 90);
    std::iota(file.numbers.begin(), file.numbers.end(), -1000.0);
    (void)testing::write_raster(folder.file("dem.tif"), file);
    REQUIRE(setenv("XDG_CACHE_HOME", folder.file("cache").c_str(), 1) == 0);
    const auto tile = [&](std::uint64_t max_bytes) {
        CacheSettings cache;
        cache.max_terrain_bytes = max_bytes;
        OpenTerrains terrains{{folder.path()}, std::make_shared<MemoryBudget>(1 << 30), cache};
        TerrainTilesProgram source{terrains.open("dem.tif"), asking_for({{1, 1, 0}})};
        std::vector<std::byte> buffer(1 << 20);
        const auto payload = next_frame(source, buffer).value().payload.subspan(model::tile_preamble_bytes);
        return std::vector<std::byte>{payload.begin(), payload.end()};
    };
    const std::vector<std::byte> in_memory = tile(1 << 30), mapped = tile(1 << 12);
    CHECK(std::filesystem::exists(folder.file("cache/farfield")));
    CHECK(mapped == in_memory);
    CHECK(net::load_big<float>(mapped.data()) == 128 - 1000);
}
