// `farfield-node sight` as a user calls it.
#include "tests/compute_node/commands/run_node.h"
#include "tests/temporary_folder.h"

#include <filesystem>
#include <string>

using namespace farfield::compute::testing;
using farfield::test::read_text;
using farfield::test::TemporaryFolder;

namespace {

/// x and y from 0 to 40; a ridge 30 m high along x = 20, and no height at (40, 0).
std::string write_high_ridge(const TemporaryFolder& folder)
{
    return folder.write("ridge.asc",
                        "ncols 5\nnrows 5\nxllcenter 0\nyllcenter 0\ncellsize 10\nNODATA_value -9999\n"
                        "0 0 30 0 0\n0 0 30 0 0\n0 0 30 0 0\n0 0 30 0 0\n0 0 30 0 -9999\n");
}

std::string sight(const TemporaryFolder& folder, const std::string& options)
{
    return "sight " + write_high_ridge(folder) + " " + options + " --out " + folder.file("sight.csv");
}

}  // namespace

TEST_CASE("farfield-node sight: each pair is answered", "[command]")
{
    const TemporaryFolder folder;
    const std::string pairs = folder.write("pairs.csv", "ox,oy,oh,tx,ty,th\n"
                                                        "0,20,40,40,20,40\n"
                                                        "0,20,15,40,20,15\n"
                                                        "0,20,1,50,20,1\n"
                                                        "0,20,1,40,0,1\n");
    REQUIRE(run_node(sight(folder, "--clearance --pairs " + pairs)).code == 0);
    CHECK(read_text(folder / "sight.csv") == "pair,visible,blocked_x,blocked_y,blocked_z,blocked_distance,"
                                             "holes,clearance,clearance_x,clearance_y\n"
                                             "0,yes,nan,nan,nan,nan,no,10,20,20\n"
                                             "1,no,15,20,15,15,no,-15,20,20\n"
                                             "2,off-map,nan,nan,nan,nan,no,nan,nan,nan\n"
                                             "3,no-height,nan,nan,nan,nan,no,nan,nan,nan\n");
}

TEST_CASE("farfield-node sight: one observer looks at many targets", "[command]")
{
    const TemporaryFolder folder;
    const std::string targets = folder.write("targets.csv", "40,20,40\n40,20,10\n");
    REQUIRE(run_node(sight(folder, "--observer 0,20,40 --targets " + targets)).code == 0);
    const std::string flat = read_text(folder / "sight.csv");
    CHECK(contains(flat, "\n0,yes,nan,nan,nan,nan,no\n1,no,"));
    const std::string above_datum = folder.write("above.csv", "20,20,29\n20,20,30\n");
    REQUIRE(run_node(sight(folder, "--absolute --observer 0,20,40 --targets " + above_datum)).code == 0);
    CHECK(contains(read_text(folder / "sight.csv"), "\n1,yes,"));
    CHECK(contains(read_text(folder / "sight.csv"), "\n0,no,"));
}

TEST_CASE("farfield-node sight: what is wrong is one line, and no file is left", "[command]")
{
    const TemporaryFolder folder;
    const std::string targets = folder.write("targets.csv", "40,20,40\n40,20,nan\n");
    check_one_line_error(sight(folder, ""), 2, "one of --pairs, and --observer with --targets");
    check_one_line_error(sight(folder, "--targets " + targets), 2, "--observer and --targets");
    check_one_line_error(sight(folder, "--pairs a --targets " + targets), 2, "one of --pairs");
    check_one_line_error(sight(folder, "--observer 1,2 --targets " + targets), 2, "--observer");
    check_one_line_error(sight(folder, "--observer 1,2,nan --targets " + targets), 2, "three finite numbers");
    check_one_line_error(sight(folder, "--observer -1,2,3 --targets " + targets), 1,
                         "line 2: expected finite numbers for tx,ty,th");
    check_one_line_error(sight(folder, "--pairs " + targets), 1, "ox,oy,oh,tx,ty,th");
    CHECK(!std::filesystem::exists(folder / "sight.csv"));
}

TEST_CASE("farfield-node sight: a terrain larger than memory is mapped from a file, with the same answers",
          "[command]")
{
    const TemporaryFolder folder;
    const std::string look = "--clearance --observer 0,20,40 --targets " +
                             folder.write("targets.csv", "40,20,40\n40,0,1\n9,9,0\n");
    REQUIRE(run_node(sight(folder, look)).code == 0);
    const std::string answers = read_text(folder / "sight.csv");
    REQUIRE(run_node(sight(folder, look + " --max-terrain-bytes 1 --cache " + folder.file("cache"))).code ==
            0);
    CHECK(read_text(folder / "sight.csv") == answers);
    CHECK_FALSE(std::filesystem::is_empty(folder / "cache"));
}
