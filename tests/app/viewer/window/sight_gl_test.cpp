#include "tests/app/viewer/over_terrain.h"

#include "tests/temporary_folder.h"

#include <QFile>
#include <QLabel>
#include <QPushButton>

using namespace farfield;
using namespace farfield::app;
using farfield::test::NodeProcess;

namespace {

void use(MainWindow& window, SightTool tool, double radius = SightSettings{}.radius)
{
    auto sight = window.model().sight();
    sight.tool = tool;
    sight.radius = radius;
    window.model().set_sight(sight);
}

/// The number of visible posts from under the cursor, at a part of the view's width and height.
auto viewshed_at(MainWindow& window, double across, double down)
{
    auto& view = window.view();
    move_mouse(window, QPointF(across * view.width(), down * view.height()));
    REQUIRE(eventually([&] { return drawings_of(view).terrain.viewshed.has_value(); }));
    return drawings_of(view).terrain.viewshed->id;
}

}  // namespace

TEST_CASE("SightControl: a line of sight is answered as the cursor moves", "[terrain]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_over(node);
    auto& view = window->view();
    REQUIRE(has_full_view(*window));
    use(*window, SightTool::Line);
    const QPointF eye(0.5 * view.width(), 0.8 * view.height()),
        target(0.45 * view.width(), 0.6 * view.height());
    press_mouse(*window, eye);
    release_mouse(*window, eye);
    REQUIRE(
        eventually([&] { return text_of(*window, "sight_answer").contains(QStringLiteral("0 m away")); }));
    move_mouse(*window, target);
    REQUIRE(eventually([&] {
        const auto answer = text_of(*window, "sight_answer");
        return !answer.contains(QStringLiteral(" 0 m away")) &&
               (answer.startsWith(QStringLiteral("Visible")) || answer.startsWith(QStringLiteral("Hidden")));
    }));
    CHECK(drawings_of(view).terrain.annotations.size() == 1);
}

TEST_CASE("SightControl: the viewshed of the place under the cursor lies over the ground", "[terrain]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_over(node);
    auto& view = window->view();
    REQUIRE(has_full_view(*window));
    use(*window, SightTool::Viewshed, 3000.0);
    const QImage before = view.picture();
    move_mouse(*window, QPointF(0.5 * view.width(), 0.7 * view.height()));
    REQUIRE(eventually([&] { return drawings_of(view).terrain.viewshed.has_value(); }));
    CHECK(text_of(*window, "sight_answer").contains(QStringLiteral("% of the ground within 3000 m is seen")));
    CHECK(view.picture() != before);
    const auto first = drawings_of(view).terrain.viewshed->id;
    move_mouse(*window, QPointF(0.4 * view.width(), 0.75 * view.height()));
    CHECK(eventually([&] { return drawings_of(view).terrain.viewshed->id != first; }));

    use(*window, SightTool::None);
    CHECK(eventually([&] { return !drawings_of(view).terrain.viewshed; }));
}

TEST_CASE("SightControl: where lines of sight begin is no place of a held viewshed", "[terrain]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_over(node);
    auto& view = window->view();
    REQUIRE(has_full_view(*window));
    use(*window, SightTool::Line);
    const QPointF eye(0.5 * view.width(), 0.8 * view.height());
    press_mouse(*window, eye);
    release_mouse(*window, eye);
    use(*window, SightTool::Viewshed);
    REQUIRE(eventually([&] { return drawings_of(view).terrain.viewshed.has_value(); }));
    const auto first = drawings_of(view).terrain.viewshed->id;
    move_mouse(*window, QPointF(0.4 * view.width(), 0.75 * view.height()));
    CHECK(eventually([&] { return drawings_of(view).terrain.viewshed->id != first; }));
}

TEST_CASE("SightControl: a cursor that rests where no view tells of the ground is asked about once one does",
          "[terrain]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_over(node);
    auto& view = window->view();
    REQUIRE(has_full_view(*window));
    use(*window, SightTool::Viewshed);
    const QPointF middle(0.5 * view.width(), 0.7 * view.height());
    press_mouse(*window, middle);
    move_mouse(*window, middle + QPointF(60.0, 10.0));
    release_mouse(*window, middle + QPointF(60.0, 10.0));
    move_mouse(*window, middle);  // the last view is of another eye
    CHECK(eventually([&] { return drawings_of(view).terrain.viewshed.has_value(); }));
}

TEST_CASE("MainWindow: the viewshed that is shown is saved as a GeoTIFF of the ground around it", "[terrain]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_over(node);
    auto& view = window->view();
    REQUIRE(has_full_view(*window));
    auto* save = window->findChild<QPushButton*>(QStringLiteral("save_viewshed"));
    CHECK_FALSE(save->isEnabled());
    use(*window, SightTool::Viewshed, 3000.0);
    move_mouse(*window, QPointF(0.5 * view.width(), 0.7 * view.height()));
    REQUIRE(eventually([&] { return save->isEnabled(); }));
    const farfield::test::TemporaryFolder folder;
    const auto file = QString::fromStdString(folder.file("seen.tif"));
    window->save_viewshed(file);
    REQUIRE(eventually([&] { return text_of(*window, "banner_line").startsWith(QStringLiteral("Saved")); }));
    QFile written(file);
    REQUIRE(written.open(QIODevice::ReadOnly));
    CHECK(written.read(4) == QByteArray("II*\0", 4));

    window->save_viewshed(QStringLiteral("/nowhere/seen.tif"));
    CHECK(eventually(
        [&] { return text_of(*window, "banner_line").contains(QStringLiteral("'/nowhere/seen.tif'")); }));
}

TEST_CASE("SightControl: another Earth is asked about anew, wherever the cursor is", "[terrain]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_over(node);
    auto& view = window->view();
    REQUIRE(has_full_view(*window));
    use(*window, SightTool::Viewshed);
    const auto flat = viewshed_at(*window, 0.5, 0.7);
    Q_EMIT view.ground_hovered(std::nullopt);
    auto params = window->model().terrain_params();
    params.curved = true;
    window->model().set_terrain_params(params);
    CHECK(eventually([&] { return drawings_of(view).terrain.viewshed->id != flat; }));
}

TEST_CASE("SightControl: the end of a viewshed's program is reported, and the next place is asked about",
          "[terrain]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_over(node);
    auto& view = window->view();
    REQUIRE(has_full_view(*window));
    use(*window, SightTool::Viewshed);
    const auto first = viewshed_at(*window, 0.55, 0.72);
    constexpr std::uint32_t more_than_there_are = 16;
    for (std::uint32_t stream = 1; stream < more_than_there_are; ++stream)
        Q_EMIT window->link().program_ended({.stream = stream, .failed = true, .message = "no memory"});
    CHECK(text_of(*window, "sight_answer") == QStringLiteral("The viewshed has ended: no memory"));
    move_mouse(*window, QPointF(0.42 * view.width(), 0.77 * view.height()));
    CHECK(eventually([&] { return drawings_of(view).terrain.viewshed->id != first; }));
}
