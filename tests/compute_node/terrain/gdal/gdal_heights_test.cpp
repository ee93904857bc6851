#include "compute_node/terrain/gdal/gdal_heights.h"
#include "compute_node/terrain/heights/height_range.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/terrain/gdal/raster_file.h"
#include "tests/compute_node/terrain/terrain_helpers.h"
#include "tests/temporary_folder.h"

#include <cmath>
#include <limits>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<float> heights_in(const RasterFile& file, const HeightOptions& options = {})
{
    const TemporaryFolder folder;
    return heights_of(*open_heights(write_raster(folder.file("dem.tif"), file), options));
}

/// Which posts have no height, as text: "..x" is the third of three.
std::string holes_in(const RasterFile& file)
{
    std::string voids;
    for (const float height : heights_in(file)) voids += std::isnan(height) ? 'x' : '.';
    return voids;
}

}  // namespace

TEST_CASE("open_heights: heights come in metres, row by row from the first", "[terrain]")
{
    CHECK(heights_in({}) == std::vector<float>{1, 2, 3, 4, 5, 6});
    CHECK(heights_in({.type = GDT_Float64}) == std::vector<float>{1, 2, 3, 4, 5, 6});
    CHECK(heights_in({.type = GDT_Byte}) == std::vector<float>{1, 2, 3, 4, 5, 6});
    CHECK(heights_in({.type = GDT_Int16, .numbers = {-1, 2, 3, 4, 5, 8848}}) ==
          std::vector<float>{-1, 2, 3, 4, 5, 8848});
    CHECK(heights_in({.type = GDT_Int32, .numbers = {-1, 2, 3, 4, 5, 8848}}) ==
          std::vector<float>{-1, 2, 3, 4, 5, 8848});
}

TEST_CASE("open_heights: units, scale and offset lead to metres", "[terrain]")
{
    CHECK(heights_in({.unit = "ft"})[1] == Approx(2 * 0.3048));
    CHECK(heights_in({.unit = "US survey foot"})[2] == Approx(3 * 1200.0 / 3937.0));
    CHECK(heights_in({.type = GDT_Int16, .scale = 0.5, .offset = 100})[5] == Approx(103));
    CHECK(heights_in({.unit = "ft", .scale = 0.5, .offset = 100})[5] == Approx(103 * 0.3048));
    CHECK(heights_in({.unit = "ft"}, {.vertical_scale = 2.0})[1] == Approx(2 * 0.6096));
    CHECK(heights_in({.unit = "cubits"}, {.unit = "feet"})[1] == Approx(2 * 0.3048));
}

TEST_CASE("open_heights: what was assumed of heights stands in the notes", "[terrain]")
{
    const TemporaryFolder folder;
    const auto unnamed = open_heights(write_raster(folder.file("unnamed.tif"), {.unit = ""}));
    CHECK(unnamed->info().unit == "metre");
    CHECK(has_note(unnamed->info(), "names no unit of heights; metres are assumed"));
    const auto feet = open_heights(write_raster(folder.file("feet.tif"), {.unit = "ft", .scale = 0.5}));
    CHECK(feet->info().unit == "foot");
    CHECK(feet->info().metres_per_unit == 0.3048);
    CHECK(has_note(feet->info(), "times 0.5 plus 0"));
    const auto asked = open_heights(folder.file("feet.tif"), {.vertical_scale = 3.0, .unit = "m"});
    CHECK(has_note(asked->info(), "taken as metre, as asked; the file says 'ft'"));
    CHECK(has_note(asked->info(), "multiplied by 3"));
    const auto clean = open_heights(write_raster(folder.file("clean.tif")));
    CHECK(clean->info().notes.empty());
}

TEST_CASE("open_heights: the vertical part of a reference system names the unit of heights", "[terrain]")
{
    // EPSG:6360 is NAVD88 height in US survey feet.
    const TemporaryFolder folder;
    const auto source =
        open_heights(write_raster(folder.file("dem.tif"), {.crs = "EPSG:26910+6360", .unit = ""}));
    CHECK(source->info().unit == "US survey foot");
}

TEST_CASE("open_heights: no-data values, NaN and infinities are holes", "[terrain]")
{
    CHECK(holes_in({.numbers = {1, none, 3, infinity, -infinity, 6}}) == ".x.xx.");
    CHECK(holes_in({.type = GDT_Float64, .numbers = {1, none, 3, infinity, -infinity, 1e300}}) == ".x.xxx");
    CHECK(holes_in({.numbers = {1, -9999, 3, 4, 5, 6}, .nodata = -9999}) == ".x....");
    CHECK(holes_in({.type = GDT_Int16, .numbers = {1, 0, 3, 4, 5, 6}, .nodata = 0}) == ".x....");
    CHECK(holes_in({.numbers = {1, none, 3, 4, 5, 6}, .nodata = none}) == ".x....");
    // Not a binary32 number: what the raster holds is -9999.900390625.
    CHECK(holes_in({.numbers = {1, -9999.9, 3, 4, 5, 6}, .nodata = -9999.9}) == ".x....");
    CHECK(holes_in({.numbers = {1, -3.4028234663852886e38, 3, 4, 5, 6}, .nodata = -3.40282e38}) == ".x....");
    CHECK(holes_in({.type = GDT_Float64, .numbers = {1, -1.7976931348623157e308, 3, 4, 5, 6}}) == ".x....");
}

TEST_CASE("open_heights: spikes of +-32767 and +-32768 in signed rasters are holes", "[terrain]")
{
    const std::vector<double> spikes{1, -32768, 32767, -32767, 5, 6};
    CHECK(holes_in({.type = GDT_Int16, .numbers = spikes}) == ".xxx..");
    CHECK(holes_in({.type = GDT_Int16, .numbers = spikes, .nodata = -9999}) == ".xxx..");
    CHECK(holes_in({.type = GDT_Float32, .numbers = {1, -32768, 32767, 32768, 5, 6}}) == ".xxx..");
    // Here they are heights like others.
    CHECK(holes_in({.type = GDT_UInt16, .numbers = {1, 32768, 32767, 4, 5, 6}}) == "......");
    CHECK(holes_in({.type = GDT_Int32, .numbers = spikes, .unit = "cm"}) == "......");
    CHECK(holes_in({.type = GDT_Int16, .numbers = spikes, .scale = 0.1}) == "......");
}

TEST_CASE("open_heights: spikes are noted once some are met", "[terrain]")
{
    const TemporaryFolder folder;
    const auto source = open_heights(
        write_raster(folder.file("dem.tif"),
                     {.type = GDT_Int16, .numbers = {1, 2, 3, -32768, -32768, 6}, .nodata = -9999}));
    std::vector<float> row(3);
    source->read_rows(0, 1, row);
    CHECK(source->info().notes.empty());
    source->read_rows(1, 1, row);
    source->read_rows(1, 1, row);
    CHECK(source->info().notes.size() == 1);
    CHECK(has_note(source->info(), "+-32768"));
}

TEST_CASE("open_heights: what is higher than any height is a hole, and noted", "[terrain]")
{
    CHECK(holes_in({.numbers = {1, 1e20, -1e29, 1e7, -1e7, 1.01e7}}) == ".xx..x");
    CHECK(holes_in({.type = GDT_Float64, .numbers = {1, 1.01e10, 1e10, 4, 5, 6}, .unit = "mm"}) == ".x....");
    CHECK(holes_in({.type = GDT_Int32, .numbers = {1, -2147483648.0, 3, 4, 5, 6}}) == ".x....");
    const TemporaryFolder folder;
    const auto source =
        open_heights(write_raster(folder.file("dem.tif"), {.numbers = {1, 1e20, 3, 1e21, 5, 6}}),
                     {.vertical_scale = 100.0});
    CHECK(heights_of(*source)[0] == 100.0F);
    CHECK(has_note(source->info(), "heights beyond +-10000 km are taken as posts without height"));
    CHECK(source->info().notes.size() == 2);  // and the exaggeration
    const auto high = open_heights(write_raster(folder.file("high.tif"), {.numbers = {1, 9e6, 3, 4, 5, 6}}),
                                   {.vertical_scale = 100.0});
    CHECK(heights_of(*high)[1] == 9e8F);
}

TEST_CASE("open_heights: posts that a mask leaves out are holes", "[terrain]")
{
    const TemporaryFolder folder;
    const std::string path = write_raster(folder.file("dem.tif"));
    GDALDatasetH dataset = GDALOpen(path.c_str(), GA_Update);
    REQUIRE(GDALCreateDatasetMaskBand(dataset, GMF_PER_DATASET) == CE_None);
    std::vector<std::uint8_t> mask{255, 0, 255, 255, 255, 0};
    REQUIRE(GDALRasterIO(GDALGetMaskBand(GDALGetRasterBand(dataset, 1)), GF_Write, 0, 0, 3, 2, mask.data(), 3,
                         2, GDT_Byte, 0, 0) == CE_None);
    GDALClose(dataset);
    const auto heights = heights_of(*open_heights(path));
    CHECK(heights[0] == 1.0F);
    CHECK(std::isnan(heights[1]));
    CHECK(std::isnan(heights[5]));
}

TEST_CASE("open_heights: any rows may be read, and no others", "[terrain]")
{
    const TemporaryFolder folder;
    const auto source = open_heights(write_raster(folder.file("dem.tif")));
    std::vector<float> row(3);
    source->read_rows(1, 1, row);
    CHECK(row == std::vector<float>{4, 5, 6});
    source->read_rows(2, 0, {});
    CHECK_THROWS_AS(source->read_rows(2, 1, row), std::invalid_argument);
    CHECK_THROWS_AS(source->read_rows(-1, 1, row), std::invalid_argument);
    CHECK_THROWS_AS(source->read_rows(0, 2, row), std::invalid_argument);
}

TEST_CASE("open_heights: a band other than the first is taken when asked for", "[terrain]")
{
    const TemporaryFolder folder;
    const std::string path = write_raster(folder.file("dem.tif"), {.bands = 2});
    CHECK(has_note(open_heights(path, {.band = 2})->info(), "band 2 of 2"));
    CHECK(contains(error_of([&] { (void)open_heights(path, {.band = 3}); }),
                   "expected a band from 1 to 2, found 3"));
    CHECK(contains(error_of([&] { (void)open_heights(path, {.band = -1}); }),
                   "expected a band from 1 to 2, found -1"));
}

TEST_CASE("open_heights: nothing is written beside the file", "[terrain]")
{
    const TemporaryFolder folder;
    (void)measure_heights(*open_heights(write_raster(folder.file("dem.asc.tif"))));
    const auto entries = std::distance(std::filesystem::directory_iterator{folder.path()}, {});
    CHECK(entries == 1);
}

TEST_CASE("measure_heights: lowest, highest and holes are found", "[terrain]")
{
    const TemporaryFolder folder;
    const auto source =
        open_heights(write_raster(folder.file("dem.tif"), {.numbers = {-5, none, 3, none, 7, 6}}));
    const HeightRange range = measure_heights(*source);
    CHECK(range.lowest() == -5.0F);
    CHECK(range.highest() == 7.0F);
    CHECK(range.voids() == 2);
    CHECK(range.posts() == 6);
}

TEST_CASE("open_heights: an Arc grid without NODATA_value has its format's default", "[terrain]")
{
    const TemporaryFolder folder;
    const std::string head = "ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 30\n";
    const auto source = open_heights(folder.write("dem.asc", head + "1 2 3\n4 -9999 6\n"));
    const std::vector<float> heights = heights_of(*source);
    CHECK(heights[3] == 4.0F);
    CHECK(std::isnan(heights[4]));
    CHECK(source->info().nodata == -9999.0);
    CHECK(has_note(source->info(), "its format's default, -9999"));
    const auto other = open_heights(folder.write("own.asc", head + "NODATA_value -1\n1 2 3\n4 -9999 -1\n"));
    CHECK(heights_of(*other)[4] == -9999.0F);
    CHECK(std::isnan(heights_of(*other)[5]));
}
