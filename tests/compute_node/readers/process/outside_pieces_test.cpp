// Files that name others, and cases of many files: what lies outside of the data folder is not read.
#include "compute_node/readers/process/reader_processes.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/openfoam/foam_writer.h"
#include "tests/compute_node/readers/process/reader_folder.h"

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
