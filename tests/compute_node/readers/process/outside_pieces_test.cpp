// Files that name others, and cases of many files: what lies outside of the data folder is not read.
#include "compute_node/readers/process/reader_processes.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/openfoam/foam_writer.h"
#include "tests/compute_node/readers/process/reader_folder.h"

#include <filesystem>
#include <string>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

std::string error_of_reading(const ReaderFolder& folder, const std::filesystem::path& file)
{
    const ReaderProcesses readers{folder.settings()};
    return error_of([&] { (void)readers.read(step_of({file})); });
}

}  // namespace

TEST_CASE("ReaderProcesses: pieces outside of the data folder are refused, there or not", "[process]")
{
    const ReaderFolder folder;
    for (const std::string& name :
         {std::string{"../secret"}, folder.secret().string(), std::string{"../none"}}) {
        INFO(name);
        const auto pieces =
            folder.write("all.pvtu", "<VTKFile type='PUnstructuredGrid'><PUnstructuredGrid><Piece Source='" +
                                         name + "'/></PUnstructuredGrid></VTKFile>");
        CHECK(contains(error_of_reading(folder, pieces), "which is outside the data folders"));
        const auto series =
            folder.write("all.vtu.series", R"({"files": [{"name": ")" + name + R"(", "time": 0}]})");
        CHECK(contains(error_of_reading(folder, series), "which is outside the data folders"));
    }
}

TEST_CASE("ReaderProcesses: links of a case out of the data folder are refused", "[process]")
{
    const ReaderFolder folder;
    const FoamWriter writer;
    const auto write_case = [&] {
        std::filesystem::remove_all(folder / "case");
        writer.write_box(folder / "case/constant/polyMesh", 0, 2, 1);
        writer.write_entry(folder / "case/0/U", "", "uniform (1 2 3)");
    };
    write_case();
    CHECK(error_of_reading(folder, folder / "case").empty());
    for (const char* file : {"constant/polyMesh/points", "constant/polyMesh/faces", "0/U"}) {
        INFO(file);
        write_case();
        std::filesystem::remove(folder / "case" / file);
        std::filesystem::create_symlink(folder.secret(), folder / "case" / file);
        CHECK(contains(error_of_reading(folder, folder / "case"), "which is outside the data folders"));
    }
}

TEST_CASE("ReaderProcesses: a case of EnSight is read as elsewhere, but not by links out of the data folder",
          "[process]")
{
    const ReaderFolder folder;
    const auto case_file = folder.write("a.case", "FORMAT\ntype: ensight gold\nGEOMETRY\nmodel: a.geo\n"
                                                  "VARIABLE\nvector per node: velocity a.vel\n");
    std::string places = "a\nb\nnode id off\nelement id off\npart\n1\ncube\ncoordinates\n8\n";
    for (int axis = 0; axis < 3; ++axis)
        for (int i = 0; i < 8; ++i) places += std::to_string(i >> axis & 1) + ".0D+00\n";
    folder.write("a.geo", places + "hexa8\n1\n1 2 4 3 5 6 8 7\n");
    std::string values = "velocity\npart\n1\ncoordinates\n";
    for (int i = 0; i < 24; ++i) values += "1.0\n";
    folder.write("a.vel", values);
    CHECK(error_of_reading(folder, case_file).empty());
    std::filesystem::remove(folder / "a.vel");
    std::filesystem::create_symlink(folder.secret(), folder / "a.vel");
    CHECK(contains(error_of_reading(folder, case_file), "a.case"));
}
