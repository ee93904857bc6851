#include "compute_node/service/open_terrains.h"

#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/terrain/raster_file.h"
#include "tests/temporary_folder.h"

#include <filesystem>
#include <string>

using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

TEST_CASE("OpenTerrains: a terrain that nobody waits for is not read", "[terrain]")
{
    OpenTerrains terrains{{}, 1 << 30};
    std::stop_source viewer;
    viewer.request_stop();
    CHECK(error_of([&] { (void)terrains.open("fractal:300", viewer.get_token()); }) == "interrupted");
    CHECK(terrains.open("fractal:300")->terrain.info.columns == 300);
}

TEST_CASE("describe: coordinates are metres, and the unit says how to get those of a system in feet",
          "[terrain]")
{
    const TemporaryFolder folder;
    RasterFile file;
    file.crs = "EPSG:2263";  // US survey feet
    file.geotransform = {{1'000'000, 100, 0, 200'000, 0, -100}};
    (void)write_raster(folder.file("feet.tif"), file);
    OpenTerrains terrains{{folder.path()}, 1 << 30};
    const auto described = describe(*terrains.open("feet.tif"));
    CHECK(described.metres_per_unit == std::array{1.0, 1.0});
    CHECK(described.crs_unit == Approx(1200.0 / 3937.0));
    CHECK(described.origin[0] / described.crs_unit == Approx(1'000'150));
    CHECK(described.origin[1] / described.crs_unit == Approx(199'900));
}

TEST_CASE("OpenTerrains: a list that leaves files out is not complete", "[terrain]")
{
    const TemporaryFolder folder;
    for (std::size_t n = 0; n < OpenTerrains::max_entries; ++n)
        (void)folder.write(std::to_string(n) + ".hgt", "");
    const OpenTerrains terrains{{folder.path()}, 1 << 30};
    CHECK(terrains.list().complete);
    CHECK(terrains.list().terrains.size() == OpenTerrains::max_entries + 1);
    (void)folder.write("one-more.hgt", "");
    CHECK_FALSE(terrains.list().complete);
}

TEST_CASE("OpenTerrains: a list that does not look into the deepest folders is not complete", "[terrain]")
{
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "1/2/3/4/5/6/7/8");
    (void)folder.write("1/2/3/4/5/6/7/8/a.hgt", "");
    const OpenTerrains terrains{{folder.path()}, 1 << 30};
    CHECK(terrains.list().complete);
    CHECK(terrains.list().terrains.size() == 2);
    std::filesystem::create_directories(folder / "1/2/3/4/5/6/7/8/9");
    CHECK_FALSE(terrains.list().complete);
}
