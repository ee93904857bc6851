// Unstructured meshes in VTK's files; EnSight's and Exodus' real files are in real_files_test.cpp.
#include "compute_node/grids/cells/shape_functions.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/open_file.h"
#include "tests/compute_node/readers/vtk/vtk_mesh_files.h"
#include "tests/temporary_folder.h"

#include <vtkCell.h>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <span>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

/// Velocity and pressure are linear, so samples between nodes are known.
void check_mesh_field(const Dataset& dataset)
{
    CHECK(dataset.info().kind == GridKind::Unstructured);
    CHECK(dataset.info().default_vector == "velocity");
    const auto field = dataset.field({"", "pressure"});
    for (const glm::vec3 at : {glm::vec3{0.3F, -0.7F, 1.1F}, {-1.9F, 1.9F, 0.0F}, {1.0F, 1.0F, -1.5F}}) {
        const auto sample = field->sample(at);
        REQUIRE(sample);
        for (int axis = 0; axis < 3; ++axis) CHECK(sample->velocity[axis] == Approx(at[axis]).margin(1e-5));
        CHECK(sample->scalar == Approx(at.x + 10.0F * at.y).margin(1e-4));
    }
}

bool has_remark(const Dataset& dataset, const std::string& part)
{
    const auto& remarks = dataset.info().remarks;
    return std::any_of(remarks.begin(), remarks.end(), [&](const auto& r) { return contains(r, part); });
}

std::vector<vtkIdType> counted(std::size_t count)
{
    std::vector<vtkIdType> numbers(count);
    std::iota(numbers.begin(), numbers.end(), vtkIdType{0});
    return numbers;
}

/// A quadratic map of a cell's own coordinates, which quadratic cells have exactly.
glm::vec3 curved(glm::vec3 p)
{
    return {p.x + 0.2F * p.y * p.y, p.y, p.z};
}

/// A point for each place in a cell's own coordinates, where the map takes it; a pyramid's lie as in a box.
vtkSmartPointer<vtkUnstructuredGrid> curved_cell(std::span<const glm::vec3> places)
{
    const auto points = vtkSmartPointer<vtkPoints>::New();
    for (const glm::vec3& place : places) {
        const glm::vec3 p = curved(place);
        points->InsertNextPoint(p.x, p.y, p.z);
    }
    auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
    grid->SetPoints(points);
    add_arrays(*grid);
    return grid;
}

/// The velocity is the position, so that it is known where the cell's map takes its middle.
void check_curved(const Dataset& dataset, CellKind kind)
{
    CHECK(dataset.info().cells.front().kind == kind);
    CHECK(dataset.info().remarks.empty());
    const auto places = node_places(kind);
    const ShapeWeights weights = shape_functions(kind, middle_of(kind));
    glm::vec3 inside{0.0F};
    for (std::size_t i = 0; i < places.size(); ++i) inside += weights[i] * curved(places[i]);
    const auto sample = dataset.field()->sample(inside);
    REQUIRE(sample);
    for (int axis = 0; axis < (is_flat(kind) ? 2 : 3); ++axis)
        CHECK(sample->velocity[axis] == Approx(inside[axis]).margin(1e-4));
}

/// Where VTK has the points of a Lagrange cell of so many points.
std::vector<glm::vec3> lagrange_places(int type, std::size_t count)
{
    const auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
    const auto points = vtkSmartPointer<vtkPoints>::New();
    for (std::size_t i = 0; i < count; ++i) points->InsertNextPoint(0.0, 0.0, 0.0);
    grid->SetPoints(points);
    append_cell(*grid, type, counted(count));
    const double* at = grid->GetCell(0)->GetParametricCoords();
    std::vector<glm::vec3> places;
    for (std::size_t i = 0; i < count; ++i, at += 3) places.emplace_back(at[0], at[1], at[2]);
    return places;
}

/// Points of the unit cube, x first.
vtkSmartPointer<vtkUnstructuredGrid> cube_points()
{
    const auto points = vtkSmartPointer<vtkPoints>::New();
    for (int i = 0; i < 8; ++i) points->InsertNextPoint(i & 1, i >> 1 & 1, i >> 2);
    auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
    grid->SetPoints(points);
    add_arrays(*grid);
    return grid;
}

}  // namespace

TEST_CASE("Mesh files: a mesh written as .vtu and .vtk comes back", "[vtk]")
{
    const TemporaryFolder folder;
    for (const UnstructuredGeometry& mesh : {mixed_mesh(4), box_mesh(4, CellKind::Wedge)}) {
        const auto grid = to_vtk(mesh);
        add_arrays(*grid);
        REQUIRE(write_vtu(*grid, folder / "a.vtu"));
        REQUIRE(write_legacy_mesh(*grid, folder / "a.vtk", false));
        REQUIRE(write_legacy_mesh(*grid, folder / "b.vtk", true));
        for (const char* name : {"a.vtu", "a.vtk", "b.vtk"}) {
            const Dataset dataset = open_file(folder / name);
            CHECK(dataset.info().nodes == mesh.points.size());
            check_mesh_field(dataset);
        }
    }
}

TEST_CASE("Mesh files: voxels and pixels are cells with corners by rows", "[vtk]")
{
    const TemporaryFolder folder;
    const auto grid = cube_points();
    append_cell(*grid, VTK_VOXEL, {0, 1, 2, 3, 4, 5, 6, 7});
    REQUIRE(write_vtu(*grid, folder / "voxel.vtu"));
    const auto sample = open_file(folder / "voxel.vtu").field()->sample({0.9F, 0.2F, 0.6F});
    REQUIRE(sample);
    CHECK(sample->velocity.x == Approx(0.9F));
    const auto layer = cube_points();
    append_cell(*layer, VTK_PIXEL, {0, 1, 2, 3});
    REQUIRE(write_vtu(*layer, folder / "pixel.vtu"));
    const auto field = open_file(folder / "pixel.vtu").field();
    CHECK(field->info().flat == std::array{false, false, true});
    for (const glm::vec3 at : {glm::vec3{0.1F, 0.9F, 5.0F}, {0.9F, 0.1F, -5.0F}, {0.9F, 0.9F, 0.0F}})
        CHECK(field->sample(at)->velocity.x == Approx(at.x));
}

TEST_CASE("Mesh files: quadratic cells keep the nodes between their corners", "[vtk]")
{
    const TemporaryFolder folder;
    for (const CellTraits& traits : cell_traits) {
        if (!is_quadratic(traits.kind)) continue;
        INFO(traits.plural);
        const auto grid = curved_cell(node_places(traits.kind));
        append_cell(*grid, vtk_type_of(traits.kind), counted(traits.points));
        REQUIRE(write_vtu(*grid, folder / "a.vtu"));
        check_curved(open_file(folder / "a.vtu"), traits.kind);
    }
}

TEST_CASE("Mesh files: Lagrange cells of degree 2 are quadratic cells, whatever the order of their points",
          "[vtk]")
{
    const TemporaryFolder folder;
    for (const auto& [type, kind] : {std::pair{VTK_LAGRANGE_TETRAHEDRON, CellKind::QuadraticTetra},
                                     {VTK_LAGRANGE_WEDGE, CellKind::BiquadraticWedge},
                                     {VTK_LAGRANGE_HEXAHEDRON, CellKind::TriquadraticHexa}}) {
        INFO(traits_of(kind).plural);
        const auto grid = curved_cell(lagrange_places(type, point_count(kind)));
        append_cell(*grid, type, counted(point_count(kind)));
        REQUIRE(write_vtu(*grid, folder / "a.vtu"));
        check_curved(open_file(folder / "a.vtu"), kind);
    }
}

TEST_CASE("Mesh files: cells of a degree over 2 are taken by their corners, with a remark", "[vtk]")
{
    const TemporaryFolder folder;
    const auto grid = curved_cell(lagrange_places(VTK_LAGRANGE_TETRAHEDRON, 20));
    append_cell(*grid, VTK_LAGRANGE_TETRAHEDRON, counted(20));
    REQUIRE(write_vtu(*grid, folder / "a.vtu"));
    const Dataset dataset = open_file(folder / "a.vtu");
    CHECK(has_remark(dataset, "1 cells of higher degree"));
    CHECK(dataset.info().cells.front().kind == CellKind::Tetra);
}

TEST_CASE("Mesh files: cells of other kinds are left out and named; without others, refused", "[vtk]")
{
    const TemporaryFolder folder;
    const auto grid = cube_points();
    append_cell(*grid, VTK_LINE, {0, 1});
    append_cell(*grid, VTK_LINE, {1, 2});
    REQUIRE(write_vtu(*grid, folder / "lines.vtu"));
    const std::string error = error_of([&] { (void)open_file(folder / "lines.vtu"); });
    CHECK(contains(error, "lines.vtu"));
    CHECK(contains(error, "expected tetrahedra"));
    CHECK(contains(error, "found 2 vtkLine"));
    append_cell(*grid, VTK_VOXEL, {0, 1, 2, 3, 4, 5, 6, 7});
    REQUIRE(write_vtu(*grid, folder / "both.vtu"));
    CHECK(has_remark(open_file(folder / "both.vtu"), "left out: 2 vtkLine"));
}

TEST_CASE("Mesh files: a polyhedron is cut about a point that is added, and said so", "[vtk]")
{
    const TemporaryFolder folder;
    const auto grid = cube_points();
    append_polyhedron(
        *grid, {{0, 1, 3}, {0, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}});
    REQUIRE(write_vtu(*grid, folder / "a.vtu"));
    const Dataset dataset = open_file(folder / "a.vtu");
    CHECK(has_remark(dataset, "1 polyhedra were cut into 7 pyramids and tetrahedra"));
    CHECK(dataset.info().nodes == 9);
    const auto field = dataset.field();
    for (const glm::vec3 at : {glm::vec3{0.1F, 0.2F, 0.3F}, {0.9F, 0.8F, 0.2F}, {0.4F, 0.9F, 0.9F}})
        CHECK(field->sample(at)->velocity.y == Approx(at.y));
    DatasetLimits limits;
    limits.max_nodes = 8;
    CHECK(contains(error_of([&] { (void)open_dataset({folder / "a.vtu"}, "a", limits); }),
                   "9 nodes exceed max_nodes = 8"));
}

TEST_CASE("Mesh files: a polyhedron with the faces of a hexahedron is one", "[vtk]")
{
    const TemporaryFolder folder;
    const auto grid = cube_points();
    append_polyhedron(*grid,
                      {{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}});
    REQUIRE(write_vtu(*grid, folder / "a.vtu"));
    const Dataset dataset = open_file(folder / "a.vtu");
    CHECK_FALSE(has_remark(dataset, "polyhedra"));
    CHECK(dataset.info().nodes == 8);
    CHECK(dataset.field()->sample({0.1F, 0.2F, 0.3F})->velocity.y == Approx(0.2F));
}

TEST_CASE("Mesh files: a polyhedron with a corner that is no point is refused", "[vtk]")
{
    const TemporaryFolder folder;
    const auto grid = cube_points();
    append_polyhedron(*grid,
                      {{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 99}});
    REQUIRE(write_vtu(*grid, folder / "a.vtu"));
    CHECK(contains(error_of([&] { (void)open_file(folder / "a.vtu"); }), "of 8 points"));
}

TEST_CASE("Mesh files: a polygon in a plane is cut into triangles, and said so", "[vtk]")
{
    const TemporaryFolder folder;
    const auto grid = cube_points();
    grid->GetPoints()->InsertNextPoint(1.5, 0.5, 0.0);
    add_arrays(*grid);
    append_cell(*grid, VTK_POLYGON, {0, 1, 8, 3, 2});
    REQUIRE(write_vtu(*grid, folder / "a.vtu"));
    const Dataset dataset = open_file(folder / "a.vtu");
    CHECK(has_remark(dataset, "1 polygons were cut into triangles"));
    const auto field = dataset.field();
    for (const glm::vec3 at : {glm::vec3{0.1F, 0.2F, 0.0F}, {1.3F, 0.5F, 0.0F}, {0.4F, 0.9F, 0.0F}})
        CHECK(field->sample(at)->velocity.x == Approx(at.x));
}

TEST_CASE("Mesh files: surfaces of a volume neither count nor bound it", "[vtk]")
{
    const TemporaryFolder folder;
    const auto grid = cube_points();
    append_cell(*grid, VTK_QUAD, {0, 1, 3, 2});
    append_cell(*grid, VTK_VOXEL, {0, 1, 2, 3, 4, 5, 6, 7});
    REQUIRE(write_vtu(*grid, folder / "a.vtu"));
    CHECK(open_file(folder / "a.vtu").field()->sample({0.5F, 0.5F, 0.9F}));
}

TEST_CASE("Mesh files: vectors given per cell are averaged to the nodes, with a remark", "[vtk]")
{
    const TemporaryFolder folder;
    const auto grid = to_vtk(box_mesh(4, CellKind::Hexa));
    grid->GetCellData()->AddArray(constant_vectors("wind", grid->GetNumberOfCells(), {1, 2, 3}));
    REQUIRE(write_vtu(*grid, folder / "a.vtu"));
    const Dataset dataset = open_file(folder / "a.vtu");
    CHECK(has_remark(dataset, "'wind' is given per cell and was averaged"));
    CHECK(dataset.field()->sample({0.3F, 0.2F, 0.1F})->velocity == glm::vec3{1, 2, 3});
}

TEST_CASE("Mesh files: a cell with a corner that is no point is refused", "[vtk]")
{
    const TemporaryFolder folder;
    for (const vtkIdType corner : {vtkIdType{8}, vtkIdType{-1}, vtkIdType{1} << 33}) {
        const auto grid = cube_points();
        append_cell(*grid, VTK_TETRA, {0, 1, 2, corner});
        grid->GetCellData()->AddArray(constant_vectors("wind", 1, {1, 2, 3}));
        REQUIRE(write_vtu(*grid, folder / "a.vtu"));
        CHECK(contains(error_of([&] { (void)open_file(folder / "a.vtu"); }), "as a corner, of 8 points"));
    }
}

TEST_CASE("Mesh files: without a vector they have the scalars that there are", "[vtk]")
{
    const TemporaryFolder folder;
    const auto grid = to_vtk(box_mesh(2, CellKind::Hexa));
    add_arrays(*grid);
    grid->GetPointData()->RemoveArray("velocity");
    REQUIRE(write_vtu(*grid, folder / "a.vtu"));
    const Dataset dataset = open_file(folder / "a.vtu");
    CHECK(dataset.info().default_vector.empty());
    CHECK(dataset.info().default_scalar == "pressure");
}

TEST_CASE("Mesh files: cells without a volume are counted in a remark", "[vtk]")
{
    const TemporaryFolder folder;
    const auto grid = cube_points();
    append_cell(*grid, VTK_TETRA, {0, 1, 2, 3});  // all at z = 0
    append_cell(*grid, VTK_TETRA, {0, 1, 2, 4});
    REQUIRE(write_vtu(*grid, folder / "a.vtu"));
    CHECK(has_remark(open_file(folder / "a.vtu"), "1 of 2 cells have no volume"));
}

TEST_CASE("Mesh files: a point that is not a number makes its tetrahedra invalid", "[vtk]")
{
    const TemporaryFolder folder;
    const auto grid = cube_points();
    append_cell(*grid, VTK_TETRA, {0, 1, 2, 4});
    append_cell(*grid, VTK_TETRA, {7, 6, 5, 3});
    grid->GetPointData()->GetArray("velocity")->SetComponent(7, 0, std::nan(""));
    REQUIRE(write_vtu(*grid, folder / "a.vtu"));
    const auto field = open_file(folder / "a.vtu").field();
    CHECK(field->sample({0.1F, 0.1F, 0.1F}));
    CHECK_FALSE(field->sample({0.9F, 0.9F, 0.9F}));
}

TEST_CASE("Mesh files: more points than allowed are refused before they are read", "[vtk]")
{
    const TemporaryFolder folder;
    const auto grid = to_vtk(box_mesh(2, CellKind::Hexa));
    add_arrays(*grid);
    REQUIRE(write_vtu(*grid, folder / "a.vtu"));
    REQUIRE(write_legacy_mesh(*grid, folder / "a.vtk", true));
    // The bytes after the header are missing: reading on finds another error.
    fs::resize_file(folder / "a.vtk", 200);
    DatasetLimits limits;
    limits.max_nodes = 26;
    for (const char* name : {"a.vtu", "a.vtk"})
        CHECK(contains(error_of([&] { (void)open_dataset({folder / name}, "a", limits); }),
                       "27 nodes exceed max_nodes = 26"));
}

TEST_CASE("Mesh files: garbage and cut files give one line that names the file", "[vtk]")
{
    const TemporaryFolder folder;
    const auto grid = to_vtk(mixed_mesh(4));
    add_arrays(*grid);
    REQUIRE(write_vtu(*grid, folder / "cut.vtu"));
    REQUIRE(write_legacy_mesh(*grid, folder / "cut.vtk", true));
    for (const std::string name : {"cut.vtu", "cut.vtk"})
        for (const int part : {8, 4, 2}) {
            fs::copy_file(folder / name, folder / ("x" + name), fs::copy_options::overwrite_existing);
            fs::resize_file(folder / ("x" + name), fs::file_size(folder / name) * (part - 1) / part);
            const std::string error = error_of([&] { (void)open_file(folder / ("x" + name)); });
            INFO(part << ": " << error);
            CHECK(contains(error, name));
            CHECK(std::count(error.begin(), error.end(), '\n') == 0);
        }
    for (const std::string name : {"a.vtu", "a.case", "a.ex2", "a.exo", "a.exii", "a.e"}) {
        std::ofstream{folder / name} << "this is not what it says\n\n";
        const std::string error = error_of([&] { (void)open_file(folder / name); });
        INFO(error);
        CHECK(contains(error, name));
        CHECK(std::count(error.begin(), error.end(), '\n') == 0);
    }
}

TEST_CASE("VTK: faces of polyhedra are found as newer versions of VTK write them", "[vtk]")
{
    // A hexahedron, and beside it another one as a polyhedron (file version 2.3).
    const auto numbers = [](const char* type, const char* name, const char* values) {
        return std::string{"<DataArray type='"} + type + "' Name='" + name + "' format='ascii'>" + values +
               "</DataArray>";
    };
    const auto write = [&](const fs::path& file, const char* face_ends) {
        std::ofstream{file}
            << "<VTKFile type='UnstructuredGrid' version='2.3' byte_order='LittleEndian'><UnstructuredGrid>"
               "<Piece NumberOfPoints='12' NumberOfCells='2'><PointData>"
               "<DataArray type='Float32' Name='U' NumberOfComponents='3' format='ascii'>"
               "1 0 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 "
               "0</DataArray></PointData>"
               "<Points><DataArray type='Float32' NumberOfComponents='3' format='ascii'>"
               "0 0 0 1 0 0 2 0 0 0 1 0 1 1 0 2 1 0 0 0 1 1 0 1 2 0 1 0 1 1 1 1 1 2 1 "
               "1</DataArray></Points><Cells>"
            << numbers("Int64", "connectivity", "0 1 4 3 6 7 10 9 1 2 4 5 7 8 10 11")
            << numbers("Int64", "offsets", "8 16") << numbers("UInt8", "types", "12 42")
            << numbers("Int64", "face_connectivity", "1 4 5 2 7 8 11 10 1 2 8 7 2 5 11 8 5 4 10 11 4 1 7 10")
            << numbers("Int64", "face_offsets", face_ends)
            << numbers("Int64", "polyhedron_to_faces", "0 1 2 3 4 5")
            << numbers("Int64", "polyhedron_offsets", "0 6")
            << "</Cells></Piece></UnstructuredGrid></VTKFile>";
    };
    const TemporaryFolder folder;
    write(folder / "new.vtu", "4 8 12 16 20 24");
    const Dataset dataset = open_dataset({folder / "new.vtu"}, "new.vtu");
    CHECK(dataset.info().bounds.hi == glm::dvec3{2.0, 1.0, 1.0});
    const auto field = dataset.field();
    CellCursor cursor;
    for (const float x : {0.5F, 1.1F, 1.5F, 1.9F}) CHECK(field->sample({x, 0.3F, 0.6F}, cursor).has_value());
    write(folder / "wrong.vtu", "4 8 2 16 20 24");
    CHECK(contains(error_of([&] { (void)open_dataset({folder / "wrong.vtu"}, "wrong.vtu"); }), "wrong.vtu"));
}
