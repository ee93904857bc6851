// farfield-node view, as a user calls it.
#include "tests/compute_node/commands/run_node.h"
#include "tests/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>

using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

/// A view of the built-in terrain into a file of a folder.
std::string view(const TemporaryFolder& folder, const std::string& file, const std::string& eye,
                 const std::string& size = "16x9")
{
    return "view fractal:64 --eye " + eye + " --size " + size + " --out " + (folder.path() / file).string();
}

}  // namespace

TEST_CASE("farfield-node view: writes a GeoTIFF or a PNG, and says nothing", "[command]")
{
    const TemporaryFolder folder;
    for (const std::string name : {"view.tif", "view.png"}) {
        const Outcome outcome = run_node(view(folder, name, "900,900,9000") + " --pitch -60 2>&1");
        CHECK(outcome.code == 0);
        CHECK(outcome.out.empty());
        CHECK(std::filesystem::file_size(folder.path() / name) > 50);
    }
}

TEST_CASE("farfield-node view --json: tells the times of all repeats", "[command]")
{
    const TemporaryFolder folder;
    const Outcome outcome =
        run_node(view(folder, "view.tif", "900,900,9000") + " --repeat 3 --json --threads 1");
    REQUIRE(outcome.code == 0);
    const auto json = nlohmann::json::parse(outcome.out);
    CHECK(json["suite"] == "view");
    CHECK(json["results"][1]["name"] == "view.16x9.threads1");
    CHECK(json["results"][1]["runs"] == 3);
}

TEST_CASE("farfield-node view: what cannot be seen is one error, and no file is left", "[command]")
{
    const TemporaryFolder folder;
    check_one_line_error(view(folder, "x.png", "900,900,-20000"), 1, "below the ground");
    check_one_line_error(view(folder, "x.png", "-900,900,10") + " --above-ground", 1, "has no height");
    check_one_line_error(view(folder, "x.jpg", "900,900,9000"), 2, ".tif or .png");
    check_one_line_error(view(folder, "x.png", "900,900"), 2, "expected 3 numbers E,N,H, found '900,900'");
    check_one_line_error(view(folder, "x.png", "900,900,nan"), 2, "expected 3 numbers");
    check_one_line_error(view(folder, "x.png", "900,900,9000", "12"), 2, "expected pixels WxH, found '12'");
    check_one_line_error(view(folder, "x.png", "900,900,9000") + " --sun 1", 2, "expected 2 numbers");
    CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("farfield-node view: a signal ends it while it casts, and leaves no file", "[command]")
{
    const TemporaryFolder folder;
    const std::string ridge = folder.write(
        "ridge.asc", "ncols 3\nnrows 2\nxllcenter 0\nyllcenter 0\ncellsize 30\n0 10 0\n0 10 0\n");
    const std::string notes = (folder.path() / "notes").string();
    for (const std::string signal : {"INT", "TERM"}) {
        // Notes on the terrain are printed when it is loaded, before a million views are cast.
        const Outcome stopped =
            run_node("view " + ridge + " --eye 0,0,100 --repeat 1000000 --out " +
                         (folder.path() / "x.png").string() + " 2>" + notes + " & P=$!; exec 3<" + notes +
                         "; read -r note <&3; kill -" + signal + " $P; cat <&3; wait $P",
                     "rm -f " + notes + "; mkfifo " + notes + "; ");
        CHECK(stopped.code == 1);
        CHECK(contains(stopped.out, "interrupted; '"));
        CHECK(contains(stopped.out, "x.png' was not written"));
        CHECK_FALSE(std::filesystem::exists(folder.path() / "x.png"));
    }
}

TEST_CASE("farfield-node view: what is wrong without a terrain is wrong usage, before one is read",
          "[command]")
{
    const std::string view = "view there-is-none.tif --eye 0,0,9000 --out x.png ";
    check_one_line_error(view + "--size 0x0", 2, "--size: expected at least 1 x 1 pixels, found 0 x 0");
    check_one_line_error(view + "--size 100000x100000", 2, "max_view_pixels");
    check_one_line_error(view + "--hfov 180", 2, "--hfov: expected more than 0 and less than 180 degrees");
    check_one_line_error(view + "--pitch nan", 2, "--pitch: expected a number, found nan");
    check_one_line_error(view + "--heading inf", 2, "--heading");
}
