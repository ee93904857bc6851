// Rasters that claim more than there is are refused before memory is taken for them.
#include "compute_node/terrain/gdal/gdal_heights.h"
#include "compute_node/terrain/heights/raster_limit.h"
#include "tests/catch.h"
#include "tests/compute_node/terrain/gdal/raster_file.h"
#include "tests/temporary_folder.h"

#include <filesystem>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

/// The limit that a file without any block written is refused by; "" where it is opened.
std::string limit_of(int columns, int rows, const std::vector<std::string>& options)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("empty.tif");
    prepare_gdal();
    std::vector<char*> words;
    for (const std::string& option : options) words.push_back(const_cast<char*>(option.c_str()));
    words.push_back(nullptr);
    GDALDatasetH dataset =
        GDALCreate(GDALGetDriverByName("GTiff"), path.c_str(), columns, rows, 1, GDT_Float32, words.data());
    REQUIRE(dataset != nullptr);
    GDALSetRasterUnitType(GDALGetRasterBand(dataset, 1), "m");
    GDALClose(dataset);
    try {
        (void)open_heights(path);
    } catch (const RasterLimit& limit) {
        return limit.name;
    }
    return "";
}

}  // namespace

TEST_CASE("check_raster_limits: a sparse file of a few bytes that claims gigabytes is refused", "[terrain]")
{
    CHECK(limit_of(41'000, 41'000, {"SPARSE_OK=TRUE", "TILED=YES"}) == "max_raster_expansion");
    CHECK(limit_of(41'000, 41'000, {"SPARSE_OK=TRUE", "TILED=YES", "COMPRESS=DEFLATE"}) ==
          "max_raster_expansion");
    CHECK(limit_of(2'000, 2'000, {"SPARSE_OK=TRUE", "TILED=YES"}).empty());
}

TEST_CASE("check_raster_limits: blocks that would be unpacked at once are bounded", "[terrain]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("one_strip.tif");
    // 10,000 x 8,000 floats in one packed strip: 320 MB.
    prepare_gdal();
    const std::vector<const char*> words{"COMPRESS=DEFLATE", "BLOCKYSIZE=8000", nullptr};
    GDALDatasetH dataset = GDALCreate(GDALGetDriverByName("GTiff"), path.c_str(), 10'000, 8'000, 1,
                                      GDT_Float32, const_cast<char**>(words.data()));
    REQUIRE(dataset != nullptr);
    GDALSetRasterUnitType(GDALGetRasterBand(dataset, 1), "m");
    GDALClose(dataset);
    std::string name;
    try {
        (void)open_heights(path);
    } catch (const RasterLimit& limit) {
        name = limit.name;
        CHECK(limit.found == 320'000'000);
    }
    CHECK(name == "max_raster_block_bytes");
}

TEST_CASE("check_raster_limits: more posts along a side than a terrain has are refused", "[terrain]")
{
    CHECK(limit_of(1'200'000, 2, {"SPARSE_OK=TRUE"}) == "max_terrain_posts");
}
