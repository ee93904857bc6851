// farfield-node viewshed, as a user calls it.
#include "compute_node/terrain/gdal/gdal_heights.h"
#include "tests/compute_node/commands/run_node.h"
#include "tests/compute_node/terrain/terrain_helpers.h"
#include "tests/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

/// A ridge 10 m high in the third of five columns, 30 m apart, and a void in the last row.
std::string write_ridge(const TemporaryFolder& folder)
{
    return folder.write("ridge.asc", "ncols 5\nnrows 3\nxllcorner 1000\nyllcorner 2000\ncellsize 30\n"
                                     "NODATA_value -9999\n0 0 10 0 0\n0 0 10 0 0\n0 0 10 0 -9999\n");
}

bool is_empty_but_for(const TemporaryFolder& folder, const std::string& name)
{
    const std::filesystem::directory_iterator files{folder.path()};
    return std::all_of(begin(files), end(files),
                       [&](const auto& file) { return file.path().filename() == name; });
}

}  // namespace

TEST_CASE("farfield-node viewshed: a raster on the terrain's own grid", "[command]")
{
    const TemporaryFolder folder;
    const std::string out = folder.file("seen.tif");
    const Outcome outcome =
        run_node("viewshed " + write_ridge(folder) + " --observer 1015,2045,2 --json --out " + out);
    REQUIRE(outcome.code == 0);
    const auto json = nlohmann::json::parse(outcome.out);
    CHECK(json["posts"] == 14);
    CHECK(json["visible"] == 9);
    CHECK(json["observer"] == nlohmann::json::array({1015.0, 2045.0, 2.0}));
    for (const char* part : {"loading", "computing", "writing"})
        CHECK(json["seconds"][part].get<double>() >= 0.0);
    const auto raster = open_heights(out);
    CHECK(raster->info().columns == 5);
    CHECK(raster->info().rows == 3);
    CHECK(raster->info().nodata == 127.0);
    CHECK(raster->info().frame.origin == glm::dvec2{1015.0, 2075.0});
    CHECK(raster->info().frame.spacing == glm::dvec2{30.0, -30.0});
    const std::vector<float> seen = heights_of(*raster);
    for (std::size_t post = 0; post < 14; ++post) CHECK(seen[post] == (post % 5 < 3 ? 255.0F : 0.0F));
    CHECK(std::isnan(seen[14]));
}

TEST_CASE("farfield-node viewshed: what cannot be is one line, and leaves no file", "[command]")
{
    const TemporaryFolder folder;
    const std::string ridge = write_ridge(folder), dem = "viewshed " + ridge,
                      to = " --out " + folder.file("seen.tif");
    check_one_line_error(dem + to + " --observer 900,2045,2", 1, "off the map: expected x from 1015 to 1135");
    check_one_line_error(dem + to + " --observer 1135,2015,2", 1, "in a hole");
    check_one_line_error(dem + to + " --observer 1075,2045,9 --absolute", 1, "under ground");
    check_one_line_error(dem + to + " --observer 1075,2045,-1", 1, "under ground");
    check_one_line_error(dem + to + " --observer 1075,nan,2", 2, "expected 3 numbers");
    check_one_line_error(dem + to + " --observer 1075,2045", 2, "expected 3 numbers");
    const std::string eye = " --observer 1015,2045,2";
    check_one_line_error(dem + to, 2, "--observer is required");
    check_one_line_error(dem + to + eye + " --radius 0", 2, "expected a number of more than 0");
    check_one_line_error(dem + to + eye + " --radius nan", 2, "expected a number of more than 0");
    check_one_line_error(dem + to + eye + " --target-height -1", 2, "expected a number of at least 0");
    check_one_line_error(dem + to + eye + " --sectors 10", 2, "expected 2 numbers");
    check_one_line_error(dem + to + eye + " --sectors 10,10", 2,
                         "--sectors: expected two azimuths that differ");
    check_one_line_error(dem + to + " --observer 1025,2045,2 --radius 1", 1,
                         "no post with a height is within");
    check_one_line_error(dem + to + eye + " --refraction 0.2", 2, "--curvature");
    check_one_line_error(dem + eye + " --out " + ridge, 2, "expected a file named .tif");
    check_one_line_error(dem + eye + " --out /nowhere/seen.tif", 1, "cannot write '/nowhere/seen.tif'");
    check_one_line_error("viewshed no-such.tif" + eye + to, 1, "no-such.tif");
    CHECK(is_empty_but_for(folder, "ridge.asc"));
}

TEST_CASE("farfield-node viewshed: a terrain is not written over", "[command]")
{
    const TemporaryFolder folder;
    const std::string dem = folder.file("dem.tif"), eye = " --observer 1015,2045,2 --out ";
    REQUIRE(run_node("viewshed " + write_ridge(folder) + eye + dem).code == 0);
    check_one_line_error("viewshed " + dem + eye + dem, 1, "which is read");
}

TEST_CASE("farfield-node viewshed: a full disk leaves no file", "[command]")
{
    const TemporaryFolder folder;
    const std::string out = folder.file("seen.tif");
    const Outcome outcome =
        run_node("viewshed fractal:1200 --observer 18000,18000,2 --out " + out + " 2>&1", "ulimit -f 1; ");
    INFO(outcome.out);
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.out, "cannot write"));
    CHECK(std::count(outcome.out.begin(), outcome.out.end(), '\n') == 1);
    CHECK(std::filesystem::is_empty(folder.path()));
}
