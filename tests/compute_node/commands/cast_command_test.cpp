// `farfield-node cast` as a user calls it.
#include "tests/compute_node/commands/run_node.h"
#include "tests/temporary_folder.h"

#include <filesystem>
#include <string>

using namespace farfield::compute::testing;
using farfield::test::read_text;
using farfield::test::TemporaryFolder;

namespace {

/// A level terrain 10 m high, x and y from 0 to 40, with a post at (20, 20) that has no height.
std::string write_plain(const TemporaryFolder& folder)
{
    return folder.write(
        "plain.asc", "ncols 5\nnrows 5\nxllcenter 0\nyllcenter 0\ncellsize 10\nNODATA_value -9999\n"
                     "10 10 10 10 10\n10 10 10 10 10\n10 10 -9999 10 10\n10 10 10 10 10\n10 10 10 10 10\n");
}

std::string cast(const TemporaryFolder& folder, const std::string& rays, const std::string& options = "")
{
    return "cast " + write_plain(folder) + " --rays " + folder.write("rays.csv", rays) + " --out " +
           folder.file("hits.csv") + " " + options;
}

}  // namespace

TEST_CASE("farfield-node cast: each kind of end is reported", "[command]")
{
    const TemporaryFolder folder;
    const Outcome done = run_node(cast(folder, "ex,ey,ez,dx,dy,dz\n"
                                               "5,5,22,0,0,-2\n"
                                               "1,1,14,3,0,-4\n"
                                               "5,5,22,1,0,0\n"
                                               "20,20,22,0,0,-1\n"
                                               "5,5,3,0,0,1\n"
                                               "-10,5,5,1,0,0\n"));
    CHECK(done.code == 0);
    CHECK(read_text(folder / "hits.csv") == "ray,range,x,y,z,hit\n"
                                            "0,12,5,5,10,ground\n"
                                            "1,5,4,1,10,ground\n"
                                            "2,nan,nan,nan,nan,sky\n"
                                            "3,nan,nan,nan,nan,hole\n"
                                            "4,0,5,5,3,underground\n"
                                            "5,10,0,5,5,underground\n");
}

TEST_CASE("farfield-node cast: the Earth is flat unless asked for", "[command]")
{
    const TemporaryFolder folder;
    // Down by 1 in a million from 0.02 mm up: ground after 20 m, which by then has fallen away by 0.03 mm.
    const std::string ray = "0,5,10.00002,1,0,-0.000001\n";
    const auto end_of = [&](const std::string& options) {
        REQUIRE(run_node(cast(folder, ray, options)).code == 0);
        const std::string hits = read_text(folder / "hits.csv");
        return hits.substr(hits.rfind(',') + 1);
    };
    CHECK(end_of("") == "ground\n");
    CHECK(end_of("--curvature") == "sky\n");
    CHECK(end_of("--curvature --refraction 1") == "ground\n");
    const Outcome help = run_node("cast --help");
    CHECK(contains(help.out, "0.13"));
    CHECK(contains(help.out, "flat by default"));
}

TEST_CASE("farfield-node cast: what is wrong is one line, and no file is left", "[command]")
{
    const TemporaryFolder folder;
    check_one_line_error(cast(folder, "1,2,3,0,0,-1\n1,2,3,0,0,0\n"), 1,
                         "rays.csv', line 2: expected a direction dx,dy,dz, found 0,0,0");
    check_one_line_error(cast(folder, "1,2,3,0,nan,-1\n"), 1, "line 1: expected finite numbers");
    check_one_line_error(cast(folder, "ex,ey,ez,dx,dy\n"), 1,
                         "expected a column 'dz', found none; the columns are ex,ey,ez,dx,dy");
    check_one_line_error(cast(folder, ""), 1, "expected rows of ex,ey,ez,dx,dy,dz, found none");
    check_one_line_error(cast(folder, "1,2,3,0,0,-1\n", "--threads 2000"), 2, "threads");
    check_one_line_error(cast(folder, "1,2,3,0,0,-1\n", "--refraction -1"), 2, "--refraction");
    check_one_line_error(cast(folder, "1,2,3,0,0,-1\n", "--vertical-scale 0"), 2, "--vertical-scale");
    check_one_line_error("cast " + write_plain(folder) + " --out o.csv", 2, "--rays is required");
    check_one_line_error("cast " + folder.file("none.tif") + " --rays " +
                             folder.write("r.csv", "1,2,3,0,0,1\n") + " --out " + folder.file("hits.csv"),
                         1, "none.tif");
    check_one_line_error("cast fractal:9 --rays " + folder.file("r.csv") + " --out " + folder.file("r.csv"),
                         1, "which is read");
    CHECK(!std::filesystem::exists(folder / "hits.csv"));
}

TEST_CASE("farfield-node cast: a terrain larger than memory is mapped from a file, with the same answers",
          "[command]")
{
    const TemporaryFolder folder;
    const std::string ray = "5,5,22,1,0.5,-2\n";
    REQUIRE(run_node(cast(folder, ray)).code == 0);
    const std::string hits = read_text(folder / "hits.csv");
    REQUIRE(run_node(cast(folder, ray, "--max-terrain-bytes 1 --cache " + folder.file("cache"))).code == 0);
    CHECK(read_text(folder / "hits.csv") == hits);
    CHECK_FALSE(std::filesystem::is_empty(folder / "cache"));
}
