#include "compute_node/datasets/dataset_catalogue.h"
#include "compute_node/readers/vtu_size.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

#include <cstdint>
#include <string>

using namespace farfield;
using namespace farfield::compute;
using farfield::test::TemporaryFolder;

namespace {

/// A number as a file of little-endian words has it.
std::string word(std::uint64_t value, int bytes)
{
    std::string text;
    for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xFFU);
    return text;
}

std::string array(const std::string& type, const std::string& name, const std::string& more)
{
    return "<DataArray type=\"" + type + "\" Name=\"" + name + "\" format=\"appended\" " + more + "/>\n";
}

/// 4 points and a tetrahedron; lists of cells begin at these places behind the mark.
std::string head(const std::string& file, const std::string& encoding, int connectivity, int offsets)
{
    return "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" byte_order=\"LittleEndian\" " + file +
           ">\n<UnstructuredGrid>\n<Piece NumberOfPoints=\"4\" NumberOfCells=\"1\">\n<PointData>\n" +
           array("Float64", "U", "NumberOfComponents=\"3\" offset=\"0\"") + "</PointData>\n<CellData>\n" +
           array("Float32", "p", "offset=\"0\"") + "</CellData>\n<Points>\n" +
           array("Float32", "Points", "NumberOfComponents=\"3\" offset=\"0\"") + "</Points>\n<Cells>\n" +
           array("Int64", "connectivity", "offset=\"" + std::to_string(connectivity) + "\"") +
           array("Int32", "offsets", "offset=\"" + std::to_string(offsets) + "\"") +
           "</Cells>\n</Piece>\n</UnstructuredGrid>\n<AppendedData encoding=\"" + encoding + "\">\n_";
}

void check_tetrahedron(const std::optional<VtuSize>& size)
{
    REQUIRE(size);
    CHECK(size->points == 4);
    CHECK(size->cells == 1);
    CHECK(size->corners == 4);
    CHECK(size->at_points == 12);
    CHECK(size->in_cells == 1);
    CHECK(size->file_bytes == 12 * 8 + 4 + 12 * 4 + 4 * 8 + 4);
}

}  // namespace

TEST_CASE("vtu_size: takes the length of lists from the words before them", "[memory]")
{
    const TemporaryFolder folder;
    folder.write("raw.vtu", head(R"(header_type="UInt64")", "raw", 0, 40) + word(32, 8) +
                                std::string(32, 'x') + word(4, 8) + "abcd</AppendedData></VTKFile>");
    check_tetrahedron(vtu_size(folder / "raw.vtu"));
}

TEST_CASE("vtu_size: of packed values the blocks say how long they are", "[memory]")
{
    const TemporaryFolder folder;
    const std::string packed = R"(header_type="UInt32" compressor="vtkZLibDataCompressor")";
    // Two blocks of 24 bytes of which the last has 8, and one that is full.
    folder.write("packed.vtu", head(packed, "raw", 0, 12) + word(2, 4) + word(24, 4) + word(8, 4) +
                                   word(1, 4) + word(4, 4) + word(0, 4));
    check_tetrahedron(vtu_size(folder / "packed.vtu"));
}

TEST_CASE("vtu_size: reads lengths in base64", "[memory]")
{
    const TemporaryFolder folder;
    folder.write("text.vtu", head("", "base64", 0, 8) + "IAAAAA==BAAAAA==");  // 32 and 4
    check_tetrahedron(vtu_size(folder / "text.vtu"));
}

TEST_CASE("vtu_size: does not know files with values among their tags, cut ones, or absurd numbers",
          "[memory]")
{
    const TemporaryFolder folder;
    std::string among = head("", "raw", 0, 4) + word(32, 4) + word(4, 4);
    among.replace(among.find("appended"), 8, "ascii");
    folder.write("among.vtu", among);
    CHECK_FALSE(vtu_size(folder / "among.vtu"));
    folder.write("cut.vtu", head("", "raw", 0, 4) + word(32, 4));
    CHECK_FALSE(vtu_size(folder / "cut.vtu"));
    folder.write("nothing.vtu", "");
    CHECK_FALSE(vtu_size(folder / "nothing.vtu"));
    std::string absurd = head("", "raw", 0, 4) + word(32, 4) + word(4, 4);
    absurd.replace(absurd.find("Points=\"4\""), 10, "Points=\"99999999999999\"");
    folder.write("absurd.vtu", absurd);
    CHECK_FALSE(vtu_size(folder / "absurd.vtu"));
}

TEST_CASE(
    "DatasetCatalogue::memory_needed: of a mesh what its points and cells take, whatever the file is as long",
    "[memory]")
{
    const TemporaryFolder folder;
    folder.write("mesh.vtu", head("", "raw", 0, 4) + word(32, 4) + word(4, 4) + std::string(1'000'000, 'x'));
    const DatasetCatalogue catalogue{{folder.path()}};
    CHECK(catalogue.memory_needed("mesh.vtu") < 2'000);
    CHECK(catalogue.memory_needed("mesh.vtu") >
          128 + 4 * (12 + 16));  // the cell as it is searched, and nodes
}
