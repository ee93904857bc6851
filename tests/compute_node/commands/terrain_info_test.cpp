// farfield-node info of terrains, as a user calls it.
#include "tests/compute_node/commands/run_node.h"
#include "tests/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <string>

using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

/// An ASCII grid that needs no GDAL to be written: 3 x 2 posts 30 m apart, one of them a void.
std::string write_grid(const TemporaryFolder& folder, const std::string& name = "dem.asc",
                       const std::string& corner = "1000")
{
    return folder.write(name, "ncols 3\nnrows 2\nxllcorner " + corner +
                                  "\nyllcorner 2000\ncellsize 30\nNODATA_value -9999\n"
                                  "1 2 3\n4 -9999 6.5\n");
}

}  // namespace

TEST_CASE("farfield-node info: a terrain's posts, places and heights are printed", "[command]")
{
    const TemporaryFolder folder;
    const Outcome outcome = run_node("info " + write_grid(folder) + " 2>&1");
    INFO(outcome.out);
    CHECK(outcome.code == 0);
    for (const char* part :
         {"kind       terrain, AAIGrid (Arc/Info ASCII Grid)\n", "posts      3 x 2 (6)\n",
          "crs        none\n", "spacing    30 x 30 m\n", "bounds x   1015 to 1075\n",
          "bounds y   2015 to 2045\n", "heights    1 to 6.5 m\n", "unit       metre\n", "no data    -9999\n",
          "holes      1\n", "note       the file names no unit of heights; metres are assumed\n",
          "note       no reference system is named: coordinates are taken as metres\n"})
        CHECK(contains(outcome.out, part));
}

TEST_CASE("farfield-node info --json: a terrain is one document", "[command]")
{
    const TemporaryFolder folder;
    const Outcome outcome = run_node("info --json --unit ft " + write_grid(folder));
    REQUIRE(outcome.code == 0);
    const auto json = nlohmann::json::parse(outcome.out);
    CHECK(json["kind"] == "terrain");
    CHECK(json["format"] == "AAIGrid");
    CHECK(json["posts"] == nlohmann::json::array({3, 2}));
    CHECK(json["spacing_metres"] == nlohmann::json::array({30.0, -30.0}));
    CHECK(json["bounds"]["min"] == nlohmann::json::array({1015.0, 2015.0}));
    CHECK(json["unit"] == "foot");
    CHECK(json["heights"][1].get<double>() == Approx(6.5 * 0.3048));
    CHECK(json["nodata"] == -9999.0);
    CHECK(json["holes"] == 1);
    CHECK(json["crs"]["name"].is_null());
}

TEST_CASE("farfield-node info: terrains and flow fields go together", "[command]")
{
    const Outcome outcome = run_node("info --json fractal:50:3 analytic:cell fractal-bench:9");
    REQUIRE(outcome.code == 0);
    const auto json = nlohmann::json::parse(outcome.out);
    REQUIRE(json.size() == 3);
    CHECK(json[0]["name"] == "fractal:50:3");
    CHECK(json[1]["kind"] == "analytic");
    CHECK(json[2]["posts"] == nlohmann::json::array({9, 9}));
}

TEST_CASE("farfield-node info --join: files are one terrain", "[command]")
{
    const TemporaryFolder folder;
    const std::string files = write_grid(folder) + " " + write_grid(folder, "east.asc", "1090");
    const Outcome outcome = run_node("info --join " + files);
    CHECK(outcome.code == 0);
    CHECK(contains(outcome.out, "posts      6 x 2 (12)"));
    CHECK(contains(outcome.out, "dem.asc and 1 more"));
    check_one_line_error("info --join fractal:9 " + files, 1, "cannot join 'fractal:9'");
}

TEST_CASE("farfield-node info: heights of a huge terrain are not measured", "[command]")
{
    const Outcome outcome = run_node("info fractal:1048576");
    CHECK(outcome.code == 0);
    CHECK(contains(outcome.out, "not measured: 1099511627776 posts exceed max_measured_posts = 1073741824"));
}

TEST_CASE("farfield-node info: what is no terrain is one line and code 1", "[command]")
{
    const TemporaryFolder folder;
    check_one_line_error("info " + folder.write("words.tif", "no raster at all"), 1,
                         "its format is not known");
    check_one_line_error("info " + folder.write("a.geojson", R"({"type":"FeatureCollection","features":[]})"),
                         1, "GeoJSON");
    check_one_line_error("info " + folder.write("void.asc",
                                                "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n"
                                                "NODATA_value 0\n0 0\n0 0\n"),
                         1, "none of its 4 posts has a height");
    check_one_line_error("info fractal:1", 1, "max_fractal_posts");
    check_one_line_error("info --unit ell " + write_grid(folder), 1, "'ell': expected a unit among");
    check_one_line_error("info --band 7 " + write_grid(folder), 1, "expected a band from 1 to 1, found 7");
    check_one_line_error("info --band 99999999999 " + write_grid(folder), 2,
                         "--band: expected the number of a band, from 1 on, found '99999999999'");
    for (const std::string scale : {"0", "1e300", "nan"})
        check_one_line_error("info --vertical-scale " + scale + " " + write_grid(folder), 2,
                             "--vertical-scale: expected a number from 0.001 to 1000");
}
