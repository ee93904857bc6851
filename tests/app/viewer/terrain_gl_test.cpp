#include "app/viewer/terrain_control.h"
#include "render/terrain_pose.h"
#include "tests/app/viewer/open_window.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <set>

using namespace farfield;
using namespace farfield::app;
using farfield::test::NodeProcess;

namespace {

/// A window over a small generated landscape, its first view shown.
std::unique_ptr<MainWindow> open_over(const NodeProcess& node, const std::string& terrain = "fractal:256")
{
    auto window = open_window(node.port());
    REQUIRE(eventually([&] { return window->model().dataset().has_value(); }));
    window->terrain_control().open_terrain(terrain);
    REQUIRE(eventually([&] { return window->terrain_control().got().size[0] > 0; }));
    return window;
}

std::size_t colours_in(const QImage& picture)
{
    std::set<QRgb> colours;
    for (int y = 0; y < picture.height(); y += 3)
        for (int x = 0; x < picture.width(); x += 3) colours.insert(picture.pixel(x, y));
    return colours.size();
}

bool has_full_view(MainWindow& window)
{
    return eventually([&] { return window.terrain_control().got().size == window.view().picture_size(); });
}

}  // namespace

TEST_CASE("MainWindow: a terrain that is opened is seen, and a flow that nobody asked for goes", "[terrain]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    auto window = open_window(node.port(), "");
    REQUIRE(eventually([&] { return window->model().dataset().has_value(); }));
    window->terrain_control().open_terrain("fractal:256");
    REQUIRE(has_full_view(*window));
    CHECK_FALSE(window->model().dataset());
    CHECK(colours_in(window->view().picture()) > 500);
    CHECK(text_of(*window, "terrain_facts").contains(QStringLiteral("256 × 256 posts")));
}

TEST_CASE("MainWindow: a flow that was asked for stays over the ground", "[terrain]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_over(node);
    CHECK(window->model().dataset());
    CHECK(shows_particles(*window));
}

TEST_CASE("TerrainControl: a camera that has moved gets a view from where it is", "[terrain]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_over(node);
    REQUIRE(has_full_view(*window));
    const auto before = window->view().scene().terrain_view->pose;
    const auto middle = QPointF(window->view().width() / 2.0, window->view().height() / 2.0);
    press_mouse(*window, middle);
    move_mouse(*window, middle + QPointF(60.0, 10.0));
    release_mouse(*window, middle + QPointF(60.0, 10.0));
    const auto wanted = window->view().terrain_pose();
    CHECK(wanted.heading_degrees != Approx(before.heading_degrees));
    CHECK(eventually([&] { return window->view().scene().terrain_view->pose == wanted; }));
    CHECK(has_full_view(*window));
    CHECK(window->terrain_control().got().latency_ms.value() > 0.0);
}

TEST_CASE("TerrainControl: a window that grows gets a larger view", "[terrain]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_over(node);
    REQUIRE(has_full_view(*window));
    const auto before = window->view().picture_size();
    window->resize(window->width() + 100, window->height() + 80);
    REQUIRE(eventually([&] { return window->view().picture_size() != before; }));
    CHECK(has_full_view(*window));
}

TEST_CASE("TerrainControl: a terrain that the node does not have is one clear line", "[terrain]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_over(node);
    const QSignalSpy problems(&window->terrain_control(), &TerrainControl::problem);
    window->terrain_control().open_terrain("none.tif");
    REQUIRE(eventually([&] { return !problems.isEmpty(); }));
    CHECK(problems.first().first().toString().contains(QStringLiteral("no terrain 'none.tif'")));
    CHECK(window->model().terrain()->terrain == "fractal:256");
}

TEST_CASE("TerrainControl: closing the terrain shows what was there before", "[terrain]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_over(node);
    window->terrain_control().open_terrain("");
    CHECK_FALSE(window->model().terrain());
    CHECK(
        eventually([&] { return !window->view().scene().terrain && !window->view().scene().terrain_view; }));
    CHECK(shows_particles(*window));
}

TEST_CASE("FlowView: in flight W goes ahead and the mouse looks around from where one is", "[terrain]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_over(node);
    auto& view = window->view();
    view.set_navigation(Navigation::Fly);
    const auto before = view.camera();
    const auto middle = QPointF(view.width() / 2.0, view.height() / 2.0);
    press_mouse(*window, middle);
    move_mouse(*window, middle + QPointF(50.0, 0.0));
    release_mouse(*window, middle + QPointF(50.0, 0.0));
    CHECK(glm::distance(view.camera().eye, before.eye) < 0.1F);
    CHECK(view.terrain_pose().heading_degrees != Approx(render::pose_of(before, 1.0).heading_degrees));

    const auto turned = view.camera();
    QTest::keyPress(&view, Qt::Key_W);
    REQUIRE(eventually([&] { return glm::distance(view.camera().eye, turned.eye) > 10.0F; }));
    QTest::keyRelease(&view, Qt::Key_W);
    const auto way = glm::normalize(view.camera().eye - turned.eye);
    CHECK(glm::dot(way, glm::normalize(turned.target - turned.eye)) > 0.99F);
}
