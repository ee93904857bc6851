#include "compute_node/support/formats/known_formats.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using farfield::test::TemporaryFolder;

TEST_CASE("other_than_heights: flows and meshes are named by how they begin", "[terrain]")
{
    const TemporaryFolder folder;
    const auto of = [&](const std::string& name, const std::string& text) {
        return other_than_heights(folder.write(name, text));
    };
    CHECK(of("a.dat", " Title=\"FLOW\"\n Variables=\"X\",\"Y\"\n") == "a Tecplot file of a flow");
    CHECK(of("b.dat", "VARIABLES = \"X\"\n") == "a Tecplot file of a flow");
    CHECK(of("c", "#!TDV112 ") == "a Tecplot file of a flow");
    CHECK(of("d.asc", "# vtk DataFile Version 3.0\n") == "a VTK file of a flow");
    CHECK(of("U", "/*---*/\nFoamFile\n{\n") == "an OpenFOAM file of a flow");
}

TEST_CASE("other_than_heights: Fluent's files in HDF5 are named by their ending", "[terrain]")
{
    const TemporaryFolder folder;
    CHECK(other_than_heights(folder.write("room.cas.h5", "\x89HDF")) ==
          "a Fluent file of a mesh and its flow");
    CHECK(other_than_heights(folder.write("flow.vtu", "x")) == "a flow in VTK");
}

TEST_CASE("other_than_heights: what may be a raster is left to those that read them", "[terrain]")
{
    const TemporaryFolder folder;
    for (const char* name : {"a.tif", "a.nc", "a.grd", "a.bin", "a.asc", "titles.txt", "a.grib", "a.h5"})
        CHECK(other_than_heights(folder.write(name, "title of a book, ncols 3")).empty());
}

TEST_CASE("format_of: files without an ending are NetCDF or GRIB by their first bytes", "[terrain]")
{
    const TemporaryFolder folder;
    const auto format = [&](const std::string& bytes) {
        return std::string{format_of(folder.write("T_an+T_fc48", bytes)).name};
    };
    CHECK(format(std::string{"GRIB\0\0\x64\1", 8}) == "GRIB");
    CHECK(format("GRIB_TO_GEO; a menu").empty());
    CHECK(format("CDF\1") == "NetCDF");
}

TEST_CASE("check_readable: a pointer of Git LFS is named as one", "[terrain]")
{
    const TemporaryFolder folder;
    const std::string pointer = folder.write("flow.vtu", "version https://git-lfs.github.com/spec/v1\n"
                                                         "oid sha256:99194222a634a6dea1fcac5c719e5cdb\n");
    CHECK_THROWS_WITH(check_readable(pointer), Catch::Matchers::ContainsSubstring("'git lfs pull'"));
}
