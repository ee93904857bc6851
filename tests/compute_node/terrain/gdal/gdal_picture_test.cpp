#include "compute_node/terrain/gdal/gdal_picture.h"

#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/terrain/gdal/raster_file.h"
#include "tests/temporary_folder.h"

#include <cpl_conv.h>

#include <filesystem>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

/// 3 x 2 shades, 10 m apart, the first pixel's centre at (500005, 4599995).
RasterFile shades(int bands)
{
    RasterFile file;
    file.type = GDT_Byte;
    file.bands = bands;
    file.numbers = {10, 20, 30, 40, 50, 60};
    file.unit = "";
    return file;
}

PictureGrid on_pixels()
{
    return {.first = {500'005, 4'599'995}, .step = {10, -10}, .columns = 3, .rows = 2};
}

PostFrame frame_in(const std::string& name)
{
    prepare_gdal();
    OGRSpatialReferenceH crs = crs_of(name);
    char* text = nullptr;
    OSRExportToWkt(crs, &text);
    PostFrame frame;
    frame.crs = text;
    CPLFree(text);
    OSRDestroySpatialReference(crs);
    return frame;
}

std::vector<int> colours(const std::string& file, const PictureGrid& grid, const PostFrame& frame)
{
    const std::atomic<bool> cancelled{false};
    std::vector<std::byte> rgba(std::size_t{4} * grid.columns * grid.rows, std::byte{7});
    CHECK(GdalPicture(file, {}).read(grid, frame, rgba, cancelled));
    std::vector<int> numbers;
    numbers.reserve(rgba.size());
    for (const std::byte byte : rgba) numbers.push_back(std::to_integer<int>(byte));
    return numbers;
}

}  // namespace

TEST_CASE("GdalPicture: colours, shades and alpha", "[terrain]")
{
    const TemporaryFolder folder;
    const PostFrame frame = frame_in("EPSG:32632");
    for (const int bands : {1, 3}) {
        const auto found = colours(write_raster(folder.file("a.tif"), shades(bands)), on_pixels(), frame);
        CHECK(std::vector(found.begin(), found.begin() + 8) == std::vector{10, 10, 10, 255, 20, 20, 20, 255});
        CHECK(found[4 * 5] == 60);
    }
    const auto found = colours(write_raster(folder.file("a.tif"), shades(4)), on_pixels(), frame);
    CHECK(found[4 * 5 + 3] == 60);  // the fourth band is alpha
}

TEST_CASE("GdalPicture: beyond the picture nothing is drawn", "[terrain]")
{
    const TemporaryFolder folder;
    PictureGrid grid = on_pixels();
    grid.first.x -= 20;
    const auto found = colours(write_raster(folder.file("a.tif"), shades(3)), grid, frame_in("EPSG:32632"));
    CHECK(std::vector(found.begin(), found.begin() + 4) == std::vector{0, 0, 0, 0});
    CHECK(std::vector(found.begin() + 8, found.begin() + 12) == std::vector{10, 10, 10, 255});
}

TEST_CASE("GdalPicture: is laid where its own reference system says", "[terrain]")
{
    const TemporaryFolder folder;
    // Half a degree around the central meridian, seen in UTM.
    RasterFile file = shades(1);
    file.crs = "EPSG:4326";
    file.geotransform = {8.97, 0.02, 0, 45.02, 0, -0.02};
    const std::string name = write_raster(folder.file("a.tif"), file);
    const auto found =
        colours(name, {.first = {500'000, 4'984'000}, .step = {10, -10}, .columns = 2, .rows = 2},
                frame_in("EPSG:32632"));
    CHECK(found[3] == 255);
    CHECK(found[0] >= 20);
    CHECK(found[0] <= 50);
    // Without a reference system the numbers are taken as they are.
    CHECK(colours(name, {.first = {9, 45.01}, .step = {0.02, -0.02}, .columns = 2, .rows = 2}, {})[0] == 20);
}

TEST_CASE("GdalPicture: what is no picture is one line that says so", "[terrain]")
{
    const TemporaryFolder folder;
    const auto error = [&](const RasterFile& file) {
        const std::string name = write_raster(folder.file("a.tif"), file);
        return error_of([&] { GdalPicture(name, {}); });
    };
    CHECK(contains(error({}), "expected bytes, found Float32"));
    CHECK(contains(error(shades(5)), "expected one to four bands, found 5"));
    RasterFile nowhere = shades(3);
    nowhere.crs = "";
    nowhere.geotransform = std::nullopt;
    CHECK(contains(error(nowhere), "it has no coordinates"));
    CHECK(contains(error_of([&] { GdalPicture(folder.write("b.tif", "no"), {}); }), "cannot read"));
    CHECK(contains(error_of([&] { GdalPicture(folder.file("none.tif"), {}); }), "cannot read"));
}

TEST_CASE("GdalPicture: a client's file lies below the data folders", "[terrain]")
{
    const TemporaryFolder folder;
    fs::create_directories(folder / "data");
    write_raster(folder.file("data/a.tif"), shades(3));
    write_raster(folder.file("b.tif"), shades(3));
    fs::create_symlink(folder / "b.tif", folder / "data/b.tif");
    const auto error = [&](const std::string& name) {
        return error_of([&] { GdalPicture(folder / name, {folder / "data"}); });
    };
    CHECK(error("data/a.tif").empty());
    CHECK(contains(error("b.tif"), "expected a file in the data folders"));
    CHECK(contains(error("data/b.tif"), "expected a file in the data folders"));
}

TEST_CASE("GdalPicture: stops when it is cancelled", "[terrain]")
{
    const TemporaryFolder folder;
    const GdalPicture picture{write_raster(folder.file("a.tif"), shades(3)), {}};
    std::vector<std::byte> rgba(24);
    const std::atomic<bool> cancelled{true};
    CHECK_FALSE(picture.read(on_pixels(), frame_in("EPSG:32632"), rgba, cancelled));
}
