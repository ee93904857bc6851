#include <QComboBox>
#include <filesystem>
#include <fstream>

#include "tests/app/viewer/open_window.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::app;
using farfield::test::NodeProcess;
using farfield::test::TemporaryFolder;

namespace {

/// Eight nodes with two velocities: one along x, the other along y and four times as fast.
void write_cube(const std::filesystem::path& path)
{
    std::ofstream file{path};
    file << "# vtk DataFile Version 3.0\ncube\nASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 2 2 2\n"
            "ORIGIN 0 0 0\nSPACING 1 1 1\nPOINT_DATA 8\n";
    for (const auto* vector : {"U", "slip_velocity"}) {
        file << "VECTORS " << vector << " float\n";
        for (int node = 0; node < 8; ++node) file << (*vector == 'U' ? "1 0 0\n" : "0 4 0\n");
    }
}

QComboBox& chooser(MainWindow& window)
{
    return *window.findChild<QComboBox*>(QStringLiteral("velocity"));
}

}  // namespace

TEST_CASE("ColourDock: the velocity is chosen beside the scalar, and particles follow it", "[velocity]")
{
    const TemporaryFolder folder;
    write_cube(folder / "cube.vtk");
    const NodeProcess node{{"serve", "--port", "0", "--data", folder.path().string()}};
    const auto window = open_window(node.port(), "cube.vtk");
    REQUIRE(shows_particles(*window));
    auto& list = chooser(*window);
    REQUIRE(list.count() == 2);
    CHECK(list.currentText() == QStringLiteral("U"));
    const auto step = window->model().particles().step;
    const auto rakes = window->model().rakes();

    list.setCurrentIndex(1);
    Q_EMIT list.activated(1);
    REQUIRE(eventually([&] { return window->model().dataset()->velocity == "slip_velocity"; }));
    CHECK(list.currentText() == QStringLiteral("slip_velocity"));
    CHECK(window->model().rakes() == rakes);
    CHECK(window->model().particles().step == Approx(step / 4));  // as far in a step as before
    CHECK(eventually([&] {
        const auto& program = window->model().program();
        return program && program->scalar.range && program->scalar.range->at(1) == 4.0;
    }));
    CHECK(window->banner().line().isEmpty());
}
