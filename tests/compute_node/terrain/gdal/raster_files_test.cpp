#include "compute_node/terrain/gdal/raster_files.h"

#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/temporary_folder.h"

#include "compute_node/terrain/gdal/gdal_library.h"

#include <gdal.h>

#include <cmath>
#include <limits>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using farfield::compute::testing::error_of;
using farfield::test::TemporaryFolder;

TEST_CASE("write_float_tiff: bands come back bit by bit, with their names", "[terrain]")
{
    const TemporaryFolder folder;
    const std::string name = (folder.path() / "view.tif").string();
    const std::vector<float> range{1.5F, std::numeric_limits<float>::quiet_NaN(), 3e-7F, 4e9F, -0.0F, 6.0F};
    const std::vector<float> elevation{1, 2, 3, 4, 5, 6};
    write_float_tiff(name, 3, 2, {{"range", "m", range}, {"elevation", "m", elevation}});
    prepare_gdal();
    GDALDatasetH file = GDALOpen(name.c_str(), GA_ReadOnly);
    REQUIRE(file != nullptr);
    CHECK(GDALGetRasterCount(file) == 2);
    std::vector<float> read(6);
    GDALRasterBandH band = GDALGetRasterBand(file, 1);
    CHECK(std::string{GDALGetDescription(band)} == "range");
    REQUIRE(GDALRasterIO(band, GF_Read, 0, 0, 3, 2, read.data(), 3, 2, GDT_Float32, 0, 0) == CE_None);
    for (std::size_t n = 0; n < read.size(); ++n)
        CHECK((read[n] == range[n] || (std::isnan(read[n]) && std::isnan(range[n]))));
    GDALClose(file);
}

TEST_CASE("write_png: pixels come back, red first", "[terrain]")
{
    const TemporaryFolder folder;
    const std::string name = (folder.path() / "view.png").string();
    const std::vector<std::uint8_t> rgb{255, 0, 0, 0, 128, 7};
    write_png(name, 2, 1, rgb);
    GDALDatasetH file = GDALOpen(name.c_str(), GA_ReadOnly);
    REQUIRE(file != nullptr);
    std::vector<std::uint8_t> read(6);
    CHECK(GDALDatasetRasterIO(file, GF_Read, 0, 0, 2, 1, read.data(), 2, 1, GDT_Byte, 3, nullptr, 3, 6, 1) ==
          CE_None);
    CHECK(read == rgb);
    GDALClose(file);
}

TEST_CASE("write_float_tiff: a folder that is not there is one error, and nothing is left", "[terrain]")
{
    const std::vector<float> values(4);
    CHECK_THAT(error_of([&] {
                   write_float_tiff("/no/such/folder/x.tif", 2, 2, {{"range", "m", values}});
               }),
               Catch::Matchers::ContainsSubstring("/no/such/folder/x.tif"));
}
