// `farfield FILE --velocity NAMES --blocks NAMES`, and what is wrong with them.
#include <fmt/format.h>

#include "app/viewer/controls/file_control.h"
#include "tests/app/run_program.h"
#include "tests/app/viewer/open_window.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::app;
using Catch::Matchers::ContainsSubstring;
using farfield::app::test::run_program;
using farfield::test::TemporaryFolder;

namespace {

/// A .vti of 3 x 3 x 3 nodes from x on, with a flow along x and another along y.
std::string piece_from(int x)
{
    std::string along_x, along_y;
    for (int node = 0; node < 27; ++node) {
        along_x += "1 0 0\n";
        along_y += "0 1 0\n";
    }
    constexpr auto* array = "<DataArray type='Float32' Name='{}' NumberOfComponents='3' "
                            "format='ascii'>{}</DataArray>";
    return fmt::format(
        "<VTKFile type='ImageData' version='1.0' byte_order='LittleEndian'><ImageData "
        "WholeExtent='0 2 0 2 0 2' Origin='{} 0 0' Spacing='1 1 1'><Piece Extent='0 2 0 2 0 2'>"
        "<PointData>{}{}</PointData></Piece></ImageData></VTKFile>\n",
        x, fmt::format(fmt::runtime(array), "U", along_x), fmt::format(fmt::runtime(array), "wind", along_y));
}

/// A duct of two pieces beside each other.
std::string write_duct(const TemporaryFolder& folder)
{
    folder.write("left.vti", piece_from(0));
    folder.write("right.vti", piece_from(2));
    return folder.write("duct.vtm", "<VTKFile type='vtkMultiBlockDataSet' version='1.0'>"
                                    "<vtkMultiBlockDataSet><DataSet index='0' name='left' file='left.vti'/>"
                                    "<DataSet index='1' name='right' file='right.vti'/>"
                                    "</vtkMultiBlockDataSet></VTKFile>\n");
}

farfield::app::test::Finished run_viewer_on(const std::string& file,
                                            std::initializer_list<std::string> options)
{
    std::vector<std::string> command{FARFIELD_PROGRAM, file, "--quit-after-frames", "1"};
    command.insert(command.end(), options);
    return run_program(command);
}

}  // namespace

TEST_CASE("farfield FILE: the velocity and the blocks that were asked for are shown", "[files]")
{
    const TemporaryFolder folder;
    start_application();
    ViewerOptions options;
    options.files = {write_duct(folder)};
    options.velocity = "wind";
    options.blocks = {"right"};
    MainWindow window(options);
    window.show();
    REQUIRE(shows_particles(window));
    CHECK(window.model().dataset()->dataset == "duct.vtm#right");
    CHECK(window.model().dataset()->velocity == "wind");
    CHECK(window.model().dataset()->bounds.min[0] == 2.0);

    window.files().open({folder.file("duct.vtm")});  // asked for of those files alone
    CHECK(eventually([&] { return window.model().dataset()->dataset == "duct.vtm"; }));
    CHECK(window.model().dataset()->velocity == "U");
}

TEST_CASE("MainWindow: a rake that was suggested follows the blocks that are shown, a user's stays",
          "[files]")
{
    const TemporaryFolder folder;
    start_application();
    ViewerOptions options;
    options.files = {write_duct(folder)};
    options.blocks = {"left"};
    MainWindow window(options);
    window.show();
    REQUIRE(shows_particles(window));
    const auto show = [&](const std::string& block) {
        window.control().choose_blocks({block});
        return eventually(
            [&] { return window.model().dataset()->bounds.min[0] == (block == "1" ? 0.0 : 2.0); });
    };
    REQUIRE(show("2"));
    CHECK(window.model().rakes() == window.model().dataset()->suggested.rakes);
    auto moved = window.model().rakes().front();
    moved.particles_per_seed += 1;
    window.model().change_rake(0, moved);
    REQUIRE(show("1"));
    CHECK(window.model().rakes().front() == moved);
}

TEST_CASE("farfield FILE#NAMES: the blocks may stand behind the file", "[files]")
{
    const TemporaryFolder folder;
    start_application();
    ViewerOptions options;
    options.files = {write_duct(folder) + "#left"};
    MainWindow window(options);
    window.show();
    REQUIRE(shows_particles(window));
    CHECK(window.model().dataset()->dataset == "duct.vtm#left");
}

TEST_CASE("farfield FILE: a misspelt velocity or block is one line with those that there are", "[files]")
{
    const TemporaryFolder folder;
    const std::string duct = write_duct(folder);
    const auto velocity = run_viewer_on(duct, {"--velocity", "wnd"});
    CHECK(velocity.exit_code == 1);
    CHECK(std::ranges::count(velocity.errors, '\n') == 1);
    CHECK_THAT(velocity.errors, Catch::Matchers::StartsWith("farfield: ") &&
                                    ContainsSubstring("has no velocity 'wnd'; its vectors are 'U', 'wind'"));
    const auto block = run_viewer_on(duct, {"--blocks", "middle"});
    CHECK(block.exit_code == 1);
    CHECK(std::ranges::count(block.errors, '\n') == 1);
    CHECK_THAT(block.errors, ContainsSubstring("'middle'") && ContainsSubstring("left"));
    const auto nowhere = run_program({FARFIELD_PROGRAM, "--velocity", "U"});
    CHECK(nowhere.exit_code == 2);
    CHECK_THAT(nowhere.errors, ContainsSubstring("--velocity requires FILE or --dataset"));
    CHECK(run_viewer_on(duct + "#left", {"--blocks", "right"}).exit_code == 2);
    CHECK(run_viewer_on(duct, {"--blocks", "left,,right"}).exit_code == 1);
}
