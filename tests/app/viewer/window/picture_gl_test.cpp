#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>

#include "app/viewer/docks/data/dataset_dock.h"
#include "app/viewer/session/session_model.h"
#include "model/data/dataset_info.h"
#include "tests/app/viewer/open_window.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"

using namespace farfield::app;
using farfield::test::NodeProcess;

TEST_CASE("MainWindow: connects and draws the particles of a node", "[picture]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    CHECK(eventually([&] { return window->status().data_frames_per_second() > 0.0; }));
    CHECK(window->banner().line().isEmpty());
    const int with_particles = coloured_pixels(window->view().picture(), window->view());

    while (!window->model().rakes().empty()) window->model().remove_rake(0);
    REQUIRE(eventually([&] { return !drawings_of(window->view()).particles.frame; }));
    const int without = coloured_pixels(window->view().picture(), window->view());
    CHECK(with_particles > without + 2000);
}

TEST_CASE("MainWindow: the picture knows what notices cover of it", "[picture]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    CHECK(window->view().covered() == 0);
    window->banner().show_line(Banner::Kind::Note, QStringLiteral("one"));
    window->relay_banner().show_line(Banner::Kind::Lost, QStringLiteral("two"));
    CHECK(eventually([&] {
        return window->relay_banner().height() > 0 && window->relay_banner().y() > 0 &&
               window->view().covered() == window->relay_banner().geometry().bottom() + 1;
    }));
    window->banner().clear();
    window->relay_banner().clear();
    CHECK(eventually([&] { return window->view().covered() == 0; }));
}

TEST_CASE("MainWindow::save_picture: the file holds the view as it is seen", "[picture]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    const QTemporaryDir folder;
    const auto file = QDir(folder.path()).filePath(QStringLiteral("picture.png"));
    REQUIRE(window->save_picture(file));
    const QImage saved(file);
    CHECK(saved.size() == window->view().size() * window->view().devicePixelRatio());
    CHECK(coloured_pixels(saved, window->view()) > 2000);
}

TEST_CASE("MainWindow::save_picture: a folder that is not there gives one clear line", "[picture]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    CHECK_FALSE(window->save_picture(QStringLiteral("/no/such/folder/picture.png")));
    CHECK(window->banner().line().contains(QStringLiteral("/no/such/folder/picture.png")));
}

TEST_CASE("MainWindow: a change of the colour map changes the picture at once, and asks the node for nothing",
          "[picture]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    window->toggle_pause();
    REQUIRE(eventually([&] { return text_of(*window, "status_data") == QStringLiteral("paused"); }));
    const auto frame = frame_on_show(*window);
    const auto before = window->view().picture();
    auto colours = window->model().colours();
    colours.map = farfield::model::ColourMap::Turbo;
    window->model().set_colours(colours);
    CHECK(window->view().picture() != before);
    CHECK(frame_on_show(*window) == frame);
}

TEST_CASE("DatasetDock: shows the open dataset's name, also of one that the node does not list", "[picture]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port(), "analytic:abc:16");
    REQUIRE(shows_particles(*window));
    const auto* open = window->findChild<QPushButton*>(QStringLiteral("dataset_list"));
    CHECK(open->text() == QStringLiteral("analytic:abc:16"));
}

TEST_CASE("DatasetDock: z that is not in degrees is not said to be", "[picture]")
{
    start_application();
    SessionModel model;
    const DatasetDock dock(model);
    farfield::model::DatasetInfo ocean;
    ocean.length_units = "degrees";
    ocean.bounds.max = {10, 4, 2000};
    const auto* facts = dock.findChild<QLabel*>(QStringLiteral("dataset_facts"));
    model.set_dataset(ocean, false);
    CHECK(facts->text().contains(QStringLiteral("2000<br>degrees")));
    ocean.z_units.emplace("m");
    model.set_dataset(ocean, false);
    CHECK(facts->text().contains(QStringLiteral("2000 m")));
    CHECK(facts->text().contains(QStringLiteral("4 degrees")));
}
