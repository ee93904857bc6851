#include "tests/app/viewer/over_terrain.h"

#include "app/viewer/controls/show_control.h"
#include "render/scene/camera_pose.h"

#include <QApplication>
#include <QKeyEvent>
#include <QSignalSpy>
#include <QWheelEvent>
#include <set>

using namespace farfield;
using namespace farfield::app;
using farfield::test::NodeProcess;

namespace {

std::size_t colours_in(const QImage& picture)
{
    std::set<QRgb> colours;
    for (int y = 0; y < picture.height(); y += 3)
        for (int x = 0; x < picture.width(); x += 3) colours.insert(picture.pixel(x, y));
    return colours.size();
}

void turn_wheel(MainWindow& window, int notches)
{
    auto& view = window.view();
    const QPointF middle(view.width() / 2.0, view.height() / 2.0);
    QWheelEvent event(middle, view.mapToGlobal(middle), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&view, &event);
}

void drag(MainWindow& window, QPointF way)
{
    const QPointF middle(window.view().width() / 2.0, window.view().height() / 2.0);
    press_mouse(window, middle);
    move_mouse(window, middle + way);
    release_mouse(window, middle + way);
}

/// Metres between the eye and the ground of the tiles.
double above_ground(MainWindow& window)
{
    const auto eye = window.view().camera().eye;
    return double{eye.z} - window.view().ground_height(glm::dvec2(eye)).value();
}

}  // namespace

TEST_CASE("MainWindow: a terrain that is opened is seen, and an unrequested flow goes", "[terrain]")
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
    const auto before = drawings_of(window->view()).terrain.view->pose;
    const auto middle = QPointF(window->view().width() / 2.0, window->view().height() / 2.0);
    press_mouse(*window, middle);
    move_mouse(*window, middle + QPointF(60.0, 10.0));
    release_mouse(*window, middle + QPointF(60.0, 10.0));
    const auto wanted = window->view().terrain_pose();
    CHECK(wanted.heading != Approx(before.heading));
    CHECK(eventually([&] { return drawings_of(window->view()).terrain.view->pose == wanted; }));
    CHECK(has_full_view(*window));
    CHECK(window->terrain_control().got().latency_ms.value() > 0.0);
}

TEST_CASE("TerrainControl: tells when the camera rests and all that it sees is on the screen", "[terrain]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    auto window = open_window(node.port(), "");
    bool is_full = false;
    QObject::connect(&window->terrain_control(), &TerrainControl::rested, window.get(), [&] {
        is_full = window->terrain_control().got().size == window->view().picture_size();
    });
    window->terrain_control().open_terrain("fractal:256");
    CHECK(eventually([&] { return is_full; }));
}

TEST_CASE("LayerSet: ground and particles that are on the screen are ready", "[terrain]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_over(node);
    REQUIRE(shows_particles(*window));
    REQUIRE(has_full_view(*window));
    CHECK(window->show_control().layers().is_ready());
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
    CHECK(eventually([&] {
        return render::ground_of(window->view().scene()) == nullptr &&
               !drawings_of(window->view()).terrain.view;
    }));
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
    CHECK(view.terrain_pose().heading != Approx(render::pose_of(before, 1.0).heading));

    const auto turned = view.camera();
    QTest::keyPress(&view, Qt::Key_W);
    REQUIRE(eventually([&] { return glm::distance(view.camera().eye, turned.eye) > 10.0F; }));
    QTest::keyRelease(&view, Qt::Key_W);
    const auto way = glm::normalize(view.camera().eye - turned.eye);
    CHECK(glm::dot(way, glm::normalize(turned.target - turned.eye)) > 0.99F);
}

TEST_CASE("FlowView: in flight Ctrl+Q is slowly down, and the window stays", "[terrain]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_over(node);
    auto& view = window->view();
    view.set_navigation(Navigation::Fly);
    view.setFocus();
    window->activateWindow();
    REQUIRE(QTest::qWaitForWindowActive(window.get()));
    const auto before = view.camera();
    QTest::keyPress(&view, Qt::Key_Control);
    QTest::keyPress(&view, Qt::Key_Q, Qt::ControlModifier);
    CHECK(window->isVisible());
    CHECK(eventually([&] { return view.camera().eye.z < before.eye.z; }));
    QTest::keyRelease(&view, Qt::Key_Q, Qt::ControlModifier);
    QTest::keyRelease(&view, Qt::Key_Control);
}

TEST_CASE("FlowView: the keys of flight are the menus' while the camera orbits", "[terrain]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_over(node);
    auto& view = window->view();
    const auto keeps = [&view](Qt::Key key) {
        QKeyEvent event(QEvent::ShortcutOverride, key, Qt::ControlModifier);
        QApplication::sendEvent(&view, &event);
        return event.isAccepted();
    };
    CHECK_FALSE(keeps(Qt::Key_S));
    view.set_navigation(Navigation::Walk);
    CHECK(keeps(Qt::Key_S));
    CHECK_FALSE(keeps(Qt::Key_F));
}

TEST_CASE("TerrainLayer: what no view tells yet is drawn from tiles, and looks like it", "[terrain]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_over(node);
    auto& view = window->view();
    REQUIRE(has_full_view(*window));
    REQUIRE(
        eventually([&] { return view.missing_tiles().empty() && !drawings_of(view).terrain.tiles.empty(); }));
    const QImage cast = view.picture();
    window->link().disconnect_from_node();  // or views would still come to destroyed objects
    window->show_control().views()->want(std::nullopt);
    const QImage meshed = view.picture();
    REQUIRE_FALSE(drawings_of(view).terrain.view);
    int alike = 0, all = 0;
    for (int y = 0; y < cast.height(); y += 4)
        for (int x = 0; x < cast.width(); x += 4, ++all) {
            const QColor a(cast.pixel(x, y)), b(meshed.pixel(x, y));
            const int apart =
                std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
            alike += apart < 60 ? 1 : 0;
        }
    CHECK(alike > 0.9 * all);
}

TEST_CASE("TerrainLayer: what is refused for now is reported once, and asked for again", "[terrain]")
{
    const NodeProcess node{{"serve", "--port", "0", "--max-streams", "3"}};
    auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    const QSignalSpy problems(&window->terrain_control(), &TerrainControl::problem);
    window->terrain_control().open_terrain("fractal:256");
    REQUIRE(eventually([&] { return !problems.isEmpty(); }));
    CHECK(problems.first().first().toString().contains(QStringLiteral("max_streams")));
    // Particles that are not shown leave their place to the tiles.
    window->model().set_shown(window->model().edited().particles, false);
    CHECK(eventually([&] { return !drawings_of(window->view()).terrain.tiles.empty(); }));
    CHECK(problems.size() == 1);
}

TEST_CASE("MainWindow: a node has room for all that the window shows at once", "[terrain]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_over(node);
    auto& view = window->view();
    window->model().set_shown(window->model().edited().lines, true);
    REQUIRE(eventually([&] { return view.lines_drawn() > 0; }));
    REQUIRE(shows_particles(*window));
    REQUIRE(has_full_view(*window));
    REQUIRE(eventually([&] { return !drawings_of(view).terrain.tiles.empty(); }));
    auto sight = window->model().sight();
    sight.tool = SightTool::Viewshed;
    window->model().set_sight(sight);
    move_mouse(*window, QPointF(0.52 * view.width(), 0.73 * view.height()));
    CHECK(eventually([&] { return drawings_of(view).terrain.viewshed.has_value(); }));
}

TEST_CASE("FlowView: knows how high the ground is under a place", "[terrain]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_over(node);
    auto& view = window->view();
    REQUIRE(eventually([&] { return view.ground_height({0.0, 0.0}).has_value(); }));
    const auto heights = window->model().terrain()->heights;
    CHECK(*view.ground_height({0.0, 0.0}) >= heights[0]);
    CHECK(*view.ground_height({0.0, 0.0}) <= heights[1]);
    CHECK_FALSE(view.ground_height({1e6, 0.0}));
}

TEST_CASE("FlowView: on foot the eye stays two metres above the ground", "[terrain]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_over(node);
    auto& view = window->view();
    REQUIRE(eventually([&] { return view.ground_height({0.0, 0.0}) && view.missing_tiles().empty(); }));
    view.look_from({0.0, 0.0, *view.ground_height({0.0, 0.0})});
    CHECK(view.navigation() == Navigation::Walk);
    QTest::keyPress(&view, Qt::Key_W);
    REQUIRE(eventually([&] { return glm::length(glm::vec2(view.camera().eye)) > 3.0F; }));
    QTest::keyRelease(&view, Qt::Key_W);
    CHECK(above_ground(*window) == Approx(2.0).margin(0.1));
}

TEST_CASE("FlowView: a camera that orbits stays above the ground", "[terrain]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_over(node);
    auto& view = window->view();
    REQUIRE(eventually([&] { return view.ground_height({0.0, 0.0}) && view.missing_tiles().empty(); }));
    auto camera = view.camera();
    camera.target = {0.0F, 0.0F, static_cast<float>(*view.ground_height({0.0, 0.0}))};
    camera.eye = camera.target + glm::vec3(0.0F, -2000.0F, 1500.0F);
    SECTION("turned, it looks at the same place")
    {
        view.set_camera(camera);
        drag(*window, {40.0, -200.0});
        CHECK(view.camera().target == camera.target);
    }
    SECTION("nearer, it looks the same way")
    {
        camera.target.z -= 3000.0F;
        view.set_camera(camera);
        turn_wheel(*window, 30);
        const auto ahead = glm::normalize(camera.target - camera.eye);
        CHECK(glm::dot(glm::normalize(view.camera().target - view.camera().eye), ahead) > 0.999F);
    }
    SECTION("reset")
    {
        view.look_along(0.6F, -0.4F);
        (void)view.picture();
        const auto& bounds = window->view().scene().bounds;
        CHECK(view.camera().eye.z > bounds.min.z);
        return;  // beyond the map
    }
    CHECK(above_ground(*window) > 1.9);
}

TEST_CASE("FlowView: a camera that stops flying goes round the ground in the middle of the picture",
          "[terrain]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_over(node);
    auto& view = window->view();
    REQUIRE(eventually([&] { return view.ground_height({0.0, 0.0}) && view.missing_tiles().empty(); }));
    auto camera = view.camera();
    camera.eye = {0.0F, 0.0F, window->model().terrain()->heights[1] + 300.0F};
    camera.target = camera.eye + glm::vec3(0.0F, 80'000.0F, -40'000.0F);
    view.set_camera(camera);
    view.set_navigation(Navigation::Fly);
    view.set_navigation(Navigation::Orbit);
    const auto target = view.camera().target;
    CHECK(glm::distance(view.camera().eye, camera.eye) < 1.0F);
    CHECK(double{target.z} == Approx(*view.ground_height(glm::dvec2(target))).margin(60.0));
}

TEST_CASE("FlowView: a camera that comes down from afar stands on the ground once its heights are here",
          "[terrain]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_over(node, "fractal:2048");
    auto& view = window->view();
    // Of ground so far below, only a coarse tile is fetched.
    auto camera = view.camera();
    camera.eye = {4321.0F, 17'654.0F, 200'000.0F};
    camera.target = camera.eye + glm::vec3(0.0F, 100.0F, -100.0F);
    view.set_camera(camera);
    const glm::dvec2 place(camera.eye);
    REQUIRE(eventually([&] { return view.ground_height(place) && view.missing_tiles().empty(); }));
    const double coarse = *view.ground_height(place);
    view.set_navigation(Navigation::Walk);
    REQUIRE(eventually([&] { return *view.ground_height(place) != coarse && view.missing_tiles().empty(); }));
    CHECK(double{view.camera().eye.z} == Approx(*view.ground_height(place) + 2.0).margin(0.1));
}

TEST_CASE("FlowView: tells the place of the ground under the cursor, and none in the sky", "[terrain]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_over(node);
    auto& view = window->view();
    REQUIRE(has_full_view(*window));
    const auto place = view.ground_under({0.5 * view.width(), 0.7 * view.height()});
    REQUIRE(place);
    REQUIRE(
        eventually([&] { return view.missing_tiles().empty() && !drawings_of(view).terrain.tiles.empty(); }));
    CHECK(place->z == Approx(*view.ground_height(glm::dvec2(*place))).margin(30.0));
    CHECK_FALSE(view.ground_under({0.5 * view.width(), 2.0}));
}
