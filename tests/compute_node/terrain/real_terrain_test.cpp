// Files of other origin; skipped where they are not.
#include "compute_node/terrain/gdal/crs.h"
#include "compute_node/terrain/gdal/gdal_heights.h"
#include "compute_node/terrain/heights/height_range.h"
#include "tests/catch.h"
#include "tests/compute_node/terrain/terrain_helpers.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <optional>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::compute::testing;

namespace {

namespace fs = std::filesystem;

std::optional<fs::path> data_folder()
{
    const char* named = std::getenv("FARFIELD_DATA_DIR");
    const fs::path folder =
        (named != nullptr ? fs::path{named} : fs::path{FARFIELD_SOURCE_DIR} / "../shared/data") / "terrain";
    if (fs::is_directory(folder)) return folder;
    WARN("skipped: no data at " << folder.string());
    return std::nullopt;
}

/// As the README beside the files states it.
struct Expected {
    const char* file;
    const char* format;
    glm::ivec2 posts;
    float lowest, highest;
    double nodata;
    glm::dvec2 first;  ///< longitude and latitude of the north-western post
    glm::dvec2 spacing;
};

constexpr double arc3 = 3.0 / 3600.0;

}  // namespace

TEST_CASE("Real terrain: sizes, ranges and corners are those their README states", "[real]")
{
    const auto folder = data_folder();
    if (!folder) return;
    for (const Expected& expected :
         {Expected{"N44W072.hgt", "SRTMHGT", {1201, 1201}, 115, 1908, -32768, {-72, 45}, {arc3, -arc3}},
          Expected{"n00_e006_3arc_v2.dt1", "DTED", {1201, 1201}, -7, 1979, -32767, {6, 1}, {arc3, -arc3}},
          Expected{"N46E008.tif", "GTiff", {1201, 1201}, 187, 4173, -32767, {8, 47}, {arc3, -arc3}},
          Expected{"N49W123.tif", "GTiff", {1201, 1201}, -37, 2674, -32767, {-123, 50}, {arc3, -arc3}},
          Expected{"S33W071.tif", "GTiff", {1201, 1201}, 250, 6929, -32767, {-71, -32}, {arc3, -arc3}}}) {
        INFO(expected.file);
        const auto source = open_heights(*folder / expected.file);
        const TerrainInfo& info = source->info();
        CHECK(info.format == expected.format);
        CHECK(glm::ivec2{info.columns, info.rows} == expected.posts);
        CHECK(info.nodata == expected.nodata);
        CHECK(info.unit == "metre");
        CHECK(info.frame.geographic);
        CHECK(crs_name(info.frame.crs).code == "EPSG:4326");
        CHECK(info.frame.origin.x == Approx(expected.first.x).margin(1e-9));
        CHECK(info.frame.origin.y == Approx(expected.first.y).margin(1e-9));
        CHECK(info.frame.spacing.x == Approx(expected.spacing.x).epsilon(1e-9));
        CHECK(info.frame.spacing.y == Approx(expected.spacing.y).epsilon(1e-9));
        const HeightRange range = measure_heights(*source);
        CHECK(range.lowest() == expected.lowest);
        CHECK(range.highest() == expected.highest);
    }
}

TEST_CASE("Real terrain: projected grids are in metres, with holes where a quad is turned", "[real]")
{
    const auto folder = data_folder();
    if (!folder) return;
    for (const auto& [file, posts, spacing, lowest, highest] :
         {std::tuple{"SainteHelens.dem", glm::ivec2{327, 468}, 30.0, 682.0F, 2543.0F},
          std::tuple{"N46E008_utm32_90m.tif", glm::ivec2{861, 1241}, 90.0, 190.0F, 4134.0F}}) {
        INFO(file);
        const auto source = open_heights(*folder / file);
        const TerrainInfo& info = source->info();
        CHECK(glm::ivec2{info.columns, info.rows} == posts);
        CHECK_FALSE(info.frame.geographic);
        CHECK(info.frame.post_metres() == glm::dvec2{spacing, -spacing});
        const HeightRange range = measure_heights(*source);
        CHECK(range.lowest() == lowest);
        CHECK(range.highest() == highest);
        CHECK(range.voids() > 0);
    }
}

TEST_CASE("Real terrain: voids of the Alps are holes", "[real]")
{
    const auto folder = data_folder();
    if (!folder) return;
    const auto source = open_heights(*folder / "N46E008.tif");
    CHECK(measure_heights(*source).voids() > 0);
    CHECK(source->info().notes == source->info().frame.remarks);  // on its lengths alone
}

TEST_CASE("Real terrain: sea is a height of 0 and no hole", "[real]")
{
    const auto folder = data_folder();
    if (!folder) return;
    const auto source = open_heights(*folder / "n00_e006_3arc_v2.dt1");
    const auto heights = heights_of(*source);
    CHECK(std::count(heights.begin(), heights.end(), 0.0F) > 1'000'000);
}

TEST_CASE("Real terrain: bands of any number of rows are the same heights", "[real]")
{
    const auto folder = data_folder();
    if (!folder) return;
    const auto bits = [](float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    for (const char* file : {"N46E008.tif", "n00_e006_3arc_v2.dt1", "SainteHelens.dem"}) {
        const auto source = open_heights(*folder / file);
        const auto whole = heights_of(*source), parts = heights_of(*source, 37);
        CHECK(std::equal(whole.begin(), whole.end(), parts.begin(), bits));
    }
}
