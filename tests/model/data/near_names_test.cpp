#include "model/data/near_names.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

#include <vector>

using namespace farfield::model;

TEST_CASE("edit_distance: counts single changes", "[closest]")
{
    CHECK(edit_distance("kitten", "sitting") == 3);  // the textbook's example
    CHECK(edit_distance("", "abc") == 3);
    CHECK(edit_distance("same", "same") == 0);
}

TEST_CASE("closest: finds the word that was meant", "[closest]")
{
    const std::vector<std::string> words{"frames", "dataset", "policy"};
    CHECK(closest("farmes", words) == "frames");
    CHECK(closest("polcy", words) == "policy");
    CHECK(closest("x", {}).empty());
}

TEST_CASE("near_name: a word that differs much was not meant", "[closest]")
{
    const std::vector<std::string> words{"carotid.vtk", "wing.vtm"};
    CHECK(near_name("carotid.vtu", words) == "carotid.vtk");
    CHECK(near_name("motorbike.vtk", words).empty());
    CHECK(near_name("x", {}).empty());
}

TEST_CASE("name_beside: a missing file's neighbour, where one is near", "[closest]")
{
    const farfield::test::TemporaryFolder folder;
    folder.write("flow.vtk", "");
    CHECK(name_beside(folder / "flwo.vtk") == "flow.vtk");
    CHECK(name_beside(folder / "other.nc").empty());
    CHECK(name_beside(folder / "none/flow.vtk").empty());
}

TEST_CASE("near_path: the path of what may have been meant can be typed", "[closest]")
{
    const farfield::test::TemporaryFolder folder;
    std::filesystem::create_directories(folder / "runs/first");
    folder.write("runs/flow.vtk", "");
    folder.write("runs/first/wing.vtm", "");
    const auto near = [&](const char* missing) {
        return std::filesystem::path{near_path(folder / missing)}.lexically_relative(folder.path()).string();
    };
    CHECK(near("runs/flwo.vtk") == "runs/flow.vtk");
    CHECK(near("run/flow.vtk") == "runs/flow.vtk");
    CHECK(near("run/frist/wing.vtm") == "runs/first/wing.vtm");
    CHECK(near("flow.vtk") == "runs/flow.vtk");  // in a folder beside it
    CHECK(near_path(folder / "runs/motorbike.vtk").empty());
    CHECK(near_path(folder / "elsewhere/flow.vtk").empty());
}
