#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QWheelEvent>
#include <QtTest/qtestspontaneevent.h>
#include <array>
#include <cmath>

#include "app/show/frame_to_scene.h"
#include "render/scene/picking.h"
#include "tests/app/viewer/open_window.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"

using namespace farfield;
using namespace farfield::app;
using farfield::test::NodeProcess;

namespace {

/// Where the handle that moves the whole first rake is in the view.
QPointF main_handle(MainWindow& window)
{
    const auto& view = window.view();
    const auto pixel = render::project(view.view_transform(), view.scene().rakes.at(0).handles.back());
    REQUIRE(pixel);
    return {pixel->x, pixel->y};
}

}  // namespace

TEST_CASE("FlowView: dragging a handle moves the rake, and the particles follow", "[interaction]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    window->model().set_vertical_scale(GENERATE(1.0, 0.5));
    const auto before = window->model().rakes().at(0);
    const auto first_interaction = window->view().shown()->info.header.interaction;

    const auto start = main_handle(*window);
    const double middle = 0.5 * window->view().width();
    press_mouse(*window, start);
    for (int i = 1; i <= 10; ++i) move_mouse(*window, start + QPointF(0.0, -4.0 * i));
    CHECK(window->model().rakes().at(0) != before);
    CHECK(window->model().selected_rake() == std::size_t{0});
    CHECK(eventually([&] { return window->view().shown()->info.header.interaction > first_interaction; }));
    CHECK(eventually([&] { return window->control().interaction_latency_ms().has_value(); }));
    CHECK(window->control().interaction_latency_ms() > 0.0);
    release_mouse(*window, start + QPointF(0.0, -40.0));

    // The handle is where the cursor has taken it. The dock of the rake that is now selected may be wider.
    const auto moved = main_handle(*window);
    CHECK(moved.y() == Approx(start.y() - 40.0).margin(2.0));
    CHECK(moved.x() - 0.5 * window->view().width() == Approx(start.x() - middle).margin(2.0));
}

TEST_CASE("FlowView: many moves in a row are sent as few changes, the last one last", "[interaction]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    const auto first = window->view().shown()->info.header.interaction;
    auto rake = window->model().rakes().at(0);
    constexpr int moves = 50;
    for (int i = 0; i < moves; ++i) {
        rake.particles_per_seed = 2 + static_cast<std::uint32_t>(i % 7) + (i + 1 == moves ? 7 : 0);
        window->model().change_rake(0, rake);
    }
    const auto expected = window->model().particle_count();
    REQUIRE(eventually([&] { return window->view().shown()->stamp.counts[0] == expected; }));
    // One was under way when the others came; they were sent together.
    CHECK(window->view().shown()->info.header.interaction == first + 2);
}

TEST_CASE("FlowView: a drag beside the handles turns the camera and leaves the rakes alone", "[interaction]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    const auto rakes = window->model().rakes();
    const auto eye = window->view().view_transform().eye;
    const QPointF corner(window->view().width() - 10.0, window->view().height() - 10.0);
    press_mouse(*window, corner);
    move_mouse(*window, corner - QPointF(120.0, 40.0));
    release_mouse(*window, corner - QPointF(120.0, 40.0));
    CHECK(window->view().view_transform().eye != eye);
    CHECK(window->model().rakes() == rakes);
}

TEST_CASE("FlowView: the vertical scale is that of its box, and the middle stays where it is",
          "[interaction]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    const auto& view = window->view();
    const auto height = [&] {
        const auto& bounds = view.scene().bounds;
        const auto low = render::project(view.view_transform(), {0.5F, 0.5F, bounds.min.z});
        const auto high = render::project(view.view_transform(), {0.5F, 0.5F, bounds.max.z});
        return std::array{low.value().y - high.value().y, 0.5F * (low->y + high->y)};
    };
    const auto before = height();
    auto* box = window->findChild<QDoubleSpinBox*>(QStringLiteral("vertical_scale"));
    CHECK(box->value() == 1.0);
    box->setValue(0.5);
    CHECK(window->model().vertical_scale() == 0.5);
    CHECK(height()[0] == Approx(0.5 * before[0]).epsilon(0.1));
    CHECK(height()[1] == Approx(before[1]).margin(0.1 * before[0]));
}

TEST_CASE("FlowView: from the top x points to the right and y up", "[interaction]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    for (auto* action : window->findChildren<QAction*>())
        if (action->shortcut() == QKeySequence(Qt::Key_3)) action->trigger();
    (void)window->view().picture();
    const auto view = window->view().view_transform();
    const glm::vec3 middle = window->view().scene().bounds.centre();
    const auto at = [&](glm::vec3 place) { return render::project(view, place).value(); };
    const glm::vec2 to_x = at(middle + glm::vec3(0.1F, 0, 0)) - at(middle);
    const glm::vec2 to_y = at(middle + glm::vec3(0, 0.1F, 0)) - at(middle);
    CHECK(to_x.x > 10.0F);
    CHECK(std::abs(to_x.y) < 1.0F);
    CHECK(to_y.y < -10.0F);  // pixels count downwards
    CHECK(std::abs(to_y.x) < 1.0F);
}

TEST_CASE("BoxEvents: the wheel changes a box that has the focus, and no other", "[interaction]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    auto* box = window->findChild<QDoubleSpinBox*>(QStringLiteral("vertical_scale"));
    window->findChild<QDockWidget*>(QStringLiteral("colour_dock"))->raise();
    const auto turn_wheel = [&] {
        QWheelEvent event(QPointF(4, 4), box->mapToGlobal(QPointF(4, 4)), {}, {0, 120}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(box, &event);
    };
    window->view().setFocus();
    turn_wheel();
    CHECK(window->model().vertical_scale() == 1.0);
    window->activateWindow();
    box->setFocus();
    REQUIRE(eventually([&] { return box->hasFocus(); }));
    turn_wheel();
    CHECK(window->model().vertical_scale() != 1.0);
}

TEST_CASE("BoxEvents: the wheel gives no list the focus, and chooses nothing in it", "[interaction]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    window->activateWindow();
    window->view().setFocus();
    REQUIRE(eventually([&] { return window->view().hasFocus(); }));
    auto* list = window->findChild<QComboBox*>(QStringLiteral("policy"));
    REQUIRE(list->isVisible());
    const int before = list->currentIndex();
    for (const int turn : {-120, 120}) {
        QWheelEvent event(QPointF(4, 4), list->mapToGlobal(QPointF(4, 4)), {}, {0, turn}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QSpontaneKeyEvent::setSpontaneous(&event);  // as the window system's are, which move the focus
        qApp->notify(list, &event);
        CHECK(list->currentIndex() == before);
        CHECK_FALSE(list->hasFocus());
    }
}

TEST_CASE("BoxEvents: Space presses the check box that has the focus, else it pauses", "[interaction]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    window->activateWindow();
    window->findChild<QDockWidget*>(QStringLiteral("colour_dock"))->raise();
    auto* box = window->findChild<QCheckBox*>(QStringLiteral("automatic_range"));
    box->setFocus();
    REQUIRE(eventually([&] { return box->hasFocus(); }));
    QTest::keyClick(window->windowHandle(), Qt::Key_Space);
    CHECK_FALSE(box->isChecked());
    CHECK_FALSE(window->model().is_paused());
    window->view().setFocus();
    QTest::keyClick(window->windowHandle(), Qt::Key_Space);
    CHECK(window->model().is_paused());
}
