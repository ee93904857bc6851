// The window on recordings of entities, with and without a relay beside them.
#include <QComboBox>
#include <QHeaderView>
#include <QStyle>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <algorithm>

#include "app/layers/entities/entity_layer.h"
#include "app/viewer/controls/show_control.h"
#include "render/layers/entities/entity_drawing.h"
#include "render/layers/entities/plane_grid_drawing.h"
#include "tests/app/exercise.h"
#include "tests/app/play/recorded_exercise.h"
#include "tests/app/run_program.h"
#include "tests/app/viewer/open_window.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::app;
using Catch::Matchers::ContainsSubstring;
using farfield::app::test::Exercise;
using farfield::app::test::RecordedExercise;
using farfield::app::test::run_program;
using farfield::test::TemporaryFolder;

namespace {

constexpr auto* script = "[layers.exercise]\nkind = 'entities'\nrecording = 'exercise.ffr'\n";

/// Of three entities, 17:23:1 to 17:23:3, that a file has.
ViewerOptions recorded(const TemporaryFolder& folder)
{
    RecordedExercise().write(folder / "exercise.ffr", 2);
    ViewerOptions options;
    options.recording = (folder / "exercise.ffr").string();
    return options;
}

std::unique_ptr<MainWindow> open_with(const ViewerOptions& options)
{
    start_application();
    auto window = std::make_unique<MainWindow>(options);
    window->resize(1280, 800);
    window->show();
    return window;
}

bool lists_three(MainWindow& window)
{
    const auto* table = window.findChild<QTableView*>(QStringLiteral("entity_table"));
    return eventually([&] { return table->model()->rowCount() == 3; });
}

auto count_of_grids(MainWindow& window)
{
    return std::ranges::count_if(window.view().scene().drawings, [](const render::Drawing* each) {
        return dynamic_cast<const render::PlaneGridDrawing*>(each) != nullptr;
    });
}

bool can_follow(MainWindow& window)
{
    return window.findChild<QToolButton*>(QStringLiteral("entity_follow"))->isEnabled();
}

}  // namespace

TEST_CASE("a script of recorded entities alone is shown, and ends after its frames", "[entities]")
{
    const TemporaryFolder folder;
    RecordedExercise().write(folder / "exercise.ffr", 2);
    const auto viewer =
        run_program({FARFIELD_PROGRAM, "--open", folder.write("s.toml", script), "--quit-after-frames", "2"});
    CAPTURE(viewer.errors);
    CHECK(viewer.exit_code == 0);
}

TEST_CASE("a script with a recording that is not there ends with one line", "[entities]")
{
    const TemporaryFolder folder;
    const auto viewer =
        run_program({FARFIELD_PROGRAM, "--open", folder.write("s.toml", script), "--quit-after-frames", "2"});
    CHECK(viewer.exit_code == 1);
    CHECK_THAT(viewer.errors, Catch::Matchers::StartsWith("farfield: ") && ContainsSubstring("exercise.ffr"));
}

TEST_CASE("an entity of a recording is selected at the start", "[entities]")
{
    const TemporaryFolder folder;
    ViewerOptions options = recorded(folder);
    options.entity = net::dis::EntityId{17, 23, 2};
    const auto window = open_with(options);
    CHECK(eventually([&] { return can_follow(*window); }));
    window->findChild<QTabWidget*>(QStringLiteral("entity_tabs"))->setCurrentIndex(1);
    CHECK_THAT(text_of(*window, "entity_details_line").toStdString(), ContainsSubstring("of a recording"));
    CHECK(eventually([&] {
        const auto* drawn = window->view().drawing<render::EntityDrawing>();
        return drawn != nullptr && std::ranges::any_of(drawn->entities, [](const render::EntityMark& mark) {
                   return (mark.state & render::entity_is_selected) != 0;
               });
    }));
}

TEST_CASE("the dock says that the selected entity is not there", "[entities]")
{
    const TemporaryFolder folder;
    ViewerOptions options = recorded(folder);
    options.entity = net::dis::EntityId{1, 1, 9999};
    const auto window = open_with(options);
    REQUIRE(lists_three(*window));
    CHECK(text_of(*window, "entity_sight_answer") ==
          QStringLiteral("1:1:9999 is selected, but not there now."));
    CHECK_FALSE(can_follow(*window));
}

TEST_CASE("the window says that a recording has no entities", "[entities]")
{
    const TemporaryFolder folder;
    const auto file = folder / "none.ffr";
    {
        net::relay::EntityRecordingWriter writer(file, {.relay = 7});
        net::relay::test::BundleMaker maker;
        writer.append(maker.bundle({}, RecordedExercise::begin_ns));
        writer.finish();
    }
    ViewerOptions options;
    options.recording = file.string();
    const auto window = open_with(options);
    CHECK(window->view().hint() == "none.ffr has no entities.");
    CHECK(eventually([&] {
        return text_of(*window, "entity_placement").startsWith(QStringLiteral("none.ffr has no entities."));
    }));
}

TEST_CASE("a relay and a recording lie on one grid, and the dock lists either", "[entities]")
{
    const TemporaryFolder folder;
    const Exercise exercise;
    ViewerOptions options = recorded(folder);
    options.relay = exercise.session();
    const auto window = open_with(options);
    REQUIRE(lists_three(*window));
    REQUIRE(eventually([&] { return count_of_grids(*window) > 0; }));
    CHECK(count_of_grids(*window) == 1);
    auto* choice = window->findChild<QComboBox*>(QStringLiteral("entity_layer"));
    REQUIRE(choice->count() == 2);
    CHECK(choice->currentText() == QStringLiteral("exercise.ffr"));
    choice->setCurrentIndex(1 - choice->currentIndex());
    Q_EMIT choice->activated(choice->currentIndex());
    CHECK_THAT(text_of(*window, "entity_placement").toStdString(), Catch::Matchers::StartsWith("127.0.0.1:"));
    const auto* table = window->findChild<QTableView*>(QStringLiteral("entity_table"));
    CHECK(eventually(
        [&] { return table->model()->index(0, 0).data().toString() == QStringLiteral("TANK 1"); }));
}

TEST_CASE("all columns of the list of entities are seen whole in a window of the usual size", "[entities]")
{
    const TemporaryFolder folder;
    const auto window = open_with(recorded(folder));
    REQUIRE(lists_three(*window));
    const auto* table = window->findChild<QTableView*>(QStringLiteral("entity_table"));
    const int beside_scroll_bar =
        table->viewport()->width() - table->style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    CHECK(table->horizontalHeader()->length() <= beside_scroll_bar);
    for (int column = 0; column < table->model()->columnCount(); ++column) {
        CAPTURE(column);
        CHECK(table->horizontalHeader()->fontMetrics().horizontalAdvance(
                  table->model()->headerData(column, Qt::Horizontal).toString()) <
              table->columnWidth(column) - 4);
    }
}
