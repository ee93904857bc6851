// Files that name others: .pvtu .pvti .pvd .vtm .series, with pieces that are written here as text.
#include "compute_node/datasets/dataset_catalogue.h"
#include "compute_node/datasets/series_field.h"
#include "compute_node/datasets/time_series.h"
#include "compute_node/readers/readers.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/open_file.h"
#include "tests/compute_node/readers/vtk/collections/piece_files.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

constexpr const char* two_pieces = "<Piece Source='a.vtu'/>\n<Piece Source='b.vtu'/>\n";

constexpr const char* nothing =
    "<VTKFile type='UnstructuredGrid' version='1.0' byte_order='LittleEndian'><UnstructuredGrid>"
    "<Piece NumberOfPoints='0' NumberOfCells='0'><PointData/><CellData/><Points><DataArray "
    "type='Float32' NumberOfComponents='3' format='ascii'/></Points><Cells><DataArray "
    "type='Int64' Name='connectivity' format='ascii'/><DataArray type='Int64' Name='offsets' "
    "format='ascii'/><DataArray type='UInt8' Name='types' format='ascii'/></Cells></Piece>"
    "</UnstructuredGrid></VTKFile>";

std::string error_of_file(const fs::path& file)
{
    return error_of([&] { (void)open_file(file); });
}

float along_x(const Field& field, float x)
{
    const auto sample = field.sample({x, 0.5F, 0.5F});
    REQUIRE(sample);
    return sample->velocity.x;
}

std::string pvd(const std::string& entries)
{
    return "<VTKFile type='Collection' version='0.1'><Collection>" + entries + "</Collection></VTKFile>\n";
}

std::string at_time(double time, const std::string& file)
{
    return fmt::format("<DataSet timestep='{}' group='' part='0' file='{}'/>\n", time, file);
}

std::string blocks(const std::string& entries)
{
    return "<VTKFile type='vtkMultiBlockDataSet' version='1.0'><vtkMultiBlockDataSet>" + entries +
           "</vtkMultiBlockDataSet></VTKFile>\n";
}

}  // namespace

TEST_CASE("Collections: pieces of voxels are one mesh, with means over the cells of both", "[collections]")
{
    const TemporaryFolder folder;
    folder.write("a.vtu", voxel_row(0, 2));
    folder.write("b.vtu", voxel_row(2, 4));
    const Dataset data = open_file(folder.write("all.pvtu", parallel("PUnstructuredGrid", "", two_pieces)));
    CHECK(data.info().nodes == 20);
    REQUIRE(data.info().cells.size() == 1);
    CHECK(data.info().cells.front().cells == 4);
    CHECK(data.info().default_vector == "U");
    const auto field = data.field({"U", "p"});
    CHECK(along_x(*field, 2.0F) == Approx(1.5F));  // of cells 1 and 2, on either side
    CHECK(along_x(*field, 1.9F) == Approx(1.4F));
    CHECK(along_x(*field, 2.1F) == Approx(1.6F));
    CHECK(field->sample({2.5F, 0.5F, 0.5F})->scalar == Approx(7.5F));
}

TEST_CASE("Collections: cells that are another piece's count once", "[collections]")
{
    const TemporaryFolder folder;
    folder.write("a.vtu", voxel_row(0, 3, "0 0 1"));
    folder.write("b.vtu", voxel_row(1, 4, "1 0 0"));
    const Dataset data = open_file(folder.write("all.pvtu", parallel("PUnstructuredGrid", "", two_pieces)));
    CHECK(data.info().cells.front().cells == 4);
    CHECK(along_x(*data.field(), 2.0F) == Approx(1.5F));
}

TEST_CASE("Collections: an empty piece is passed over", "[collections]")
{
    const TemporaryFolder folder;
    folder.write("a.vtu", voxel_row(0, 2));
    folder.write("b.vtu", nothing);
    CHECK(open_file(folder.write("all.pvtu", parallel("PUnstructuredGrid", "", two_pieces))).info().nodes ==
          12);
}

TEST_CASE("Collections: a first time without a cell is left out of a series", "[collections]")
{
    const TemporaryFolder folder;
    folder.write("none.vtu", nothing);
    folder.write("a.vtu", voxel_row(0, 2));
    const fs::path index = folder.write(
        "all.pvd", pvd(at_time(0.0, "none.vtu") + at_time(1.0, "a.vtu") + at_time(2.0, "a.vtu")));
    const Dataset shown = open_file(index);
    CHECK(shown.info().nodes == 12);
    CHECK(contains(shown.info().remarks.back(), "time step 2 of 3 is shown"));
    const TimeSeries series = open_series({index.string()});
    CHECK(series.slices() == 2);
    CHECK(series.times() == std::vector<double>{1, 2});
    CHECK(contains(series.info().remarks.back(), "The first time step has no value"));
    CHECK(contains(error_of_file(folder / "none.vtu"), "has no cell"));
}

TEST_CASE("Collections: a last time that is cut, missing or empty is left out of a series, with the reason",
          "[collections]")
{
    const TemporaryFolder folder;
    folder.write("a.vtu", voxel_row(0, 2));
    folder.write("cut.vtu", voxel_row(0, 2).substr(0, 700));
    folder.write("none.vtu", nothing);
    for (const auto& [last, why] : {std::pair{"cut.vtu", "cut.vtu"}, std::pair{"not_yet.vtu", "is missing"},
                                    std::pair{"none.vtu", "has no cell"}}) {
        CAPTURE(last);
        const fs::path index =
            folder.write("run.pvd", pvd(at_time(0.0, "a.vtu") + at_time(1.0, "a.vtu") + at_time(2.0, last)));
        TimeSeries series = open_series({index.string()});
        const auto field = series.field();
        CHECK(field->slices().times == std::vector<float>{0, 1});
        CHECK_THAT(remark_on_left_out(series, *field), Catch::Matchers::ContainsSubstring(why));
        std::string remark;
        (void)source_of(std::move(series), {}, 1U << 30U, &remark);
        CHECK_THAT(remark, Catch::Matchers::ContainsSubstring("left out"));
    }
}

TEST_CASE("Collections: a missing piece is one error that names it", "[collections]")
{
    const TemporaryFolder folder;
    folder.write("a.vtu", "not even read");
    const std::string error =
        error_of_file(folder.write("all.pvtu", parallel("PUnstructuredGrid", "", two_pieces)));
    CHECK(contains(error, "all.pvtu"));
    CHECK(contains(error, "its piece 'b.vtu' is missing"));
}

TEST_CASE("Collections: a piece that is cut short is named", "[collections]")
{
    const TemporaryFolder folder;
    folder.write("a.vtu", voxel_row(0, 2));
    folder.write("b.vtu", voxel_row(2, 4).substr(0, 700));
    const std::string error =
        error_of_file(folder.write("all.pvtu", parallel("PUnstructuredGrid", "", two_pieces)));
    CHECK(contains(error, "b.vtu"));
}

TEST_CASE("Collections: a piece outside of the folder is refused", "[collections]")
{
    const TemporaryFolder folder;
    fs::create_directory(folder / "data");
    folder.write("secret.vtu", voxel_row(0, 2));
    for (const std::string& name :
         {std::string{"../secret.vtu"}, std::string{"sub/../../secret.vtu"}, folder.file("secret.vtu")}) {
        INFO(name);
        const std::string file = folder.write(
            "data/all.pvtu", parallel("PUnstructuredGrid", "", "<Piece Source='" + name + "'/>"));
        CHECK(contains(error_of_file(file), "is refused: it leads out of its folder"));
    }
}

TEST_CASE("Collections: an index that names itself is refused", "[collections]")
{
    const TemporaryFolder folder;
    folder.write("a.vtm", blocks("<DataSet index='0' file='b.vtm'/>"));
    folder.write("b.vtm", blocks("<DataSet index='0' file='a.vtm'/>"));
    CHECK(contains(error_of_file(folder / "a.vtm"), "it names itself"));
    CHECK(
        contains(error_of_file(folder.write("c.vtm", blocks("<DataSet file='c.vtm'/>"))), "it names itself"));
}

TEST_CASE("Collections: indices that name each other many times over end", "[collections]")
{
    const TemporaryFolder folder;
    for (int level = 0; level < 12; ++level) {
        std::string entries;
        for (int i = 0; i < 12; ++i)
            entries += fmt::format("<DataSet index='{}' file='{}.vtm'/>", i, level + 1);
        folder.write(fmt::format("{}.vtm", level), blocks(entries));
    }
    folder.write("12.vtm", blocks("<DataSet file='none.vtu'/>"));
    CHECK(contains(error_of_file(folder / "0.vtm"), "at most 8 times over"));
}

TEST_CASE("Collections: the format is that of the files that an index names", "[collections]")
{
    const TemporaryFolder folder;
    folder.write("a.vtk", "# vtk DataFile Version 3.0\ntwo planes\nASCII\nDATASET STRUCTURED_POINTS\n"
                          "DIMENSIONS 2 2 2\nORIGIN 0 0 0\nSPACING 1 1 1\nPOINT_DATA 8\nSCALARS p float 1\n"
                          "LOOKUP_TABLE default\n1 2 3 4 5 6 7 8\n");
    folder.write("a.vtu", voxel_row(0, 2));
    const auto format_of = [&](const std::string& name) {
        const std::string json =
            R"({"file-series-version": "1.0", "files": [{"name": ")" + name + R"(", "time": 0}]})";
        return open_file(folder.write(name + ".series", json)).info().format;
    };
    CHECK(format_of("a.vtk") == "VTK legacy");
    CHECK(format_of("a.vtu") == "VTK XML");
}

TEST_CASE("Collections: an index that is cut short is refused", "[collections]")
{
    const TemporaryFolder folder;
    folder.write("a.vtu", voxel_row(0, 2));
    const std::string whole = pvd(at_time(0.0, "a.vtu") + at_time(1.0, "a.vtu"));
    CHECK(contains(error_of_file(folder.write("a.pvd", whole.substr(0, whole.size() - 30))), "cut short"));
    const std::string json = R"({"file-series-version": "1.0", "files": [{"name": "a.vtu", "time": 0)";
    CHECK(contains(error_of_file(folder.write("a.vtu.series", json)), "expected JSON"));
    CHECK(contains(error_of_file(folder.write("b.vtu.series", R"({"files": [{"name": "a.vtu"}]})")),
                   "\"time\""));
    CHECK(
        contains(error_of_file(folder.write("c.vtu.series", std::string(1'000'000, '['))), "expected JSON"));
}

TEST_CASE("Collections: a series has the times of its index, and parts of one time are one step",
          "[collections]")
{
    const TemporaryFolder folder;
    folder.write("a.vtu", voxel_row(0, 2));
    folder.write("b.vtu", voxel_row(2, 4));
    folder.write("one.vtm",
                 blocks("<Block name='in'><DataSet file='a.vtu'/></Block><DataSet file='b.vtu'/>"));
    const std::string file = folder.write(
        "all.pvd", pvd(at_time(0.5, "one.vtm") + at_time(0.25, "a.vtu") + at_time(0.25, "b.vtu")));
    const TimeSeries series = open_series({file});
    CHECK(series.times() == std::vector{0.0, 0.25});
    CHECK(series.info().nodes == 20);
    CHECK(series.field()->slices().nodes.size() == 2);
}

TEST_CASE("Collections: a block is read without the others, whatever these are", "[collections][blocks]")
{
    const TemporaryFolder folder;
    folder.write("a.vtu", voxel_row(0, 2));
    folder.write("broken.vtu", "no XML at all");
    folder.write("one.vtm", blocks("<DataSet name='inner' file='a.vtu'/><DataSet file='broken.vtu'/>"));
    const GridData inner = read_files({folder / "one.vtm"}, 1000, 0, {}, {}, {"inner"});
    CHECK(inner.blocks == std::vector<BlockName>{{"inner", true}, {"broken.vtu", false}});
    CHECK(node_count(inner) == 12);
    const std::string error =
        error_of([&] { (void)read_files({folder / "one.vtm"}, 1000, 0, {}, {}, {"outer"}); });
    CHECK(contains(error, "one.vtm"));
    CHECK(contains(error, "has no block 'outer'; expected one of 'inner', 'broken.vtu'"));
    CHECK(contains(error_of([&] { (void)read_files({folder / "a.vtu"}, 1000, 0, {}, {}, {"1"}); }),
                   "it is not made of blocks"));
}

TEST_CASE("Collections: partitions are one mesh, and those of a collection blocks with names",
          "[collections]")
{
    const TemporaryFolder folder;
    folder.write("a.vtu", voxel_row(0, 2));
    folder.write("b.vtu", voxel_row(2, 4));
    const std::string pieces = "<DataSet index='0' file='a.vtu'/><DataSet index='1' file='b.vtu'/>";
    folder.write("all.vtpd", "<VTKFile type='vtkPartitionedDataSet'><vtkPartitionedDataSet>" + pieces +
                                 "</vtkPartitionedDataSet></VTKFile>\n");
    CHECK(open_file(folder / "all.vtpd").info().nodes == 20);
    folder.write("all.vtpc", "<VTKFile type='vtkPartitionedDataSetCollection'>"
                             "<Partitions name='left'><DataSet index='0' file='a.vtu'/></Partitions>"
                             "<Partitions name='right'><DataSet index='0' file='b.vtu'/></Partitions>"
                             "</VTKFile>\n");
    const GridData right = read_files({folder / "all.vtpc"}, 1000, 0, {}, {}, {"right"});
    CHECK(right.blocks == std::vector<BlockName>{{"left", false}, {"right", true}});
    CHECK(node_count(right) == 12);
}

TEST_CASE("Collections: pieces of VTK's legacy format are one mesh", "[collections]")
{
    const TemporaryFolder folder;
    for (const char* x : {"0", "1"})
        folder.write(std::string{"a."} + x + ".vtk",
                     std::string{"# vtk DataFile Version 3.0\nf\nASCII\nDATASET STRUCTURED_POINTS\n"
                                 "DIMENSIONS 2 2 2\nORIGIN "} +
                         x + " 0 0\nSPACING 1 1 1\nPOINT_DATA 8\nVECTORS U float\n" +
                         "1 0 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 0\n");
    folder.write("a.pvtk", "<File version=\"pvtk-1.0\" dataType=\"vtkImageData\" numberOfPieces=\"2\" >\n"
                           "<Piece fileName=\"a.0.vtk\" />\n<Piece fileName=\"a.1.vtk\" />\n</File>\n");
    const Dataset data = open_file(folder / "a.pvtk");
    CHECK(data.info().format == "VTK legacy");
    CHECK(data.info().bounds.hi.x == 2.0);
}

TEST_CASE("Collections: no piece of another time is looked at", "[collections]")
{
    const TemporaryFolder folder;
    std::string entries, pieces;
    for (int piece = 0; piece < 256; ++piece) {
        const std::string name = fmt::format("{}.vtu", piece);
        folder.write(name, voxel_row(piece, piece + 1));
        pieces += "<Piece Source='" + name + "'/>\n";
    }
    folder.write("0.pvtu", parallel("PUnstructuredGrid", "", pieces));
    for (int step = 0; step < 1000; ++step) entries += at_time(step, fmt::format("{}.pvtu", step));
    const TimeSeries series = open_series({folder.write("all.pvd", pvd(entries))});
    CHECK(series.slices() == 1000);
    CHECK(series.info().nodes == 4 * 257);
}

TEST_CASE("Collections: surfaces are not read where there is a volume", "[collections]")
{
    const TemporaryFolder folder;
    folder.write("in.vtu", voxel_row(0, 2));
    folder.write("wall.vtp", "no surface");
    const Dataset data = open_file(folder.write(
        "all.vtm", blocks("<DataSet name='internal' file='in.vtu'/><Block name='boundary'><DataSet "
                          "name='wall' file='wall.vtp'/></Block>")));
    CHECK(data.info().nodes == 12);
    CHECK(
        contains(error_of_file(folder.write("wall.vtm", blocks("<DataSet file='wall.vtp'/>"))), "wall.vtp"));
}

TEST_CASE("Collections: boxes of an image are the image", "[collections]")
{
    const TemporaryFolder folder;
    folder.write("a.vti", image({0, 2, 0, 3, 0, 2}));
    folder.write("b.vti", image({2, 5, 0, 3, 0, 2}));
    const Dataset whole = open_file(folder.write("whole.vti", image({0, 5, 0, 3, 0, 2})));
    const Dataset joined = open_file(folder.write(
        "all.pvti", parallel("PImageData", "WholeExtent='0 5 0 3 0 2'",
                             "<Piece Extent='0 2 0 3 0 2' Source='a.vti'/><Piece Extent='2 5 0 3 0 2' "
                             "Source='b.vti'/>")));
    CHECK(joined.info().dims == whole.info().dims);
    CHECK(joined.info().kind == whole.info().kind);
    CHECK(joined.data().geometry == whole.data().geometry);
    for (const char* name : {"U", "c"}) {
        const auto values = [&](const Dataset& data) {
            const auto& arrays = data.data().arrays;
            return std::ranges::find_if(arrays, [&](auto& a) { return a.name == name; })->values;
        };
        CHECK(std::ranges::equal(values(joined).all(), values(whole).all()));
    }
}

TEST_CASE("Collections: boxes that leave a gap, or are not what the index says, are refused", "[collections]")
{
    const TemporaryFolder folder;
    folder.write("a.vti", image({0, 2, 0, 3, 0, 2}));
    const auto error_with = [&](const std::string& whole, const std::string& piece) {
        return error_of_file(
            folder.write("all.pvti", parallel("PImageData", "WholeExtent='" + whole + "'",
                                              "<Piece Extent='" + piece + "' Source='a.vti'/>")));
    };
    CHECK(contains(error_with("0 5 0 3 0 2", "0 2 0 3 0 2"), "leave a gap"));
    CHECK(contains(error_with("0 5 0 3 0 2", "0 5 0 3 0 2"), "its extent should be 0 5 0 3 0 2"));
    CHECK(contains(error_with("0 1 0 3 0 2", "0 2 0 3 0 2"), "lies outside"));
    CHECK(contains(error_with("0 2000000000 0 2000000000 0 2000000000", "0 2 0 3 0 2"), "nodes"));
    CHECK(contains(error_with("0 2 0 3 0", "0 2 0 3 0 2"), "should be six numbers"));
    CHECK(contains(error_with("0 2 0 3 0 2", "2 0 0 3 0 2"), "is empty"));
}

TEST_CASE("Collections: files that others name are no datasets of their own in the list", "[collections]")
{
    const TemporaryFolder folder;
    fs::create_directory(folder / "run");
    for (const char* name : {"run/a.vtu", "run/b.vtu", "run/other.vtu"}) folder.write(name, voxel_row(0, 2));
    folder.write("run/0.pvtu", parallel("PUnstructuredGrid", "", two_pieces));
    folder.write("run.pvd", pvd(at_time(0.0, "run/0.pvtu") + at_time(1.0, "run/1.pvtu")));
    folder.write("self.vtm", blocks("<DataSet file='self.vtm'/>"));
    folder.write("cut.vtm", "<VTKFile><DataSet file='run/other.vtu'/>");
    const DatasetCatalogue catalogue{{folder.path()}};
    const auto names = [&catalogue] {
        std::vector<std::string> all;
        for (const CatalogueEntry& entry : catalogue.list())
            if (entry.format != "built in") all.push_back(entry.name);
        return all;
    };
    // Where a step is missing the series cannot be opened, but the others can.
    CHECK(names() ==
          std::vector<std::string>{"cut.vtm", "run.pvd", "run/0.pvtu", "run/other.vtu", "self.vtm"});
    folder.write("run/1.pvtu", parallel("PUnstructuredGrid", "", two_pieces));
    CHECK(names() == std::vector<std::string>{"cut.vtm", "run.pvd", "run/other.vtu", "self.vtm"});
    CHECK(catalogue.open("run/0.pvtu").info().nodes == 12);
}
