#include "compute_node/datasets/time_series.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/hdf5/hdf5_writer.h"
#include "tests/foreign_data.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <filesystem>
#include <functional>

using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

/// What a test changes.
struct CffMesh {
    std::vector<std::int32_t> points_of_faces{4, 4, 4, 4, 4, 4, 3, 3, 3, 3};
    std::vector<std::int32_t> points{1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 6, 5, 2, 3, 7, 6, 3, 4,
                                     8, 7, 4, 1, 5, 8, 5, 6, 9, 6, 7, 9, 7, 8, 9, 8, 5, 9};
    std::vector<std::int32_t> first_side{1, 1, 1, 1, 1, 1, 2, 2, 2, 2};
    std::int64_t nodes = 9, cells = 2;
};

/// A cube, cell 1, and a pyramid on it, cell 2; the second face lies between them.
std::string write_case(const TemporaryFolder& folder, const CffMesh& mesh = {})
{
    const std::string path = folder.file("flow.cas.h5");
    Hdf5Writer file{path};
    file.group("/meshes/1");
    file.attribute("/meshes/1", "dimension", 3);
    file.attribute("/meshes/1", "nodeCount", mesh.nodes);
    file.attribute("/meshes/1", "cellCount", mesh.cells);
    file.attribute("/meshes/1", "faceCount", static_cast<std::int64_t>(mesh.points_of_faces.size()));
    file.reals("/meshes/1/nodes/coords/1", {9, 3},
               {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 0.5, 0.5, 2});
    file.integers("/meshes/1/faces/nodes/1/nnodes", mesh.points_of_faces);
    file.integers("/meshes/1/faces/nodes/1/nodes", mesh.points);
    file.integers("/meshes/1/faces/c0/1", mesh.first_side);
    file.integers("/meshes/1/faces/c1/1", {2});
    file.attribute("/meshes/1/faces/c1/1", "minId", 2);
    return path;
}

void write_data(const TemporaryFolder& folder)
{
    Hdf5Writer file{folder.file("flow.dat.h5")};
    const std::string cells = "/results/1/phase-1/cells/";
    file.reals(cells + "SV_U/1", {2}, {1, 3});
    file.reals(cells + "SV_V/1", {2}, {0, 0});
    file.reals(cells + "SV_W/1", {2}, {2, 2});
    file.reals(cells + "SV_P/1", {2}, {100, 300});
}

std::string error_of_mesh(const CffMesh& mesh)
{
    const TemporaryFolder folder;
    const std::string path = write_case(folder, mesh);
    return error_of([&] { (void)open_series({path}); });
}

}  // namespace

TEST_CASE("Fluent CFF: cells follow from their faces, and their values are averaged to the nodes", "[fluent]")
{
    const TemporaryFolder folder;
    const std::string path = write_case(folder);
    write_data(folder);
    const TimeSeries series = open_series({path});
    const DatasetInfo& info = series.info();
    CHECK(info.format == "Fluent CFF");
    REQUIRE(info.cells.size() == 2);
    CHECK(info.cells[0].kind == CellKind::Pyramid);
    CHECK(info.cells[1].kind == CellKind::Hexa);
    CHECK(info.default_vector == "Velocity");
    const auto field = series.field();
    const auto inside = field->sample({0.5F, 0.5F, 0.25F});
    REQUIRE(inside);
    CHECK(inside->velocity.x == Approx(1.25F));  // between 1 below and 2 above
    CHECK(inside->velocity.z == Approx(2.0F));
    CHECK(field->sample({0.5F, 0.5F, 1.5F}));
    CHECK_FALSE(field->sample({0.1F, 0.1F, 1.9F}));
    const auto pressure = std::ranges::find(info.arrays, "Pressure", &ArrayInfo::name);
    REQUIRE(pressure != info.arrays.end());
    CHECK(pressure->units == "Pa");
    CHECK(pressure->of_cells);
}

TEST_CASE("Fluent CFF: a case without data has a remark that says what is missing", "[fluent]")
{
    const TemporaryFolder folder;
    const std::string path = write_case(folder);
    CHECK(contains(error_of([&] { (void)open_series({path}); }), "expected a velocity or a scalar"));
}

TEST_CASE("Fluent CFF: faces of points, cells and numbers that are not there are refused", "[fluent]")
{
    CffMesh mesh;
    mesh.points[3] = 77;
    CHECK(contains(error_of_mesh(mesh), "a face has point 77: expected one of 9"));
    mesh = {};
    mesh.points[3] = 0;
    CHECK(contains(error_of_mesh(mesh), "cannot read"));
    mesh = {};
    mesh.first_side[4] = 9;
    CHECK(contains(error_of_mesh(mesh), "a face is of cell 9: expected one of 2"));
    mesh = {};
    mesh.points.pop_back();
    CHECK(contains(error_of_mesh(mesh), "expected the points of 10 faces"));
    mesh = {};
    mesh.nodes = std::int64_t{1} << 40;
    CHECK(contains(error_of_mesh(mesh), "max_nodes"));
    mesh = {};
    mesh.nodes = 4;
    CHECK(contains(error_of_mesh(mesh), "expected 4 in all"));
}

TEST_CASE("Fluent CFF: claims of numbers that are nowhere, and links elsewhere, are refused", "[fluent]")
{
    const TemporaryFolder folder;
    const std::string path = write_case(folder);
    {
        Hdf5Writer data{folder.file("flow.dat.h5")};
        data.claim("/results/1/phase-1/cells/SV_U/1", hsize_t{1} << 31U);
    }
    CHECK(contains(error_of([&] { (void)open_series({path}); }), "claims 2147483648 numbers in 0 bytes"));
    {
        Hdf5Writer other{folder.file("other.h5")};
        other.reals("/u", {2}, {1, 3});
    }
    {
        Hdf5Writer data{folder.file("flow.dat.h5")};
        data.link_to("/results/1/phase-1/cells/SV_U/1", "other.h5", "/u");
    }
    CHECK(contains(error_of([&] { (void)open_series({path}); }), "expected a velocity or a scalar"));
}

TEST_CASE("Fluent CFF: a cut file is refused", "[fluent]")
{
    const TemporaryFolder folder;
    const std::string path = write_case(folder);
    std::filesystem::resize_file(path, std::filesystem::file_size(path) - 100);
    CHECK(contains(error_of([&] { (void)open_series({path}); }), "expected an HDF5 file; is it truncated?"));
}

TEST_CASE("Fluent CFF: a room of others, with the kinds of its cells", "[fluent][real]")
{
    const auto folder = farfield::test::foreign_folder();
    if (!folder) return;
    const DatasetInfo info = open_series({(*folder / "fluent/room.cas.h5").string()}).info();
    REQUIRE(info.cells.size() == 1);
    CHECK(info.cells.front().kind == CellKind::Quad);
    CHECK(info.cells.front().cells == 4338);
    CHECK(info.nodes == 4565);
}
