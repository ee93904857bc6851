#include "compute_node/node/programs/terrain_image.h"

#include "model/programs/terrain_tile.h"
#include "tests/catch.h"
#include "tests/compute_node/node/programs/next_frame.h"
#include "tests/compute_node/terrain/gdal/raster_file.h"
#include "tests/temporary_folder.h"

#include <memory>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::node;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;
namespace net = farfield::net;
using Catch::Matchers::ContainsSubstring;

namespace {

/// A picture of 2 x 2 colours that covers "fractal:101", 3 km wide from its origin on.
struct Fixture {
    TemporaryFolder folder;
    std::shared_ptr<const OpenTerrain> terrain =
        OpenTerrains{{}, std::make_shared<MemoryBudget>(1 << 30)}.open("fractal:101");
    TerrainImageProgram::Open open = [](const std::string& file) {
        return std::make_shared<const GdalPicture>(file, std::vector<std::filesystem::path>{});
    };

    std::string write() const
    {
        RasterFile file;
        file.columns = file.rows = 2;
        file.type = GDT_Byte;
        file.numbers = {10, 200, 50, 250};
        file.bands = 3;
        file.unit = "";
        file.crs = "";
        file.geotransform = {-15, 1515, 0, 3015, 0, -1515};
        return write_raster(folder.file("map.tif"), file);
    }

    TerrainImageProgram source(const model::TerrainImageParams& params,
                               std::uint64_t slot_bytes = 1 << 20) const
    {
        net::ProgramStart start;
        start.slot_bytes = slot_bytes;
        start.params = model::write(params);
        return {terrain, open, start};
    }
};

}  // namespace

TEST_CASE("TerrainImageProgram: a picture's colours lie on the terrain from its first post to its last",
          "[terrain]")
{
    const Fixture fixture;
    TerrainImageProgram source = fixture.source({.file = fixture.write(), .max_side = 101});
    std::vector<std::byte> buffer(1 << 20);
    const auto frame = next_frame(source, buffer);
    REQUIRE(frame);
    CHECK(frame->payload.size() == source.answer().frame_bytes);
    const auto tile = model::decode_tile_preamble(frame->payload);
    REQUIRE(tile);
    CHECK(tile->kind == model::TileKind::Colours);
    CHECK((tile->width == 101 && tile->height == 101));
    CHECK(tile->x == model::TileAxis{-1500, 1500, 30});
    CHECK(tile->y == model::TileAxis{1500, -1500, -30});
    const auto colour = [&](std::size_t column, std::size_t row) {
        return std::to_integer<int>(frame->payload[model::tile_preamble_bytes + 4 * (row * 101 + column)]);
    };
    CHECK(colour(0, 0) == 10);
    CHECK(colour(100, 0) == 200);
    CHECK(colour(0, 100) == 50);
    CHECK(colour(100, 100) == 250);
    CHECK(frame->payload[model::tile_preamble_bytes + 3] == std::byte{255});
    CHECK(makes_none<net::Idle>(source, buffer));
    source.update({{"max_side", 7}});
    CHECK(model::decode_tile_preamble(next_frame(source, buffer)->payload)->width == 7);
}

TEST_CASE("TerrainImageProgram: what cannot be is refused by name", "[terrain]")
{
    const Fixture fixture;
    CHECK_THROWS_WITH((TerrainImageProgram{fixture.terrain, fixture.open, net::ProgramStart{}}),
                      ContainsSubstring("'file': expected a string, found nothing"));
    CHECK_THROWS_WITH(fixture.source({.file = "none.tif"}), ContainsSubstring("cannot read 'none.tif'"));
    CHECK_THROWS_WITH(fixture.source({.file = fixture.write()}, 1000), ContainsSubstring("slot_bytes"));
}

TEST_CASE("TerrainImageProgram: an interrupted frame is not made", "[terrain]")
{
    const Fixture fixture;
    TerrainImageProgram source = fixture.source({.file = fixture.write(), .max_side = 20});
    source.interrupt();
    std::vector<std::byte> buffer(1 << 20);
    CHECK(makes_none<net::Interrupted>(source, buffer));
    CHECK(next_frame(source, buffer));
}
