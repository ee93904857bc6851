#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QListWidget>
#include <QLocale>
#include <QSpinBox>
#include <QTemporaryDir>
#include <fstream>

#include "app/viewer/docks/rake_dock.h"
#include "tests/app/viewer/open_window.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"

using namespace farfield;
using namespace farfield::app;
using farfield::test::NodeProcess;

namespace {

/// Waits until the node traces what the model says.
bool follows(MainWindow& window)
{
    return eventually([&] {
        const auto& shown = window.view().shown();
        return shown && shown->stamp.counts[0] == window.model().particle_count();
    });
}

RakeDock& rake_dock(MainWindow& window)
{
    auto* dock = window.findChild<RakeDock*>(QStringLiteral("rake_dock"));
    dock->raise();
    return *dock;
}

}  // namespace

TEST_CASE("RakeDock: its buttons add circles, spheres and boxes, which the node traces", "[rakes]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    rake_dock(*window);
    const auto first = window->model().rakes().size();
    for (const auto* button : {"add_circle", "add_sphere", "add_box"}) {
        click(*window, button);
        REQUIRE(follows(*window));
    }
    REQUIRE(window->model().rakes().size() == first + 3);
    CHECK(window->banner().line().isEmpty());
    CHECK(window->view().scene().rakes.back().handles.size() == 9);  // of the box
}

TEST_CASE("RakeDock: Ctrl+Z in a box that says what the rake has is the window's", "[rakes]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    rake_dock(*window);
    window->model().select_rake(0);
    auto* const seeds = window->findChild<QSpinBox*>(QStringLiteral("rake_seeds"));
    const auto takes_undo = [&] {
        QKeyEvent key(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
        key.ignore();
        QApplication::sendEvent(seeds, &key);
        return key.isAccepted();
    };
    QTest::keyClick(seeds, Qt::Key_Up);
    CHECK_FALSE(takes_undo());
    QTest::keyClick(seeds, Qt::Key_End);
    QTest::keyClick(seeds, Qt::Key_7);  // it is not taken over before Return
    CHECK(takes_undo());
}

TEST_CASE("RakeDock: of a slice and an isovalue it says how many seeds the node has found", "[rakes]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port(), "analytic:abc:32");
    REQUIRE(shows_particles(*window));
    rake_dock(*window);
    auto& model = window->model();
    while (!model.rakes().empty()) model.remove_rake(0);
    click(*window, "add_slice");
    click(*window, "add_isovalue");
    REQUIRE(eventually([&] { return model.program() && model.program()->seeds.size() == 2; }));
    CHECK(model.program()->seeds[0] == 400);
    auto* scalar = window->findChild<QComboBox*>(QStringLiteral("rake_choice"));
    CHECK(scalar->currentText() == QStringLiteral("speed"));
    // An isovalue of which there are few places.
    model.change_rake(1, {.shape = model::IsovalueRake{"speed", 0.05, 1000}, .particles_per_seed = 5});
    REQUIRE(eventually([&] { return model.program() && model.program()->seeds[1] < 1000; }));
    const auto* list = window->findChild<QListWidget*>(QStringLiteral("rake_list"));
    const auto found = QLocale().toString(model.program()->seeds[1]);
    CHECK(list->item(1)->text().contains(QStringLiteral(", %1 seeds").arg(found)));
    CHECK(eventually([&] {
        const auto& shown = window->view().shown();
        return shown && shown->stamp.counts[0] == model.program()->particles;
    }));
}

TEST_CASE("RakeEditor: a box goes over to random places, and their number can be edited", "[rakes]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    rake_dock(*window);
    click(*window, "add_box");
    const auto box = [&] { return std::get<model::BoxRake>(window->model().rakes().back().shape); };
    const auto seeds = window->model().rakes().back().seeds();
    window->findChild<QAbstractButton*>(QStringLiteral("rake_random"))->click();
    REQUIRE(std::get<model::RandomPlaces>(box().fill).seeds == seeds);
    auto* number = window->findChild<QSpinBox*>(QStringLiteral("rake_random_seed"));
    CHECK(number->isVisible());
    number->setValue(7);
    CHECK(std::get<model::RandomPlaces>(box().fill).random_seed == 7);
    CHECK(follows(*window));
}

TEST_CASE("RakeDock: the seeds of a file become a rake, and a faulty file is reported in one line", "[rakes]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    const QTemporaryDir folder;
    const auto file = folder.filePath(QStringLiteral("s.csv"));
    std::ofstream(file.toStdString()) << "x,y,z\n0.5,0.5,0.5\n0.25,0.5,0.5\n";
    rake_dock(*window).add_list(file);
    CHECK(window->model().rakes().back().seeds() == 2);
    CHECK(follows(*window));

    const auto rakes = window->model().rakes();
    std::ofstream(file.toStdString()) << "x,y,z\n0.5,0.5\n";
    rake_dock(*window).add_list(file);
    CHECK(window->banner().line().contains(QStringLiteral("line 2: expected 3 values")));
    CHECK(window->model().rakes() == rakes);
}

TEST_CASE("StreamControl: a billion seeds are refused by the limit's name, and the stream goes on", "[rakes]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    const auto particles = window->view().shown()->stamp.counts[0];
    window->model().add_rake(
        {.shape = model::BoxRake{{0, 0, 0}, {1, 1, 1}, model::BoxLattice{1000, 1000, 1000}}});
    CHECK(eventually([&] { return window->banner().line().contains(QStringLiteral("max_particles")); }));
    const auto frame = frame_on_show(*window);
    CHECK(eventually([&] { return frame_on_show(*window) > frame; }));
    CHECK(window->view().shown()->stamp.counts[0] == particles);
}
