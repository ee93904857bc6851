#include <QFile>

#include "app/document/document_file.h"
#include "app/viewer/controls/show_control.h"
#include "model/document/patch.h"
#include "model/layers/layer_kinds.h"
#include "tests/app/viewer/over_terrain.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::app;
using farfield::test::NodeProcess;
using farfield::test::TemporaryFolder;

namespace {

model::Json text_of_layers(const SessionModel& model)
{
    return model::write(model.document()).at("layers");
}

}  // namespace

TEST_CASE("MainWindow: a saved session opens as it was saved", "[document]")
{
    const TemporaryFolder folder;
    const auto file = QString::fromStdString(folder.file("s.farfield"));
    const NodeProcess node{{"serve", "--port", "0"}};
    model::Document saved;
    {
        const auto window = open_window(node.port());
        REQUIRE(shows_particles(*window));
        auto particles = window->model().particles();
        particles.steps_per_frame = 3;
        window->model().set_particles(particles);
        window->model().set_shown(window->model().edited().lines, true);
        REQUIRE(window->save_document(file));
        saved = window->model().document();
    }
    const auto window = open_window(node.port(), "analytic:cell");
    REQUIRE(shows_particles(*window));
    REQUIRE(window->open_document(file));
    REQUIRE(eventually([&] { return window->model().dataset()->dataset == "analytic:tornado"; }));
    CHECK(window->model().particles().steps_per_frame == 3);
    CHECK(window->model().shows(window->model().edited().lines));
    CHECK(window->model().document().layers == saved.layers);
    CHECK(window->model().document().rakes == saved.rakes);
    CHECK(eventually([&] { return window->view().lines_drawn() > 0; }));
}

TEST_CASE("MainWindow: a file that is no document is one clear line, and nothing changes", "[document]")
{
    const TemporaryFolder folder;
    folder.write("broken.farfield", "{\"farfield\": 1, \"layers\": {\"x\": {\"kind\": \"ghost\"}}}");
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    const auto before = window->model().document();
    CHECK_FALSE(window->open_document(QString::fromStdString(folder.file("broken.farfield"))));
    CHECK(window->banner().line().contains(QStringLiteral("broken.farfield")));
    CHECK(window->banner().line().contains(QStringLiteral("ghost")));
    CHECK(window->model().document() == before);
}

TEST_CASE("MainWindow: undo takes each change of docks and gestures back, redo makes it again", "[document]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    auto& model = window->model();
    const auto at_first = text_of_layers(model);
    const auto rakes = model.rakes();
    model.set_shown(model.edited().lines, true);
    const auto with_lines = text_of_layers(model);
    model.remove_rake(0);
    CHECK(model.rakes().size() + 1 == rakes.size());
    model.undo();
    CHECK(model.rakes() == rakes);
    CHECK(text_of_layers(model) == with_lines);
    model.undo();
    CHECK(text_of_layers(model) == at_first);
    CHECK_FALSE(model.shows(model.edited().lines));
    model.redo();
    CHECK(text_of_layers(model) == with_lines);
    CHECK(eventually([&] { return window->view().lines_drawn() > 0; }));
}

TEST_CASE("MainWindow: a drag of a rake is undone as one change", "[document]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    auto& model = window->model();
    const auto before = model.rakes();
    model.begin_gesture();
    for (int step = 1; step <= 5; ++step) {
        auto rake = before.front();
        rake.particles_per_seed += static_cast<std::uint32_t>(step);
        model.change_rake(0, rake);
    }
    model.end_gesture();
    model.undo();
    CHECK(model.rakes() == before);
}

TEST_CASE("MainWindow: a script opens in the window, with its terrain, particles and lines", "[document]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    REQUIRE(window->open_document(QStringLiteral(FARFIELD_SOURCE_DIR "/assets/scripts/everything.toml")));
    REQUIRE(eventually([&] { return window->model().terrain() && window->model().dataset(); }));
    CHECK(eventually([&] {
        const auto shown = drawings_of(window->view());
        return shown.terrain.view && shown.particles.frame && !shown.lines.parts.empty();
    }));
    CHECK(window->model().dataset()->dataset == "analytic:tornado:64");
    CHECK(window->banner().line().toStdString().empty());

    const TemporaryFolder folder;
    const auto file = folder.file("s.farfield");
    REQUIRE(window->save_document(QString::fromStdString(file)));
    const auto script =
        load_document(FARFIELD_SOURCE_DIR "/assets/scripts/everything.toml", model::layer_kinds());
    const auto saved = load_document(file, model::layer_kinds());
    // It states what the node chose.
    const auto patch = model::difference(model::write(script), model::write(saved));
    CHECK(patch.at("data") == model::Json::parse(R"({"flow": {"velocity": "velocity"}})"));
    CHECK_FALSE(patch.contains("layers"));
    CHECK_FALSE(patch.contains("rakes"));
    CHECK_FALSE(patch.contains("scene"));
}

TEST_CASE("MainWindow: what is shown comes back with a new connection", "[document]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_over(node);
    REQUIRE(has_full_view(*window));
    const auto before = window->model().document();
    window->link().disconnect_from_node();
    window->link().retry();
    CHECK(shows_particles(*window));
    CHECK(eventually(
        [&] { return window->show_control().views() && window->show_control().views()->stream(); }));
    CHECK(window->model().document() == before);
}
