#include <QComboBox>
#include <QLabel>
#include <filesystem>
#include <fstream>
#include <initializer_list>

#include "app/viewer/docks/data/component_dialog.h"
#include "app/viewer/window/data_warning.h"
#include "model/data/dataset_info.h"
#include "tests/app/viewer/open_window.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::app;
using farfield::test::NodeProcess;
using farfield::test::TemporaryFolder;

namespace {

/// Eight nodes with vectors of these names: U along x, others along y and four times as long.
void write_cube(const std::filesystem::path& path, std::initializer_list<const char*> vectors)
{
    std::ofstream file{path};
    file << "# vtk DataFile Version 3.0\ncube\nASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 2 2 2\n"
            "ORIGIN 0 0 0\nSPACING 1 1 1\nPOINT_DATA 8\n";
    for (const auto* vector : vectors) {
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
    write_cube(folder / "cube.vtk", {"U", "slip_velocity"});
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
    CHECK(*window->model().particles().step == Approx(*step / 4));  // as far in a step as before
    CHECK(eventually([&] {
        const auto& program = window->model().program();
        return program && program->scalar.range && program->scalar.range->at(1) == 4.0;
    }));
    CHECK(window->banner().line().isEmpty());
}

TEST_CASE("ComponentDialog: three scalars are the velocity, which can be undone", "[velocity]")
{
    const TemporaryFolder folder;
    write_cube(folder / "cube.vtk", {"U"});
    {
        std::ofstream file{folder / "cube.vtk", std::ios::app};
        for (const auto* name : {"east", "north", "upwards"}) {
            file << "SCALARS " << name << " float 1\nLOOKUP_TABLE default\n";
            for (int node = 0; node < 8; ++node) file << (*name == 'n' ? "3\n" : "0\n");
        }
    }
    const NodeProcess node{{"serve", "--port", "0", "--data", folder.path().string()}};
    const auto window = open_window(node.port(), "cube.vtk");
    REQUIRE(shows_particles(*window));
    auto& list = chooser(*window);
    REQUIRE(list.count() == 2);
    Q_EMIT list.activated(1);  // of scalars
    auto* dialog = window->findChild<ComponentDialog*>();
    REQUIRE(dialog != nullptr);
    CHECK(dialog->velocity() == QStringLiteral("east,north,upwards"));
    dialog->accept();
    REQUIRE(eventually([&] { return window->model().dataset()->velocity == "east,north,upwards"; }));
    CHECK(window->model().document().data.at(window->model().edited().flow).velocity == "east,north,upwards");
    CHECK(window->banner().line().isEmpty());
    window->model().undo();
    CHECK(eventually([&] { return window->model().dataset()->velocity == "U"; }));
    CHECK(list.currentText() == QStringLiteral("U"));
}

TEST_CASE("ComponentDialog: a flow that is chosen where none was recognised is shown at once", "[velocity]")
{
    const TemporaryFolder folder;
    write_cube(folder / "cube.vtk", {});
    {
        std::ofstream file{folder / "cube.vtk", std::ios::app};
        for (const auto* name : {"one", "two"}) {
            file << "SCALARS " << name << " float 1\nLOOKUP_TABLE default\n";
            for (int node = 0; node < 8; ++node) file << (*name == 'o' ? "3\n" : "0\n");
        }
    }
    const NodeProcess node{{"serve", "--port", "0", "--data", folder.path().string()}};
    const auto window = open_window(node.port(), "cube.vtk");
    REQUIRE(eventually([&] { return window->model().dataset().has_value(); }));
    REQUIRE_FALSE(window->model().dataset()->velocity);
    auto& list = chooser(*window);
    Q_EMIT list.activated(list.count() - 1);  // of scalars
    auto* dialog = window->findChild<ComponentDialog*>();
    REQUIRE(dialog != nullptr);
    CHECK(dialog->velocity() == QStringLiteral("one,two"));
    dialog->accept();
    CHECK(shows_particles(*window));
    CHECK_FALSE(window->model().rakes().empty());
}

TEST_CASE("ComponentDialog: scalars of the unit of a speed come first", "[velocity]")
{
    start_application();
    model::DatasetInfo dataset;
    for (const auto& [name, units] :
         {std::pair{"p", "Pa"}, {"q", "Pa"}, {"east", "cm s-1"}, {"north", "cm s-1"}, {"temp", "degC"}})
        dataset.scalars.push_back({.name = name, .units = units, .association = "points"});
    dataset.velocity.reset();
    CHECK(ComponentDialog(dataset).velocity() == QStringLiteral("east,north"));
}

TEST_CASE("DataWarning: that a displacement is traced is said over the picture", "[velocity]")
{
    const TemporaryFolder folder;
    write_cube(folder / "bent.vtk", {"Displacement"});
    write_cube(folder / "cube.vtk", {"U"});
    const NodeProcess node{{"serve", "--port", "0", "--data", folder.path().string()}};
    const auto window = open_window(node.port(), "bent.vtk");
    const auto* label = window->findChild<QLabel*>(QStringLiteral("data_warning"));
    REQUIRE(label != nullptr);
    CHECK(label->isHidden());
    const auto& view = window->view();
    const auto height = view.height();

    const auto warning =
        QStringLiteral("What is traced, 'Displacement', is no velocity: it seems to be a displacement.");
    REQUIRE(shows_particles(*window));
    CHECK(label->isVisible());
    CHECK(label->text() == warning);
    CHECK(eventually([&] { return view.height() == height - label->height(); }));
    CHECK(label->height() < 40);

    window->control().open_dataset("cube.vtk");
    CHECK(eventually([&] { return label->isHidden() && view.height() == height; }));
}

TEST_CASE("DataWarning: what has no room is cut, and whole in the tool tip", "[velocity]")
{
    start_application();
    SessionModel model;
    DataWarning line{model};
    line.resize(200, line.height());
    CHECK(line.isHidden());
    model::DatasetInfo info;
    info.velocity_warning =
        "What is traced is\nno velocity, <b>and</b> it takes many words to say so at length";
    model.set_dataset(info, false);
    CHECK(line.isVisible());
    CHECK(line.text().startsWith(QStringLiteral("What is traced is no")));
    CHECK(line.text().endsWith(QChar(0x2026)));
    CHECK(line.toolTip().contains(
        QStringLiteral("&lt;b&gt;and&lt;/b&gt; it takes many words to say so at length")));
    CHECK(line.minimumSizeHint().width() <= 200);  // the rest is visible
}
