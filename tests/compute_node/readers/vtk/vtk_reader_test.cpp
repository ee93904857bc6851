#include "compute_node/datasets/dataset.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/open_file.h"
#include "tests/temporary_folder.h"

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkDataSetWriter.h>
#include <vtkDoubleArray.h>
#include <vtkFloatArray.h>
#include <vtkImageData.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkRectilinearGrid.h>
#include <vtkSmartPointer.h>
#include <vtkStructuredGrid.h>
#include <vtkUnsignedCharArray.h>
#include <vtkXMLDataSetWriter.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

constexpr int grid_ni = 4, grid_nj = 3, grid_nk = 5;

/// Velocity = position, pressure = x + 10 y, at the points.
void add_grid_arrays(vtkDataSet& data)
{
    const auto velocity = vtkSmartPointer<vtkFloatArray>::New();
    velocity->SetName("velocity");
    velocity->SetNumberOfComponents(3);
    const auto pressure = vtkSmartPointer<vtkDoubleArray>::New();
    pressure->SetName("pressure");
    for (vtkIdType i = 0; i < data.GetNumberOfPoints(); ++i) {
        double p[3];
        data.GetPoint(i, p);
        velocity->InsertNextTuple3(p[0], p[1], p[2]);
        pressure->InsertNextValue(p[0] + 10.0 * p[1]);
    }
    data.GetPointData()->AddArray(pressure);
    data.GetPointData()->SetVectors(velocity);
}

vtkSmartPointer<vtkImageData> image()
{
    auto data = vtkSmartPointer<vtkImageData>::New();
    data->SetExtent(1, grid_ni, 2, grid_nj + 1, 0, grid_nk - 1);  // extents need not begin at 0
    data->SetOrigin(10.0, 0.0, 0.0);
    data->SetSpacing(0.5, 1.0, 2.0);
    return data;
}

vtkSmartPointer<vtkRectilinearGrid> rectilinear()
{
    auto data = vtkSmartPointer<vtkRectilinearGrid>::New();
    data->SetDimensions(grid_ni, grid_nj, grid_nk);
    const auto axis = [](int n) {
        auto values = vtkSmartPointer<vtkDoubleArray>::New();
        for (int i = 0; i < n; ++i) values->InsertNextValue(i * i);
        return values;
    };
    data->SetXCoordinates(axis(grid_ni));
    data->SetYCoordinates(axis(grid_nj));
    data->SetZCoordinates(axis(grid_nk));
    return data;
}

vtkSmartPointer<vtkStructuredGrid> structured()
{
    const auto points = vtkSmartPointer<vtkPoints>::New();
    for (int k = 0; k < grid_nk; ++k)
        for (int j = 0; j < grid_nj; ++j)
            for (int i = 0; i < grid_ni; ++i) points->InsertNextPoint(i + 0.2 * j, j, k + 0.1 * i);
    auto data = vtkSmartPointer<vtkStructuredGrid>::New();
    data->SetDimensions(grid_ni, grid_nj, grid_nk);
    data->SetPoints(points);
    return data;
}

void write_xml(vtkDataSet& data, const fs::path& path)
{
    const auto writer = vtkSmartPointer<vtkXMLDataSetWriter>::New();
    writer->SetFileName(path.c_str());
    writer->SetInputData(&data);
    REQUIRE(writer->Write() == 1);
}

void write_legacy(vtkDataSet& data, const fs::path& path, bool binary)
{
    const auto writer = vtkSmartPointer<vtkDataSetWriter>::New();
    writer->SetFileName(path.c_str());
    writer->SetInputData(&data);
    if (binary) writer->SetFileTypeToBinary();
    REQUIRE(writer->Write() == 1);
}

/// Velocity and pressure are linear, so samples between nodes are known.
void check_grid_field(const Dataset& dataset, glm::vec3 at)
{
    CHECK(dataset.info().dims == std::vector<glm::uvec3>{{grid_ni, grid_nj, grid_nk}});
    CHECK(dataset.info().default_vector == "velocity");
    const auto sample = dataset.field({"", "pressure"})->sample(at);
    REQUIRE(sample);
    for (int axis = 0; axis < 3; ++axis) CHECK(sample->velocity[axis] == Approx(at[axis]).margin(1e-5));
    CHECK(sample->scalar == Approx(at.x + 10.0F * at.y).margin(1e-4));
}

}  // namespace

TEST_CASE("VTK: an image written as .vti and .vtk comes back as a uniform grid", "[vtk]")
{
    const TemporaryFolder folder;
    const auto data = image();
    add_grid_arrays(*data);
    write_xml(*data, folder / "a.vti");
    write_legacy(*data, folder / "a.vtk", true);
    fs::copy_file(folder / "a.vti", folder / "UPPER.VTI");
    for (const char* name : {"a.vti", "a.vtk", "UPPER.VTI"}) {
        const Dataset dataset = open_file(folder / name);
        CHECK(dataset.info().kind == GridKind::Uniform);
        CHECK(dataset.info().bounds.lo == glm::dvec3{10.5, 2.0, 0.0});
        CHECK(dataset.info().bounds.hi == glm::dvec3{12.0, 4.0, 8.0});
        check_grid_field(dataset, {11.3F, 2.7F, 5.0F});
    }
}

TEST_CASE("VTK: a rectilinear grid written as .vtr and .vtk comes back", "[vtk]")
{
    const TemporaryFolder folder;
    const auto data = rectilinear();
    add_grid_arrays(*data);
    write_xml(*data, folder / "a.vtr");
    write_legacy(*data, folder / "a.vtk", false);
    for (const char* name : {"a.vtr", "a.vtk"}) {
        const Dataset dataset = open_file(folder / name);
        CHECK(dataset.info().kind == GridKind::Rectilinear);
        CHECK(dataset.info().bounds.hi == glm::dvec3{9, 4, 16});
        check_grid_field(dataset, {5.0F, 2.5F, 11.0F});
    }
}

TEST_CASE("VTK: a structured grid written as .vts and .vtk comes back", "[vtk]")
{
    const TemporaryFolder folder;
    const auto data = structured();
    add_grid_arrays(*data);
    write_xml(*data, folder / "a.vts");
    write_legacy(*data, folder / "a.vtk", true);
    for (const char* name : {"a.vts", "a.vtk"}) {
        const Dataset dataset = open_file(folder / name);
        CHECK(dataset.info().kind == GridKind::Curvilinear);
        check_grid_field(dataset, {1.6F, 0.8F, 2.2F});
    }
}

TEST_CASE("VTK: cell arrays are averaged to the nodes, with a remark", "[vtk]")
{
    const TemporaryFolder folder;
    const auto data = image();
    const auto velocity = vtkSmartPointer<vtkDoubleArray>::New();
    velocity->SetName("wind");
    velocity->SetNumberOfComponents(3);
    for (vtkIdType cell = 0; cell < data->GetNumberOfCells(); ++cell)
        velocity->InsertNextTuple3(static_cast<double>(cell % (grid_ni - 1)), 0.0, 1.0);
    data->GetCellData()->AddArray(velocity);
    write_xml(*data, folder / "a.vti");
    const Dataset dataset = open_file(folder / "a.vti");
    CHECK(contains(dataset.info().remarks.front(), "averaged"));
    const auto field = dataset.field();
    CHECK(field->sample({11.0F, 3.0F, 4.0F})->velocity.x == Approx(0.5F));  // node 1, between cells 0 and 1
    CHECK(field->sample({10.5F, 2.0F, 0.0F})->velocity.x == Approx(0.0F));  // corner: cell 0 alone
    CHECK(field->sample({11.2F, 3.1F, 4.9F})->velocity.z == Approx(1.0F));
}

TEST_CASE("VTK: hidden points are blanked", "[vtk]")
{
    const TemporaryFolder folder;
    const auto data = structured();
    add_grid_arrays(*data);
    data->BlankPoint(0);
    write_xml(*data, folder / "a.vts");
    const Dataset dataset = open_file(folder / "a.vts");
    CHECK(dataset.info().blanked_nodes == 1);
    CHECK_FALSE(dataset.field()->sample({0.5F, 0.3F, 0.5F}));
}

TEST_CASE("VTK: where a point is hidden, cells that are hidden elsewhere are, too", "[vtk]")
{
    const TemporaryFolder folder;
    const auto data = structured();  // of 3 x 2 x 4 cells
    add_grid_arrays(*data);
    data->BlankPoint(0);
    data->BlankCell(data->GetNumberOfCells() - 1);
    write_xml(*data, folder / "a.vts");
    CHECK(open_file(folder / "a.vts").info().blanked_nodes == 1 + 8);  // and the corners of the cell
}

TEST_CASE("VTK: hidden cells, and cells with a hidden corner, do not count in means at the nodes", "[vtk]")
{
    const TemporaryFolder folder;
    const auto data = structured();
    const auto velocity = vtkSmartPointer<vtkDoubleArray>::New();
    velocity->SetName("wind");
    velocity->SetNumberOfComponents(3);
    for (vtkIdType cell = 0; cell < data->GetNumberOfCells(); ++cell)
        velocity->InsertNextTuple3(2.0, 0.0, 1.0);
    velocity->SetTuple3(0, 1e30, 1e30, 1e30);  // about the hidden point
    velocity->SetTuple3(data->GetNumberOfCells() - 1, 1e30, 1e30, 1e30);
    data->GetCellData()->AddArray(velocity);
    data->BlankPoint(0);
    data->BlankCell(data->GetNumberOfCells() - 1);
    write_xml(*data, folder / "a.vts");
    const Dataset dataset = open_file(folder / "a.vts");
    const ValueArray& values = dataset.data().arrays.front().values;
    for (std::size_t n = 0; n < values.size(); ++n)
        if (!std::isnan(values[n])) CHECK(values[n] == (n % 3 == 0 ? 2.0F : n % 3 == 1 ? 0.0F : 1.0F));
}

TEST_CASE("VTK: flags of another type hide as VTK's own do, and so does an array iblank", "[vtk]")
{
    const TemporaryFolder folder;
    for (const char* name : {"vtkGhostType", "iblank", "cellN", "vtkValidPointMask"}) {
        const auto data = structured();
        add_grid_arrays(*data);
        const auto flags = vtkSmartPointer<vtkDoubleArray>::New();
        flags->SetName(name);
        const bool is_blanking = std::string{name} != "vtkGhostType";  // which hides where it is 0
        for (vtkIdType n = 0; n < data->GetNumberOfPoints(); ++n)
            flags->InsertNextValue(n < 2 ? (is_blanking ? 0.0 : 2.0) : (is_blanking ? 1.0 : 0.0));
        data->GetPointData()->AddArray(flags);
        write_xml(*data, folder / "a.vts");
        CHECK(open_file(folder / "a.vts").info().blanked_nodes == 2);
    }
}

TEST_CASE("VTK: cells that are hidden for a hidden point of theirs hide no other points", "[vtk]")
{
    const TemporaryFolder folder;
    const auto data = structured();
    add_grid_arrays(*data);
    const auto points = vtkSmartPointer<vtkUnsignedCharArray>::New(),
               cells = vtkSmartPointer<vtkUnsignedCharArray>::New();
    for (const auto& flags : {points, cells}) flags->SetName(vtkDataSetAttributes::GhostArrayName());
    for (vtkIdType n = 0; n < data->GetNumberOfPoints(); ++n)
        points->InsertNextValue(n == 0 ? vtkDataSetAttributes::HIDDENPOINT : 0);
    for (vtkIdType n = 0; n < data->GetNumberOfCells(); ++n)  // the first alone has the first point
        cells->InsertNextValue(n == 0 ? vtkDataSetAttributes::HIDDENCELL : 0);
    data->GetPointData()->AddArray(points);
    data->GetCellData()->AddArray(cells);
    write_xml(*data, folder / "a.vts");
    CHECK(open_file(folder / "a.vts").info().blanked_nodes == 1);
}

TEST_CASE("VTK: VisIt's ghost zones are hidden as VTK's own flags hide cells", "[vtk]")
{
    const TemporaryFolder folder;
    const auto opened = [&](const char* name, double flag) {
        const auto data = structured();
        add_grid_arrays(*data);
        const auto flags = vtkSmartPointer<vtkDoubleArray>::New();
        flags->SetName(name);
        for (vtkIdType n = 0; n < data->GetNumberOfCells(); ++n) flags->InsertNextValue(n == 0 ? flag : 0.0);
        data->GetCellData()->AddArray(flags);
        write_xml(*data, folder / "a.vts");
        return open_file(folder / "a.vts");
    };
    const Dataset hidden = opened("vtkGhostType", vtkDataSetAttributes::HIDDENCELL),
                  ghosts = opened("avtGhostZones", 1.0);
    CHECK(ghosts.info().blanked_nodes > 0);
    CHECK(ghosts.info().blanked_nodes == hidden.info().blanked_nodes);
    CHECK(contains(fmt::format("{}", fmt::join(ghosts.info().remarks, "\n")),
                   "'avtGhostZones' is not 0 at 1 cells, which are hidden."));
}

TEST_CASE("VTK: a surface without a cell is refused for that", "[vtk]")
{
    const TemporaryFolder folder;
    const auto data = vtkSmartPointer<vtkPolyData>::New();
    const auto points = vtkSmartPointer<vtkPoints>::New();
    for (int i = 0; i < 3; ++i) points->InsertNextPoint(i == 1, i == 2, 0);
    data->SetPoints(points);
    write_legacy(*data, folder / "a.vtk", false);
    CHECK(contains(error_of([&] { (void)open_file(folder / "a.vtk"); }), "found no cell"));
}

TEST_CASE("VTK: garbage and cut files give one line that names the file", "[vtk]")
{
    const TemporaryFolder folder;
    const auto data = image();
    add_grid_arrays(*data);
    for (const std::string name : {"a.vti", "a.vtr", "a.vts", "a.vtk"}) {
        std::ofstream{folder / name} << "this is not what it says\n\n";
        const std::string error = error_of([&] { (void)open_file(folder / name); });
        INFO(error);
        CHECK(contains(error, name));
        CHECK(std::count(error.begin(), error.end(), '\n') == 0);
    }
    write_xml(*data, folder / "cut.vti");
    fs::resize_file(folder / "cut.vti", fs::file_size(folder / "cut.vti") / 2);
    CHECK(contains(error_of([&] { (void)open_file(folder / "cut.vti"); }), "cut.vti"));
    write_legacy(*data, folder / "cut.vtk", true);
    fs::resize_file(folder / "cut.vtk", fs::file_size(folder / "cut.vtk") / 2);
    CHECK(contains(error_of([&] { (void)open_file(folder / "cut.vtk"); }), "cut.vtk"));
}

TEST_CASE("VTK: fields without a grid are refused for that", "[vtk]")
{
    const TemporaryFolder folder;
    std::ofstream{folder / "a.vtk"}
        << "# vtk DataFile Version 2.0\nfields\nASCII\nFIELD all 1\nids 1 3 int\n0 1 2\n";
    CHECK(contains(error_of([&] { (void)open_file(folder / "a.vtk"); }), "fields without a grid"));
}

TEST_CASE("VTK: more nodes than allowed are refused by the limit's name", "[vtk]")
{
    const TemporaryFolder folder;
    const auto data = image();
    add_grid_arrays(*data);
    write_xml(*data, folder / "a.vti");
    DatasetLimits limits;
    limits.max_nodes = 59;
    CHECK(contains(error_of([&] { (void)open_dataset({folder / "a.vti"}, "a", limits); }),
                   "60 nodes exceed max_nodes = 59"));
}

TEST_CASE("VTK: an extent whose number of nodes is no number of 64 bits is refused by the limit's name",
          "[vtk]")
{
    const TemporaryFolder folder;
    for (const char* extent : {"0 4194303 0 2097151 0 2097151", "-2147483648 2147483647 0 1 0 1"}) {
        std::ofstream{folder / "a.vti"}
            << "<VTKFile type=\"ImageData\" version=\"0.1\"><ImageData WholeExtent=\"" << extent
            << "\" Origin=\"0 0 0\" Spacing=\"1 1 1\"><Piece Extent=\"" << extent
            << "\"></Piece></ImageData></VTKFile>\n";
        CHECK(contains(error_of([&] { (void)open_file(folder / "a.vti"); }), "exceed max_nodes"));
    }
}

TEST_CASE("VTK XML: of several TimeValues in one file the first is read, and a remark says so", "[vtk]")
{
    const TemporaryFolder folder;
    const auto write = [&](const std::string& name, const std::string& times) {
        folder.write(name, "<VTKFile type=\"UnstructuredGrid\" version=\"1.0\"><UnstructuredGrid" + times +
                               "><Piece NumberOfPoints=\"4\" NumberOfCells=\"1\">"
                               "<PointData><DataArray type=\"Float32\" Name=\"velocity\" "
                               "NumberOfComponents=\"3\" format=\"ascii\">1 0 0 1 0 0 1 0 0 1 0 0</DataArray>"
                               "</PointData><Points><DataArray type=\"Float32\" NumberOfComponents=\"3\" "
                               "format=\"ascii\">0 0 0 1 0 0 0 1 0 0 0 1</DataArray></Points><Cells>"
                               "<DataArray type=\"Int64\" Name=\"connectivity\" format=\"ascii\">0 1 2 3"
                               "</DataArray><DataArray type=\"Int64\" Name=\"offsets\" format=\"ascii\">4"
                               "</DataArray><DataArray type=\"UInt8\" Name=\"types\" format=\"ascii\">10"
                               "</DataArray></Cells></Piece></UnstructuredGrid></VTKFile>");
        return open_file(folder / name).info().remarks;
    };
    const std::string remark = "The first of 3 times of the file (TimeValues) is read.";
    CHECK(std::ranges::count(write("three.vtu", " TimeValues=\"0 1 2\""), remark) == 1);
    for (const std::string& said : write("one.vtu", " TimeValues=\"0\""))
        CHECK_FALSE(contains(said, "TimeValues"));
}

TEST_CASE("VTK: numbers in text are those of C and Fortran, with a mark of the order of bytes or without",
          "[vtk]")
{
    const TemporaryFolder folder;
    const auto xml = [](const std::string& numbers) {
        return "<VTKFile type=\"ImageData\" version=\"0.1\"><ImageData WholeExtent=\"0 1 0 1 0 0\" "
               "Origin=\"0 0 0\" Spacing=\"1 1 1\"><Piece Extent=\"0 1 0 1 0 0\"><PointData><DataArray "
               "type=\"Float64\" Name=\"velocity\" NumberOfComponents=\"3\" format=\"ascii\">" +
               numbers + "</DataArray></PointData></Piece></ImageData></VTKFile>";
    };
    const auto legacy = [](const std::string& numbers) {
        return "# vtk DataFile Version 2.0\n1,5 2D\nASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 2 2 1\n"
               "ORIGIN 0 0 0\nSPACING 1 1 1\nPOINT_DATA 4\nVECTORS velocity float\n" +
               numbers + "\n";
    };
    const std::string numbers = "3 0.5-105 0 0.3+001 0 0 3.0D+00 0 0 3 0 1.0d-200";
    for (const std::string mark : {"", "\xEF\xBB\xBF"})
        for (const std::string& file :
             {folder.write("a.vti", mark + xml(numbers)), folder.write("a.vtk", mark + legacy(numbers))}) {
            const Dataset dataset = open_file(file);
            CHECK(dataset.data().arrays.front().values[3] == 3.0F);
            CHECK(dataset.info().nodes == 4);
        }
    const std::string stars = "3 0 0 3 0 0 3 0 0 3 **** 1";
    CHECK(contains(error_of([&] { (void)open_file(folder.write("b.vti", xml(stars))); }),
                   "'****', which is no number"));
    CHECK(contains(error_of([&] { (void)open_file(folder.write("b.vtk", legacy(stars))); }),
                   "'****', which is no number"));
}

namespace {

/// A legacy file of text, 3 x 2 nodes of ones, with given words as the first component and the first scalar.
void write_legacy_text(const fs::path& file, const std::string& grid, const std::string& word)
{
    std::ofstream{file} << "# vtk DataFile Version 3.0\nnan and inf\nASCII\n"
                        << grid << "POINT_DATA 6\nVECTORS nan float\n"
                        << word
                        << " 0 0 1 0 0 1 0 0\n1 0 0 1 0 0 1 0 0\nSCALARS p double 1\nLOOKUP_TABLE default\n"
                        << word << "\n2 3 4 5 6\n";
}

}  // namespace

TEST_CASE("read_vtk: legacy text has no value where it says nan, or infinity, in any spelling", "[vtk]")
{
    const TemporaryFolder folder;
    const std::string word =
        GENERATE("nan", "NaN", "-nan", "inf", "-Infinity", "1.#QNAN", "-1.#IND", "nan(ind)");
    const std::string grid =
        GENERATE("DATASET STRUCTURED_POINTS\nDIMENSIONS 3 2 1\nORIGIN 0 0 0\nSPACING 1 1 1\n",
                 "DATASET RECTILINEAR_GRID\nDIMENSIONS 3 2 1\nX_COORDINATES 3 float\n0 1 2\nY_COORDINATES 2 "
                 "float\n0 1\n"
                 "Z_COORDINATES 1 float\n0\n");
    write_legacy_text(folder / "words.vtk", grid, word);
    const Dataset dataset = open_file(folder / "words.vtk");
    CHECK(dataset.info().default_vector == "nan");  // a name is no number
    const auto& arrays = dataset.data().arrays;
    REQUIRE(arrays.size() == 2);
    for (const NodeValues& array : arrays) CHECK_FALSE(std::isfinite(array.values[0]));
    for (const NodeValues& array : arrays)
        CHECK(array.values[static_cast<std::size_t>(array.components)] ==
              (array.components == 3 ? 1.0F : 2.0F));
}
