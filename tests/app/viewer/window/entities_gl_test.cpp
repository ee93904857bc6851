#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTabWidget>
#include <QTableWidget>
#include <QToolButton>

#include "app/layers/entities/entity_layer.h"
#include "app/viewer/controls/show_control.h"
#include "app/viewer/docks/entities/entity_dock.h"
#include "app/viewer/window/relay_dialog.h"
#include "render/layers/entities/entity_drawing.h"
#include "render/layers/entities/signal_drawing.h"
#include "tests/app/exercise.h"
#include "tests/app/viewer/open_window.h"
#include "tests/end_to_end/node_process.h"
#include "tests/temporary_folder.h"

#include <filesystem>
#include <fstream>

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

/// -1: none has this name.
int row_named(const QTableView& rows, const QString& name)
{
    for (int row = 0; row < rows.model()->rowCount(); ++row)
        if (rows.model()->index(row, 0).data().toString() == name) return row;
    return -1;
}

/// As the list has it, metres.
double height_of(MainWindow& window, int row)
{
    return table(window).model()->index(row, EntityRows::Height).data(EntityRows::sort_role).toDouble();
}

/// Ground at 400 m, with a ridge of 900 m between 8.02 and 8.03 degrees east, as an ASCII grid.
void write_ridge(const std::filesystem::path& folder)
{
    constexpr int columns = 150, rows = 60, ridge = 75;
    std::ofstream heights(folder / "ridge.asc");
    heights << "ncols " << columns << "\nnrows " << rows
            << "\nxllcorner 7.95\nyllcorner 46.47\ncellsize 0.001\n";
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            heights << (std::abs(column - ridge) <= 1 ? 900 : 400) << (column + 1 < columns ? " " : "\n");
    std::ofstream(folder / "ridge.prj")
        << R"(GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],)"
           R"(PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]])";
}

EntityLayer& layer_of(MainWindow& window)
{
    for (const std::string& id : window.show_control().layers().order())
        if (auto* layer = dynamic_cast<EntityLayer*>(window.show_control().layers().find(id))) return *layer;
    FAIL("the window has no layer of entities");
    throw std::logic_error("not reached");
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

TEST_CASE("entities in the window are stale when their relay says so", "[entities]")
{
    // Long enough that the relay keeps its entities meanwhile.
    const model::EntityTimes times{.stale_ns = 300'000'000'000, .standing_stale_ns = 400'000'000'000};
    auto exercise = std::make_unique<Exercise>(0, times);
    const std::uint16_t port = exercise->session().port;
    const auto window = open_on(*exercise);
    REQUIRE(shows_all(*window));
    CHECK(eventually([&] { return layer_of(*window).table().times() == times; }));
    exercise.reset();
    exercise = std::make_unique<Exercise>(port);  // another relay, with the usual times
    CHECK(eventually([&] { return layer_of(*window).table().times() == model::EntityTimes{}; }));
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
    const auto place = layer_of(*window).place_of({17, 23, 1});
    REQUIRE(place);
    CHECK(glm::distance(glm::vec3(*place), window->view().camera().target) < 1.0F);
}

TEST_CASE("the window says that the relay is away, and shows its entities grey", "[entities]")
{
    auto exercise = std::make_unique<Exercise>();
    const auto window = open_on(*exercise);
    REQUIRE(shows_all(*window));
    exercise.reset();
    CHECK(eventually(
        [&] { return window->relay_banner().line().contains(QStringLiteral("No news of entities")); }));
    CHECK(eventually([&] {
        const auto& marks = drawn(*window)->entities;
        return marks.size() == 3 && (marks.front().state & render::entity_is_cut_off) != 0;
    }));
}

TEST_CASE("a relay that is there again has its entities in the window again, each once", "[entities]")
{
    auto exercise = std::make_unique<Exercise>();
    const std::uint16_t port = exercise->session().port;
    const auto window = open_on(*exercise);
    REQUIRE(shows_all(*window));
    exercise.reset();
    REQUIRE(eventually([&] { return !window->relay_banner().line().isEmpty(); }));
    exercise = std::make_unique<Exercise>(port);
    CHECK(eventually([&] { return window->relay_banner().line().isEmpty(); }));
    CHECK(eventually([&] {
        const auto& marks = drawn(*window)->entities;
        return marks.size() == 3 && (marks.front().state & render::entity_is_cut_off) == 0;
    }));
    CHECK(layer_of(*window).table().entities().size() == 3);
}

TEST_CASE("what a relay sends as names is shown as it is, never as HTML", "[entities]")
{
    Exercise exercise;
    const auto window = open_on(exercise);
    REQUIRE(shows_all(*window));
    exercise.rename(1, "<b>A\x07");
    auto& rows = table(*window);
    REQUIRE(eventually([&] { return row_named(rows, QStringLiteral("<b>A.")) >= 0; }));
    rows.selectRow(row_named(rows, QStringLiteral("<b>A.")));
    window->findChild<QTabWidget*>(QStringLiteral("entity_tabs"))->setCurrentIndex(1);
    const auto* details = window->findChild<QTableWidget*>(QStringLiteral("entity_details"));
    REQUIRE(eventually([&] { return details->rowCount() > 10; }));
    CHECK(details->item(1, 1)->text() == QStringLiteral("<b>A."));
    const auto* bytes = window->findChild<QPlainTextEdit*>(QStringLiteral("entity_bytes"));
    CHECK(bytes->toPlainText().startsWith(QStringLiteral("0000  07 01 01 01")));
}

TEST_CASE("the camera rides with a tethered entity", "[entities]")
{
    Exercise exercise;
    const auto window = open_on(exercise);
    REQUIRE(shows_all(*window));
    REQUIRE(eventually([&] { return table(*window).model()->rowCount() == 3; }));
    table(*window).selectRow(0);
    window->findChild<QToolButton*>(QStringLiteral("entity_tether"))->click();
    const auto place = [&] { return *layer_of(*window).place_of({17, 23, 1}); };
    CHECK(
        eventually([&] { return glm::distance(window->view().camera().target, glm::vec3(place())) < 1.0F; }));
    exercise.move(1, 8.05);
    CHECK(eventually([&] { return place().x > 2000.0; }));
    CHECK(
        eventually([&] { return glm::distance(window->view().camera().target, glm::vec3(place())) < 1.0F; }));
}

TEST_CASE("entities are coloured by a number that the dock offers, with a legend", "[entities]")
{
    const Exercise exercise;
    const auto window = open_on(exercise);
    REQUIRE(shows_all(*window));
    CHECK(drawn(*window)->entities.front().colour == 0);
    auto* by = window->findChild<QComboBox*>(QStringLiteral("entity_colour"));
    REQUIRE(eventually([&] { return by->findText(QStringLiteral("height")) >= 0; }));
    by->setCurrentIndex(by->findText(QStringLiteral("height")));
    Q_EMIT by->activated(by->currentIndex());
    CHECK(eventually(
        [&] { return drawn(*window)->entities.size() == 3 && drawn(*window)->entities.front().colour > 0; }));
    CHECK(eventually([&] { return !window->view().scene().legends.empty(); }));
}

TEST_CASE("the list of entities is exported as CSV, and what cannot be written is said", "[entities]")
{
    const farfield::test::TemporaryFolder folder;
    const Exercise exercise;
    const auto window = open_on(exercise);
    REQUIRE(shows_all(*window));
    REQUIRE(eventually([&] { return table(*window).model()->rowCount() == 3; }));
    const auto file = folder / "entities.csv";
    REQUIRE(window->entity_dock().export_csv(QString::fromStdString(file.string())));
    const std::string text = farfield::test::read_text(file.string());
    CHECK_THAT(text, Catch::Matchers::StartsWith("id,marking,name,force,kind,domain,longitude_degrees,"));
    CHECK_THAT(text, ContainsSubstring("\r\n17:23:2,TANK 2,,2,0,0,8.0200000,46.5000000,500.00,,0.000,"));
    CHECK_FALSE(window->entity_dock().export_csv(QStringLiteral("/no/such/folder/entities.csv")));
    CHECK(window->banner().line().contains(QStringLiteral("Cannot write '/no/such/folder/entities.csv'")));
}

TEST_CASE("a relay is connected and disconnected from the menu's side, beside no node", "[entities]")
{
    const Exercise exercise;
    start_application();
    MainWindow window((ViewerOptions()));
    window.resize(1000, 700);
    window.show();
    window.connect_to_relay(exercise.session());
    REQUIRE(shows_all(window));
    CHECK(window.link().state() == NodeLink::State::Idle);
    window.disconnect_from_relay();
    CHECK(
        eventually([&] { return (drawn(window)->entities.front().state & render::entity_is_cut_off) != 0; }));
    CHECK(window.relay_banner().line().isEmpty());
}

TEST_CASE("the dialog of a relay gives what was entered", "[entities]")
{
    start_application();
    net::ClientSettings shown;
    shown.port = net::default_relay_port;
    RelayDialog dialog(shown);
    dialog.findChild<QLineEdit*>(QStringLiteral("relay_host"))->setText(QStringLiteral(" relay-host "));
    dialog.findChild<QLineEdit*>(QStringLiteral("relay_token"))->setText(QStringLiteral("secret"));
    CHECK(dialog.settings().host == "relay-host");
    CHECK(dialog.settings().port == 7118);
    CHECK(dialog.settings().token == "secret");
}

TEST_CASE("lines of sight between entities and a viewshed from one go over the ground", "[entities]")
{
    const farfield::test::TemporaryFolder folder;
    write_ridge(folder.path());
    const farfield::test::NodeProcess node{{"serve", "--port", "0", "--data", folder.path().string()}};
    const Exercise exercise;
    start_application();
    ViewerOptions options;
    options.relay = exercise.session();
    options.host = "127.0.0.1";
    options.port = node.port();
    options.terrain = "ridge.asc";
    MainWindow window(options);
    window.resize(1000, 700);
    window.show();
    REQUIRE(eventually([&] { return shows_all(window) && window.model().terrain(); }));
    REQUIRE(eventually([&] { return table(window).model()->rowCount() == 3; }));
    CHECK(eventually([&] { return height_of(window, 0) > 0.0 && height_of(window, 0) < 110.0; }));

    table(window).selectRow(0);
    window.findChild<QToolButton*>(QStringLiteral("entity_sight"))->click();
    table(window).selectRow(2);
    const auto answer = [&] { return text_of(window, "entity_sight_answer"); };
    CHECK(eventually([&] { return answer().startsWith(QStringLiteral("TANK 1 → TANK 3: hidden")); }));
    CHECK(eventually([&] { return signals(window)->lines.size() == 2; }));
    window.entity_dock().watch_sight({17, 23, 1}, {17, 23, 2});
    CHECK(eventually([&] { return answer().startsWith(QStringLiteral("TANK 1 → TANK 2: visible")); }));
    CHECK(eventually([&] { return signals(window)->lines.size() == 1; }));

    window.findChild<QToolButton*>(QStringLiteral("entity_viewshed"))->click();
    CHECK(eventually([&] { return drawings_of(window.view()).terrain.viewshed.has_value(); }));
    CHECK(window.model().sight().tool == SightTool::Viewshed);
}
