#include "compute_node/datasets/time_series.h"
#include "compute_node/readers/process/reader_processes.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/vtk/vtk_mesh_files.h"
#include "tests/temporary_folder.h"

#include <vtkExodusIIWriter.h>
#include <vtkMultiBlockDataSet.h>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <netcdf.h>

#include <string>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

/// The left and the right half of a mesh, as element blocks with points of their own.
void write_halves(const UnstructuredGeometry& mesh, const fs::path& path)
{
    std::array<UnstructuredGeometry, 2> halves{UnstructuredGeometry{mesh.points, {}},
                                               UnstructuredGeometry{mesh.points, {}}};
    mesh.cells.for_each([&](CellKind kind, const std::uint32_t* corners) {
        glm::vec3 sum{0.0F};
        for (std::size_t i = 0; i < corner_count(kind); ++i) sum += mesh.points[corners[i]];
        CellList& cells = halves[sum.x < 0.0F ? 0 : 1].cells;
        cells.kinds.push_back(kind);
        cells.corners.insert(cells.corners.end(), corners, corners + corner_count(kind));
    });
    const auto blocks = vtkSmartPointer<vtkMultiBlockDataSet>::New();
    for (unsigned half = 0; half < 2; ++half) {
        const auto grid = to_vtk(halves[half]);
        add_arrays(*grid);
        blocks->SetBlock(half, grid);
    }
    const auto writer = vtkSmartPointer<vtkExodusIIWriter>::New();
    writer->SetFileName(path.c_str());
    writer->SetInputData(blocks);
    REQUIRE(writer->Write() == 1);
}

/// Adds a second time step, one second after the first, with twice its values.
void add_time_step(const fs::path& path)
{
    int file = -1, time = -1, variables = 0;
    REQUIRE(nc_open(path.c_str(), NC_WRITE, &file) == NC_NOERR);
    REQUIRE(nc_inq_unlimdim(file, &time) == NC_NOERR);
    REQUIRE(nc_inq_nvars(file, &variables) == NC_NOERR);
    for (int id = 0; id < variables; ++id) {
        int rank = 0;
        std::array<int, NC_MAX_VAR_DIMS> dims{};
        REQUIRE(nc_inq_var(file, id, nullptr, nullptr, &rank, dims.data(), nullptr) == NC_NOERR);
        if (rank == 0 || dims[0] != time) continue;
        std::size_t values = 1;
        if (rank > 1) REQUIRE(nc_inq_dimlen(file, dims[1], &values) == NC_NOERR);
        std::array<std::size_t, 2> start{0, 0}, count{1, values};
        std::vector<double> record(values);
        REQUIRE(nc_get_vara_double(file, id, start.data(), count.data(), record.data()) == NC_NOERR);
        for (double& value : record) value = rank == 1 ? value + 1.0 : 2.0 * value;
        start[0] = 1;
        REQUIRE(nc_put_vara_double(file, id, start.data(), count.data(), record.data()) == NC_NOERR);
    }
    REQUIRE(nc_close(file) == NC_NOERR);
}

/// The dimension or variable gets another name.
void rename_in(const fs::path& path, std::string name)
{
    int file = -1, id = -1;
    REQUIRE(nc_open(path.c_str(), NC_WRITE, &file) == NC_NOERR);
    REQUIRE(nc_redef(file) == NC_NOERR);
    const bool is_dimension = nc_inq_dimid(file, name.c_str(), &id) == NC_NOERR;
    if (!is_dimension) REQUIRE(nc_inq_varid(file, name.c_str(), &id) == NC_NOERR);
    name.front() = 'x';
    REQUIRE((is_dimension ? nc_rename_dim : nc_rename_var)(file, id, name.c_str()) == NC_NOERR);
    REQUIRE(nc_close(file) == NC_NOERR);
}

}  // namespace

TEST_CASE("Exodus: all element blocks are one mesh, whatever their cells", "[exodus]")
{
    const TemporaryFolder folder;
    for (const CellKind kind : {CellKind::Hexa, CellKind::Tetra, CellKind::Wedge}) {
        write_halves(box_mesh(4, kind), folder / "a.ex2");
        const Dataset dataset = open_dataset({folder / "a.ex2"}, "a");
        CHECK(dataset.info().format == "Exodus II");
        REQUIRE(dataset.info().cells.size() == 1);
        CHECK(dataset.info().cells.front().kind == kind);
        const auto field = dataset.field({"velocity", "pressure"});
        CellCursor cursor;
        for (float x = -1.9F; x < 2.0F; x += 0.19F) {
            const auto sample = field->sample({x, 0.3F, -0.4F}, cursor);
            REQUIRE(sample);
            CHECK(sample->velocity.x == Approx(x).margin(1e-5));
            CHECK(sample->scalar == Approx(x + 3.0F).margin(1e-4));
        }
    }
}

TEST_CASE("Exodus: an element block is read without the others, by its number", "[exodus][blocks]")
{
    const TemporaryFolder folder;
    write_halves(box_mesh(4, CellKind::Hexa), folder / "a.ex2");
    const DatasetInfo all = open_dataset({folder / "a.ex2"}, "a").info();
    REQUIRE(all.blocks.size() == 2);
    const auto read = [&](const std::string& block) {
        return open_dataset({folder / "a.ex2"}, "a", {}, {}, *reader_in_this_process(), {block}).info();
    };
    const DatasetInfo left = read("1"), right = read(all.blocks[1].name);
    CHECK(left.cells.front().cells + right.cells.front().cells == all.cells.front().cells);
    CHECK_FALSE(left.blocks[1].is_read);
    CHECK(right.blocks[1].is_read);
    CHECK(contains(error_of([&] { (void)read("3"); }), "has no block '3'"));
}

TEST_CASE("Exodus: a block of bars beside one with a volume is left out, and named", "[exodus][blocks]")
{
    const TemporaryFolder folder;
    const auto blocks = vtkSmartPointer<vtkMultiBlockDataSet>::New();
    const auto solid = to_vtk(box_mesh(3, CellKind::Hexa));
    const auto bars = vtkSmartPointer<vtkUnstructuredGrid>::New();
    const auto points = vtkSmartPointer<vtkPoints>::New();
    points->InsertNextPoint(5, 0, 0);
    points->InsertNextPoint(6, 0, 0);
    bars->SetPoints(points);
    const std::array<vtkIdType, 2> ends{0, 1};
    bars->InsertNextCell(VTK_LINE, 2, ends.data());
    for (vtkUnstructuredGrid* part : {solid.Get(), bars.Get()}) add_arrays(*part);
    blocks->SetBlock(0, solid);
    blocks->SetBlock(1, bars);
    const auto writer = vtkSmartPointer<vtkExodusIIWriter>::New();
    writer->SetFileName((folder / "a.ex2").c_str());
    writer->SetInputData(blocks);
    REQUIRE(writer->Write() == 1);
    const DatasetInfo info = open_dataset({folder / "a.ex2"}, "a").info();
    REQUIRE(info.blocks.size() == 2);
    CHECK(info.blocks[0].is_read);
    CHECK_FALSE(info.blocks[1].is_read);
    CHECK(std::ranges::find(info.remarks, "Parts that fill no volume are left out beside those that do: '" +
                                              info.blocks[1].name + "'.") != info.remarks.end());
    CHECK(info.bounds.hi.x < 5.0);
}

TEST_CASE("Exodus: a part of a mesh of a parallel run says that it is one", "[exodus]")
{
    const TemporaryFolder folder;
    write_halves(box_mesh(4, CellKind::Hexa), folder / "a.e.2.0");
    int file = -1, id = -1;
    REQUIRE(nc_open((folder / "a.e.2.0").c_str(), NC_WRITE, &file) == NC_NOERR);
    REQUIRE(nc_redef(file) == NC_NOERR);
    for (const auto& [name, length] : {std::pair{"num_processors", 2}, {"num_elems_global", 128}})
        REQUIRE(nc_def_dim(file, name, static_cast<std::size_t>(length), &id) == NC_NOERR);
    REQUIRE(nc_close(file) == NC_NOERR);
    const Dataset part = open_dataset({folder / "a.e.2.0"}, "a");
    CHECK(contains(fmt::format("{}", fmt::join(part.info().remarks, "\n")),
                   "It is one of 2 parts of a mesh, with 64 of its 128 elements"));
}

TEST_CASE("Exodus: a mesh may have the ending of PLOT3D's grids", "[exodus]")
{
    const TemporaryFolder folder;
    write_halves(box_mesh(4, CellKind::Hexa), folder / "a.g");
    CHECK(open_dataset({folder / "a.g"}, "a").info().format == "Exodus II");
}

TEST_CASE("Exodus: time steps are a series", "[exodus]")
{
    const TemporaryFolder folder;
    write_halves(box_mesh(4, CellKind::Hexa), folder / "a.ex2");
    add_time_step(folder / "a.ex2");
    const TimeSeries series = open_series({(folder / "a.ex2").string()});
    CHECK(series.times() == std::vector{0.0, 1.0});
    const auto field = series.field({}, 1U << 24U);
    REQUIRE(field->slices().nodes.size() == 2);
    CHECK(field->slices().nodes[0][0].x == -2.0F);
    CHECK(field->slices().nodes[1][0].x == -4.0F);
}

TEST_CASE("Exodus: a file that is cut is refused", "[exodus]")
{
    const TemporaryFolder folder;
    write_halves(box_mesh(4, CellKind::Hexa), folder / "a.ex2");
    const auto bytes = fs::file_size(folder / "a.ex2");
    for (const auto left : {bytes - 100, bytes / 2, std::uintmax_t{100}}) {
        fs::resize_file(folder / "a.ex2", left);
        CHECK(contains(error_of([&] { (void)open_dataset({folder / "a.ex2"}, "a"); }), "a.ex2"));
    }
}

TEST_CASE("Exodus: a block without cells or without their kind, at which VTK's reader crashes, is named",
          "[exodus]")
{
    const TemporaryFolder folder;
    const fs::path path = folder / "halves.ex2";
    write_halves(box_mesh(4, CellKind::Hexa), path);
    const auto change = [&](const auto& in) {
        int file = -1, cells = -1;
        REQUIRE(nc_open(path.c_str(), NC_WRITE, &file) == NC_NOERR);
        REQUIRE(nc_redef(file) == NC_NOERR);
        REQUIRE(nc_inq_varid(file, "connect2", &cells) == NC_NOERR);
        REQUIRE(in(file, cells) == NC_NOERR);
        REQUIRE(nc_close(file) == NC_NOERR);
        return error_of([&] { (void)open_dataset({path}, "halves"); });
    };
    CHECK(contains(change([](int file, int cells) { return nc_del_att(file, cells, "elem_type"); }),
                   "element block 2 of 2 has cells of no kind: 'connect2' has no 'elem_type'"));
    CHECK(contains(change([](int file, int cells) { return nc_rename_var(file, cells, "xonnect2"); }),
                   "element block 2 of 2 has no cells ('connect2')"));
}

TEST_CASE("Exodus: more points than allowed are refused before they are read", "[exodus]")
{
    const TemporaryFolder folder;
    write_halves(box_mesh(4, CellKind::Hexa), folder / "a.ex2");
    DatasetLimits limits;
    limits.max_nodes = 10;
    CHECK(contains(error_of([&] { (void)open_dataset({folder / "a.ex2"}, "a", limits); }), "max_nodes = 10"));
}

TEST_CASE(
    "Exodus: without one of its dimensions or variables a file is one error, or says what it says with it",
    "[exodus]")
{
    const TemporaryFolder folder;
    const ReaderProcesses readers{{.program = FARFIELD_NODE, .data_folders = {folder.path()}}};
    const fs::path file = folder / "a.ex2";
    write_halves(box_mesh(4, CellKind::Hexa), file);
    const DatasetInfo whole = open_dataset({file}, "a.ex2", {}, {}, readers).info();
    for (const char* name : {"num_nodes", "num_dim", "num_elem", "num_el_blk", "num_el_in_blk1",
                             "num_nod_per_el2", "num_nod_var", "connect1", "name_nod_var"}) {
        write_halves(box_mesh(4, CellKind::Hexa), file);
        rename_in(file, name);
        INFO(name);
        const std::string error = error_of([&] {
            const DatasetInfo info = open_dataset({file}, "a.ex2", {}, {}, readers).info();
            CHECK(info.nodes == whole.nodes);
            CHECK(info.bounds.lo == whole.bounds.lo);
            CHECK(info.bounds.hi == whole.bounds.hi);
        });
        CHECK((error.empty() || contains(error, "a.ex2")));
    }
}
