#include "tests/catch.h"
#include "tests/compute_node/readers/vtk_mesh_files.h"
#include "tests/compute_node/temp_folder.h"

#include <vtkExodusIIWriter.h>
#include <vtkMultiBlockDataSet.h>

using namespace farfield::compute;
using namespace farfield::compute::testing;

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

}  // namespace

TEST_CASE("Exodus: all element blocks are one mesh, whatever their cells", "[exodus]")
{
    const TempFolder folder;
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

TEST_CASE("Exodus: a file that is cut is refused", "[exodus]")
{
    const TempFolder folder;
    write_halves(box_mesh(4, CellKind::Hexa), folder / "a.ex2");
    const auto bytes = fs::file_size(folder / "a.ex2");
    for (const auto left : {bytes - 100, bytes / 2, std::uintmax_t{100}}) {
        fs::resize_file(folder / "a.ex2", left);
        CHECK(contains(error_of([&] { (void)open_dataset({folder / "a.ex2"}, "a"); }), "a.ex2"));
    }
}

TEST_CASE("Exodus: more points than allowed are refused before they are read", "[exodus]")
{
    const TempFolder folder;
    write_halves(box_mesh(4, CellKind::Hexa), folder / "a.ex2");
    DatasetLimits limits;
    limits.max_nodes = 10;
    CHECK(contains(error_of([&] { (void)open_dataset({folder / "a.ex2"}, "a", limits); }), "max_nodes = 10"));
}
