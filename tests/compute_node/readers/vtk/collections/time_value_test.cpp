#include "compute_node/readers/vtk/collections/time_value.h"

#include "tests/catch.h"
#include "tests/temporary_folder.h"

#include <string>

using farfield::compute::time_value_of;
using farfield::test::TemporaryFolder;

TEST_CASE("time_value_of: the field data of a legacy file, in text or in big-endian binary", "[vtk]")
{
    const TemporaryFolder folder;
    const std::string begin = "# vtk DataFile Version 2.0\ncavity\n";
    const std::string field = "\nDATASET UNSTRUCTURED_GRID\nFIELD FieldData 1\nTimeValue 1 1 ";
    folder.write("text.vtk", begin + "ASCII" + field + "float\n0.25\nPOINTS 1 float\n0 0 0\n");
    CHECK(time_value_of(folder / "text.vtk") == 0.25);
    // IEEE 754: 0.5 is 3F000000, and 3FE0000000000000.
    folder.write("float.vtk",
                 begin + "BINARY" + field + "float\n" + std::string("\x3F\0\0\0", 4) + "\nPOINTS");
    CHECK(time_value_of(folder / "float.vtk") == 0.5);
    folder.write("double.vtk",
                 begin + "BINARY" + field + "double\n" + std::string("\x3F\xE0\0\0\0\0\0\0", 8) + "\nPOINTS");
    CHECK(time_value_of(folder / "double.vtk") == 0.5);
    folder.write("cut.vtk", begin + "BINARY" + field + "double\n\x3F");
    CHECK_FALSE(time_value_of(folder / "cut.vtk"));
    folder.write("none.vtk", begin + "ASCII\nDATASET STRUCTURED_POINTS\n");
    CHECK_FALSE(time_value_of(folder / "none.vtk"));
}

TEST_CASE("time_value_of: the field data of an XML file, as text or by its range", "[vtk]")
{
    const TemporaryFolder folder;
    const auto time_of = [&](const std::string& array) {
        folder.write("a.vtu", "<VTKFile type=\"UnstructuredGrid\"><UnstructuredGrid><FieldData>" + array);
        return time_value_of(folder / "a.vtu");
    };
    CHECK(time_of("<DataArray type='Float32' Name='TimeValue' format='ascii'>\n0.125\n</DataArray>") ==
          0.125);
    CHECK(time_of("<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"appended\" "
                  "RangeMin=\"1.5\" RangeMax=\"1.5\" offset=\"0\"/>") == 1.5);
    CHECK_FALSE(time_of("<DataArray type='Float32' Name='TimeValue' format='binary'>BAAA</DataArray>"));
    CHECK_FALSE(time_of("<DataArray type='Float32' Name='Other' format='ascii'>1</DataArray>"));
}
