// Files that are no terrain are refused in one line with the expected contents.
#include "compute_node/terrain/gdal/gdal_heights.h"
#include "compute_node/terrain/heights/height_range.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/terrain/gdal/raster_file.h"
#include "tests/compute_node/terrain/terrain_helpers.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <filesystem>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

/// The message for a raster, which must name the file and be one line.
std::string raster_refusal(const RasterFile& file, const HeightOptions& options = {})
{
    const TemporaryFolder folder;
    const std::string path = write_raster(folder.file("dem.tif"), file);
    std::string message = error_of([&] { (void)measure_heights(*open_heights(path, options)); });
    CHECK(contains(message, path));
    CHECK(std::count(message.begin(), message.end(), '\n') == 0);
    return message;
}

/// Empty where they are taken.
std::string refusal_of_numbers(const std::vector<double>& numbers, const std::string& unit,
                               const HeightOptions& options = {})
{
    const TemporaryFolder folder;
    const std::string path = write_raster(folder.file("dem.tif"), {.numbers = numbers, .unit = unit});
    return error_of([&] { (void)measure_heights(*open_heights(path, options)); });
}

std::string refusal_of_text(const std::string& name, const std::string& text)
{
    const TemporaryFolder folder;
    const std::string path = folder.write(name, text);
    return error_of([&] { (void)open_heights(path); });
}

}  // namespace

TEST_CASE("open_heights: fewer than 2 x 2 posts are no terrain", "[terrain]")
{
    CHECK(contains(raster_refusal({.columns = 6, .rows = 1}), "expected at least 2 x 2 posts, found 6 x 1"));
    CHECK(contains(raster_refusal({.columns = 1, .rows = 6}), "expected at least 2 x 2 posts, found 1 x 6"));
}

TEST_CASE("measure_heights: a terrain without any height is an error", "[terrain]")
{
    CHECK(contains(raster_refusal({.numbers = {0, 0, 0, 0, 0, 0}, .nodata = 0}),
                   "none of its 6 posts has a height"));
}

TEST_CASE("open_heights: pictures and complex numbers are no heights", "[terrain]")
{
    CHECK(contains(raster_refusal({.type = GDT_Byte, .bands = 3}),
                   "it has no heights, but a picture of 3 bands"));
    CHECK(contains(raster_refusal({.type = GDT_CFloat32}), "but complex numbers (CFloat32)"));
    CHECK(contains(raster_refusal({.type = GDT_UInt16, .bands = 3, .options = {"PHOTOMETRIC=RGB"}}),
                   "a picture"));
}

TEST_CASE("open_heights: an unknown unit is an error that says what to give", "[terrain]")
{
    const std::string message = raster_refusal({.unit = "cubits"});
    CHECK(contains(message, "'cubits', which is not known"));
    CHECK(contains(message, "metre, foot, US survey foot"));
    CHECK(contains(raster_refusal({}, {.unit = "ell"}), "'ell': expected a unit among metre"));
    CHECK(contains(error_of([] { (void)open_heights("x.tif", {.vertical_scale = 0.0}); }),
                   "expected a number above 0"));
}

TEST_CASE("open_heights: a truncated file is reported when its rows are read", "[terrain]")
{
    const TemporaryFolder folder;
    const std::string path = write_raster(
        folder.file("dem.tif"), {.columns = 100, .rows = 100, .numbers = std::vector<double>(10'000, 7.0)});
    std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
    const std::string message = error_of([&] { (void)measure_heights(*open_heights(path)); });
    INFO(message);
    CHECK(contains(message, path));
    CHECK(contains(message, "truncated"));
}

TEST_CASE("open_heights: of an .hgt file of another size the error names the sizes there are", "[terrain]")
{
    const std::string message = refusal_of_text("N44W072.hgt", std::string(100'000, '\1'));
    CHECK(contains(message, "1201 x 1201 posts (2884802 bytes)"));
    CHECK(contains(message, "found 100000 bytes; is the file truncated?"));
}

TEST_CASE("open_heights: files that are no rasters are distinguished", "[terrain]")
{
    CHECK(contains(refusal_of_text("empty.tif", ""), "the file is empty"));
    CHECK(contains(refusal_of_text("text.tif", "these are words\n"),
                   "its format is not known; expected heights in a format"));
    CHECK(contains(refusal_of_text("text.tif", "these are words\n"), "found a file that begins with text"));
    const std::string broken = refusal_of_text("broken.tif", std::string{"II*\0 and no more", 16});
    CHECK(contains(broken, "expected a whole file of GeoTIFF, found one that cannot be opened"));
    CHECK(contains(broken, "is it truncated or damaged? (GDAL: "));
    CHECK(contains(
        refusal_of_text("colours.txt", "1 2 3\n7 1 4\n2 9 9\n"),
        "expected columns x, y and z of heights on a grid, row by row, found a table of others (GDAL: "));
    CHECK(contains(refusal_of_text("points.geojson", R"({"type":"FeatureCollection","features":[]})"),
                   "it holds points, lines or a table (GeoJSON)"));
    CHECK(contains(error_of([] { (void)open_heights("nowhere.tif"); }), "'nowhere.tif': no such file"));
    const TemporaryFolder folder;
    CHECK(contains(error_of([&] { (void)open_heights(folder.path()); }), "found a folder"));
    for (const char* name : {"/vsicurl/http://127.0.0.1/dem.tif", "MEM:::DATAPOINTER=1", "vrt://dem.tif"})
        CHECK(contains(error_of([&] { (void)open_heights(name); }), "no such file"));
}

TEST_CASE("measure_heights: numbers that are hardly metres are refused where the file names no unit",
          "[terrain]")
{
    const std::vector<double> pressures{98'000, 99'000, 100'000, 101'000, 102'000, 103'000};
    const std::string message = raster_refusal({.numbers = pressures, .unit = ""});
    CHECK(contains(message, "98000 to 103000"));
    CHECK(contains(message, "expected -12000 to 22000"));
    CHECK(contains(raster_refusal({.numbers = {-99'999, 1, 2, 3, 4, 5}, .unit = ""}),
                   "if -99999 stands for no"));
    CHECK(refusal_of_numbers(pressures, "m").empty());
    CHECK(refusal_of_numbers(pressures, "", {.unit = "mm"}).empty());
    CHECK(refusal_of_numbers({-10'935, 0, 0, 0, 8849, 21'241}, "").empty());
}

TEST_CASE("open_heights: a unit that is no length is reported, with what may be done", "[terrain]")
{
    const std::string message = raster_refusal({.unit = "m/s"});
    CHECK(contains(message, "its numbers are in 'm/s', which is not known as a length"));
    CHECK(contains(message, "--unit"));
}

TEST_CASE("open_heights: of several bands the one named as heights is taken", "[terrain]")
{
    const TemporaryFolder folder;
    const auto with_names = [&](const char* first, const char* second) {
        std::string path = write_raster(folder.file("bands.tif"), {.bands = 2});
        GDALDatasetH dataset = GDALOpen(path.c_str(), GA_Update);
        GDALSetDescription(GDALGetRasterBand(dataset, 1), first);
        GDALSetDescription(GDALGetRasterBand(dataset, 2), second);
        GDALClose(dataset);
        return path;
    };
    CHECK(has_note(open_heights(with_names("slope", "Elevation"))->info(), "band 2 of 2, 'Elevation'"));
    CHECK(contains(error_of([&] { (void)open_heights(with_names("U-velocity", "V-velocity")); }),
                   "2 bands, none named as heights are ('U-velocity', ...)"));
    CHECK(open_heights(with_names("U-velocity", "V-velocity"), {.band = 1})->info().columns == 3);
}

TEST_CASE("open_heights: a band named for another quantity is no heights, unless asked for", "[terrain]")
{
    const TemporaryFolder folder;
    const std::string path = write_raster(folder.file("t.tif"), {.unit = ""});
    GDALDatasetH dataset = GDALOpen(path.c_str(), GA_Update);
    GDALSetDescription(GDALGetRasterBand(dataset, 1), "air_temperature");
    GDALClose(dataset);
    CHECK(contains(error_of([&] { (void)open_heights(path); }), "but 'air_temperature'"));
    CHECK(open_heights(path, {.band = 1})->info().columns == 3);
}

TEST_CASE("open_heights: a grey picture is distinguished from heights", "[terrain]")
{
    const TemporaryFolder folder;
    const std::string tiff = write_raster(folder.file("grey.tif"), {.type = GDT_Byte, .unit = ""});
    GDALDatasetH from = GDALOpen(tiff.c_str(), GA_ReadOnly);
    const std::string png = folder.file("grey.png");
    GDALClose(
        GDALCreateCopy(GDALGetDriverByName("PNG"), png.c_str(), from, FALSE, nullptr, nullptr, nullptr));
    GDALClose(from);
    CHECK(contains(error_of([&] { (void)open_heights(png); }), "a picture in shades of grey"));
    CHECK(open_heights(png, {.unit = "m"})->info().columns == 3);
    CHECK(open_heights(tiff)->info().columns == 3);
}

TEST_CASE("open_heights: a flow's file is named for what it is", "[terrain]")
{
    const std::string message = refusal_of_text("flow.tec", " Title=\"FLOW\"\n Variables=\"X\",\"Y\"\n");
    CHECK(contains(message, "it is a Tecplot file of a flow"));
    CHECK_FALSE(contains(message, "expected a raster"));
}
