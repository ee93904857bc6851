#include <QLabel>
#include <QLineEdit>
#include <QTableView>

#include "app/layers/entities/entity_layer.h"
#include "app/viewer/controls/show_control.h"
#include "render/layers/entities/entity_drawing.h"
#include "tests/app/exercise.h"
#include "tests/app/viewer/open_window.h"

using namespace farfield;
using namespace farfield::app;
using Catch::Matchers::ContainsSubstring;
using farfield::app::test::Exercise;

namespace {

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
