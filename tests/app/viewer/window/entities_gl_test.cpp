#include <QLabel>
#include <QLineEdit>
#include <QTableView>

#include "app/layers/entities/entity_layer.h"
#include "app/viewer/controls/show_control.h"
#include "render/layers/entities/entity_drawing.h"
#include "render/layers/entities/signal_drawing.h"
#include "tests/app/exercise.h"
#include "tests/app/viewer/open_window.h"

using namespace farfield;
using namespace farfield::app;
using Catch::Matchers::ContainsSubstring;
using farfield::app::test::Exercise;

namespace {

const render::SignalDrawing* signals(MainWindow& window)
{
    return window.view().drawing<render::SignalDrawing>();
}

std::unique_ptr<MainWindow> open_on(const Exercise& exercise)
{
    start_application();
    ViewerOptions options;
    options.relay = exercise.session();
    auto window = std::make_unique<MainWindow>(options);
    window->resize(1000, 700);
    window->show();
    return window;
}

const render::EntityDrawing* drawn(MainWindow& window)
{
    return window.view().drawing<render::EntityDrawing>();
}

bool shows_all(MainWindow& window)
{
    return eventually([&] { return drawn(window) != nullptr && drawn(window)->entities.size() == 3; });
}

QTableView& table(MainWindow& window)
{
    return *window.findChild<QTableView*>(QStringLiteral("entity_table"));
}

}  // namespace

TEST_CASE("the window shows the entities of a relay, by name, and lists them", "[entities]")
{
    const Exercise exercise;
    const auto window = open_on(exercise);
    REQUIRE(shows_all(*window));
    CHECK(drawn(*window)->names.size() == 3);
    CHECK(coloured_pixels(window->view().picture(), window->view()) > 100);
    REQUIRE(eventually([&] { return table(*window).model()->rowCount() == 3; }));
    CHECK(table(*window).model()->index(0, 0).data().toString() == QStringLiteral("TANK 1"));
    CHECK_THAT(text_of(*window, "entity_figures").toStdString(), ContainsSubstring("3 entities"));
    window->findChild<QLineEdit*>(QStringLiteral("entity_filter"))->setText(QStringLiteral("opposing"));
    CHECK(table(*window).model()->rowCount() == 1);
}

TEST_CASE("the window marks the entity that is selected in the table", "[entities]")
{
    const Exercise exercise;
    const auto window = open_on(exercise);
    REQUIRE(shows_all(*window));
    REQUIRE(eventually([&] { return table(*window).model()->rowCount() == 3; }));
    table(*window).selectRow(1);
    CHECK(eventually([&] {
        for (const render::EntityMark& mark : drawn(*window)->entities)
            if ((mark.state & render::entity_is_selected) != 0)
                return mark.force == render::EntityForce::Opposing;
        return false;
    }));
}

TEST_CASE("the window shows a Fire as a line and a flash for a moment, and lists it", "[entities]")
{
    Exercise exercise;
    const auto window = open_on(exercise);
    REQUIRE(shows_all(*window));
    exercise.fire();
    CHECK(eventually([&] { return signals(*window) != nullptr && signals(*window)->lines.size() == 1; }));
    const auto* events = window->findChild<QTableView*>(QStringLiteral("entity_events"))->model();
    REQUIRE(eventually([&] { return events->rowCount() == 1; }));
    CHECK(events->index(0, 1).data().toString() == QStringLiteral("Fire"));
    CHECK(events->index(0, 2).data().toString() == QStringLiteral("TANK 1"));
    CHECK(events->index(0, 3).data().toString() == QStringLiteral("TANK 3"));
    CHECK(eventually([&] { return signals(*window)->flashes.empty(); }));
    CHECK(events->rowCount() == 1);
}

TEST_CASE("the view flies to the place of an event that is clicked", "[entities]")
{
    Exercise exercise;
    const auto window = open_on(exercise);
    REQUIRE(shows_all(*window));
    exercise.fire();
    auto* events = window->findChild<QTableView*>(QStringLiteral("entity_events"));
    REQUIRE(eventually([&] { return events->model()->rowCount() == 1; }));
    Q_EMIT events->clicked(events->model()->index(0, 0));
    const auto* layer = dynamic_cast<EntityLayer*>(window->show_control().layers().find("entities-1"));
    REQUIRE(layer != nullptr);
    const auto place = layer->place_of({17, 23, 1});
    REQUIRE(place);
    CHECK(glm::distance(glm::vec3(*place), window->view().camera().target) < 1.0F);
}

TEST_CASE("the window says that the relay is away, and shows its entities grey", "[entities]")
{
    auto exercise = std::make_unique<Exercise>();
    const auto window = open_on(*exercise);
    REQUIRE(shows_all(*window));
    exercise.reset();
    CHECK(
        eventually([&] { return window->banner().line().contains(QStringLiteral("No news of entities")); }));
    CHECK(eventually([&] {
        const auto& marks = drawn(*window)->entities;
        return marks.size() == 3 && (marks.front().state & render::entity_is_cut_off) != 0;
    }));
}
