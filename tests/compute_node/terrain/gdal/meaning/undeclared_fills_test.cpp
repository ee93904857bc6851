// Numbers for no height that a file does not declare, and depths that its reference system declares.
#include "compute_node/terrain/gdal/gdal_heights.h"
#include "tests/catch.h"
#include "tests/compute_node/terrain/gdal/raster_file.h"
#include "tests/compute_node/terrain/terrain_helpers.h"
#include "tests/temporary_folder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace farfield::terrain;
using namespace farfield::compute::testing;
using Catch::Matchers::ContainsSubstring;
using farfield::test::TemporaryFolder;

namespace {

constexpr int columns = 40, rows = 30;

/// Heights of a slope from 100 to 100 + range, and `fill` at so many posts of the tenth row.
RasterFile slope_with(double fill, int posts, double range = 500.0, GDALDataType type = GDT_Float32)
{
    RasterFile file;
    file.columns = columns;
    file.rows = rows;
    file.type = type;
    file.numbers.clear();
    for (int n = 0; n < columns * rows; ++n)
        file.numbers.push_back(std::round(100.0 + range * n / (columns * rows - 1)));
    std::fill_n(file.numbers.begin() + 10 * columns, posts, fill);
    return file;
}

struct Read {
    std::vector<float> heights;
    std::string notes;

    [[nodiscard]] long voids() const
    {
        return std::ranges::count_if(heights, [](float height) { return std::isnan(height); });
    }
};

Read read(const RasterFile& file)
{
    const TemporaryFolder folder;
    const auto source = open_heights(write_raster(folder.file("dem.tif"), file));
    Read result{heights_of(*source), {}};
    result.notes = fmt::format("{}", fmt::join(source->info().notes, "; "));
    return result;
}

}  // namespace

TEST_CASE("Heights: fill values that nothing declares are voids, with a note", "[terrain]")
{
    for (const double fill : {-9999.0, -32768.0, -99999.0, 1e20, 3.4e38, -3.4e38}) {
        INFO(fill);
        const Read found = read(slope_with(fill, 6));
        CHECK(found.voids() == 6);
        CHECK(std::isnan(found.heights[10 * columns + 5]));
        CHECK(found.heights[10 * columns + 6] > 100.0F);
        CHECK_THAT(found.notes, ContainsSubstring("without height"));
    }
    const Read integers = read(slope_with(-9999.0, 6, 500.0, GDT_Int16));
    CHECK(integers.voids() == 6);
    CHECK_THAT(integers.notes, ContainsSubstring("numbers of exactly -9999, far below all others"));
    CHECK(read(slope_with(-99999.0, 6, 500.0, GDT_Int32)).voids() == 6);
}

TEST_CASE("Heights: an undeclared fill is a number of the file, before scale and offset", "[terrain]")
{
    RasterFile file = slope_with(-9999.0, 5);
    file.scale = 0.1;
    file.offset = 50.0;
    const Read found = read(file);
    CHECK(found.voids() == 5);
    CHECK(*std::ranges::min_element(found.heights) == Approx(60.0));
    file = slope_with(-32768.0, 5);
    file.scale = 0.1;
    CHECK(read(file).voids() == 5);
}

TEST_CASE("Heights: numbers that may be heights remain heights", "[terrain]")
{
    CHECK(read(slope_with(-9999.0, 3)).voids() == 0);  // too few
    // A trench goes down to and beyond it.
    RasterFile trench = slope_with(-9999.0, 8, -10'500.0);
    CHECK(read(trench).voids() == 0);
    RasterFile declared = slope_with(-9999.0, 8);
    declared.nodata = 0.0;
    CHECK(read(declared).voids() == 0);
    CHECK_THAT(read(declared).notes, !ContainsSubstring("far below"));
}

TEST_CASE("Heights: a vertical axis that points down makes depths of the numbers", "[terrain]")
{
    RasterFile file = slope_with(100.0, 1);
    file.crs = "EPSG:32633+5715";  // MSL depth
    const Read found = read(file);
    CHECK(found.heights.front() == -100.0F);
    CHECK(found.heights.back() == -600.0F);
    CHECK_THAT(found.notes, ContainsSubstring("points down: heights are minus the file's numbers"));
    file.crs = "EPSG:32633+5714";  // MSL height
    CHECK(read(file).heights.back() == 600.0F);
    CHECK_THAT(read(file).notes, !ContainsSubstring("points down"));
}
