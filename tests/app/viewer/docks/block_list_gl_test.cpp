// The ticks of a dataset's blocks.
#include <QLabel>
#include <QListWidget>
#include <fmt/format.h>

#include "tests/app/viewer/open_window.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::app;
using farfield::test::NodeProcess;
using farfield::test::TemporaryFolder;

namespace {

/// A .vti of 3 x 3 x 3 nodes from x on, with a flow along x.
std::string image_from(int x)
{
    std::string values;
    for (int node = 0; node < 27; ++node) values += "1 0 0\n";
    return fmt::format(
        "<VTKFile type='ImageData' version='1.0' byte_order='LittleEndian'><ImageData "
        "WholeExtent='0 2 0 2 0 2' Origin='{} 0 0' Spacing='1 1 1'><Piece Extent='0 2 0 2 0 2'>"
        "<PointData><DataArray type='Float32' Name='U' NumberOfComponents='3' "
        "format='ascii'>{}</DataArray></PointData></Piece></ImageData></VTKFile>\n",
        x, values);
}

}  // namespace

TEST_CASE("BlockList: what is not ticked is not read, settings stay, and it can be undone", "[blocks]")
{
    const TemporaryFolder folder;
    folder.write("left.vti", image_from(0));
    folder.write("right.vti", image_from(2));
    folder.write("duct.vtm", "<VTKFile type='vtkMultiBlockDataSet' version='1.0'><vtkMultiBlockDataSet>"
                             "<DataSet index='0' name='left' file='left.vti'/>"
                             "<DataSet index='1' name='right' file='right.vti'/>"
                             "</vtkMultiBlockDataSet></VTKFile>\n");
    const NodeProcess node{{"serve", "--port", "0", "--data", folder.path().string()}};
    const auto window = open_window(node.port(), "duct.vtm");
    REQUIRE(shows_particles(*window));
    auto& list = *window->findChild<QListWidget*>(QStringLiteral("blocks"));
    REQUIRE(list.count() == 2);
    CHECK(list.item(1)->text() == QStringLiteral("right"));
    CHECK(text_of(*window, "block_count") == QStringLiteral("2 of 2 blocks"));
    auto& model = window->model();
    auto particles = model.particles();
    particles.max_age_frames = 77;
    model.set_particles(particles);

    list.item(0)->setCheckState(Qt::Unchecked);
    REQUIRE(eventually([&] { return model.dataset()->dataset == "duct.vtm#2"; }));
    CHECK(model.dataset()->bounds.min[0] == 2.0);
    CHECK(model.document().data.at(model.edited().flow).name == "duct.vtm#2");
    CHECK(model.particles().max_age_frames == 77);
    CHECK(list.item(0)->checkState() == Qt::Unchecked);
    CHECK(text_of(*window, "block_count") == QStringLiteral("1 of 2 blocks"));
    CHECK(window->banner().line().isEmpty());
    model.undo();
    CHECK(eventually([&] { return model.dataset()->dataset == "duct.vtm"; }));
    CHECK(list.item(0)->checkState() == Qt::Checked);
}
