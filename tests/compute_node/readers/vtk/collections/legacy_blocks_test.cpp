// .vtk files of several grids, as VTK writes them.
#include "compute_node/datasets/time_series.h"
#include "compute_node/readers/vtk/collections/legacy_blocks.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/open_file.h"
#include "tests/temporary_folder.h"

#include <vtkCompositeDataSet.h>
#include <vtkCompositeDataWriter.h>
#include <vtkDoubleArray.h>
#include <vtkImageData.h>
#include <vtkInformation.h>
#include <vtkInformationStringKey.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkNew.h>
#include <vtkPointData.h>

#include <fmt/format.h>

#include <string>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

/// Unit cells from x on, with U = (x, y, z) at points.
vtkNew<vtkImageData> image_from(int x)
{
    vtkNew<vtkImageData> image;
    image->SetOrigin(x, 0, 0);
    image->SetDimensions(3, 2, 2);
    vtkNew<vtkDoubleArray> u;
    u->SetName("U");
    u->SetNumberOfComponents(3);
    for (vtkIdType n = 0; n < image->GetNumberOfPoints(); ++n) u->InsertNextTuple(image->GetPoint(n));
    image->GetPointData()->AddArray(u);
    return image;
}

void name(vtkMultiBlockDataSet& all, unsigned block, const char* text)
{
    all.GetMetaData(block)->Set(vtkCompositeDataSet::NAME(), text);
}

/// "left", and within "others" an empty block and "right".
std::string write_blocks(const TemporaryFolder& folder, bool binary)
{
    vtkNew<vtkMultiBlockDataSet> all, others;
    all->SetBlock(0, image_from(0));
    name(*all, 0, "left");
    others->SetBlock(0, nullptr);
    others->SetBlock(1, image_from(2));
    name(*others, 1, "right");
    all->SetBlock(1, others);
    name(*all, 1, "others");
    const std::string path = folder.file(binary ? "binary.vtk" : "text.vtk");
    vtkNew<vtkCompositeDataWriter> writer;
    writer->SetFileName(path.c_str());
    writer->SetInputData(all);
    if (binary) writer->SetFileTypeToBinary();
    REQUIRE(writer->Write() == 1);
    return path;
}

Dataset of_blocks(const std::string& path, const std::string& block)
{
    return open_dataset({path}, path, {}, {}, *reader_in_this_process(), {block});
}

}  // namespace

TEST_CASE("VTK legacy: a file of several blocks is read as they are", "[vtk]")
{
    const TemporaryFolder folder;
    for (const bool binary : {false, true}) {
        const std::string path = write_blocks(folder, binary);
        const Dataset dataset = open_file(path);
        CHECK(dataset.info().format == "VTK legacy");
        CHECK(dataset.info().blocks == std::vector<BlockName>{{"left", true}, {"others/right", true}});
        for (const float x : {0.5F, 1.5F, 2.5F, 3.5F}) {
            const auto sample = dataset.field()->sample({x, 0.5F, 0.25F});
            REQUIRE(sample);
            CHECK(sample->velocity.x == Approx(x));
            CHECK(sample->velocity.z == Approx(0.25F));
        }
    }
}

TEST_CASE("VTK legacy: of several blocks some are read", "[vtk]")
{
    const TemporaryFolder folder;
    const std::string path = write_blocks(folder, true);
    const Dataset right = of_blocks(path, "others/right");
    CHECK(right.info().bounds.lo.x == 2.0);
    CHECK(contains(error_of([&] { (void)of_blocks(path, "wall"); }), "'others/right'"));
}

TEST_CASE("VTK legacy: blocks that are cut off, or none, are named", "[vtk]")
{
    const TemporaryFolder folder;
    const auto of = [&](const std::string& text) {
        const std::string path = folder.write("a.vtk", "# vtk DataFile Version 4.2\nx\nASCII\n" + text);
        return error_of([&] { (void)open_file(path); });
    };
    CHECK(contains(of("DATASET MULTIBLOCK\nCHILDREN 1\nCHILD 6 [a]\n"), "CHILD has no ENDCHILD"));
    CHECK(contains(of("DATASET MULTIBLOCK\nCHILDREN 1\nCHILD -1\nENDCHILD\n"), "none of which holds a grid"));
    CHECK(contains(of("DATASET TABLE\nROW_DATA 1\n"), "its dataset is 'TABLE'; expected STRUCTURED_POINTS"));
    std::string deep;
    for (int level = 0; level < 20; ++level) deep += "CHILD 13\n# vtk\nx\nASCII\nDATASET MULTIBLOCK\n";
    for (int level = 0; level < 20; ++level) deep += "ENDCHILD\n";
    CHECK(contains(of("DATASET MULTIBLOCK\n" + deep), "at most 8 times over"));
    const std::string huge =
        "CHILD 0\n# vtk\nx\nASCII\nDATASET POLYDATA\nPOINTS 99999999999999 float\nENDCHILD\n";
    CHECK(contains(of("DATASET MULTIBLOCK\n" + huge), "nodes"));
}
