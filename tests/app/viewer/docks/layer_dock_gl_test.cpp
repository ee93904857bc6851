#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QToolButton>
#include <algorithm>

#include "app/viewer/controls/show_control.h"
#include "app/viewer/session/context_layers.h"
#include "app/viewer/widgets/number_box.h"
#include "model/document/layer_edits.h"
#include "render/layers/volumes/slice_drawing.h"
#include "tests/app/viewer/over_terrain.h"
#include "tests/end_to_end/node_process.h"

using namespace farfield;
using namespace farfield::app;
using farfield::test::NodeProcess;

namespace {

/// The dock of a window that shows particles, without the lines through the whole domain that come with a
/// dataset.
class LayersOfWindow {
public:
    explicit LayersOfWindow(MainWindow& window) : window_(window), dock_(*find<QDockWidget>("layer_dock"))
    {
        dock_.raise();
        auto& model = window.model();
        model.change_document("Remove layer", model::without_layer(model.document(), context_lines));
        const auto before = frame_on_show(window);
        REQUIRE(eventually([&] { return frame_on_show(window) > before; }));
    }

    template <class T>
    [[nodiscard]] T* find(const char* name) const
    {
        return window_.findChild<T*>(QString::fromLatin1(name));
    }
    [[nodiscard]] QListWidget& list() const { return *find<QListWidget>("layer_list"); }
    [[nodiscard]] QStringList titles() const
    {
        QStringList titles;
        for (int row = 0; row < list().count(); ++row) titles << list().item(row)->text();
        return titles;
    }
    /// The entries of the menu, as it would open.
    [[nodiscard]] QList<QAction*> offered() const
    {
        auto* menu = find<QToolButton>("add_layer")->menu();
        Q_EMIT menu->aboutToShow();
        return menu->actions();
    }
    void add(const QString& kind) const
    {
        for (auto* action : offered())
            if (action->text() == kind) return action->trigger();
        FAIL("no such kind: " << kind.toStdString());
    }
    [[nodiscard]] std::size_t drawings() const { return window_.view().scene().drawings.size(); }

private:
    MainWindow& window_;
    QDockWidget& dock_;
};

}  // namespace

TEST_CASE("LayerDock: lists the layers of the document, and offers those that its data can have", "[layers]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    const LayersOfWindow layers(*window);
    CHECK(layers.titles() == QStringList{"Particles"});
    QStringList kinds;
    for (const auto* action : layers.offered()) kinds << action->text();
    CHECK(kinds == QStringList{"Particles", "Lines", "Slice", "Boundary", "Glyphs", "Vortex cores"});
}

TEST_CASE("LayerDock: a slice is added, moved with its form and taken back again", "[layers]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    const LayersOfWindow layers(*window);
    const auto drawn = layers.drawings();
    layers.add("Slice");
    CHECK(layers.titles() == QStringList{"Slice", "Particles"});
    REQUIRE(eventually([&] { return layers.drawings() == drawn + 1; }));
    auto* position = layers.find<NumberBox>("field_position");
    REQUIRE(position != nullptr);
    auto& model = window->model();
    const auto& slice = [&]() -> const model::Layer& { return model.document().layers.at("slice-1"); };
    const double middle = slice().params["planes"][0]["position"];
    position->setValue(middle / 2.0);
    CHECK(slice().params["planes"][0]["position"] == middle / 2.0);
    layers.find<QComboBox>("field_colour_map")->textActivated("turbo");
    CHECK(slice().style["colour_map"] == "turbo");
    CHECK(eventually([&] {
        const auto* driver = window->show_control().layers().first_driver("slice-1");
        return driver != nullptr && driver->latency_ms();
    }));

    while (model.undo_label() != nullptr && model.document().layers.contains("slice-1")) model.undo();
    CHECK(layers.titles() == QStringList{"Particles"});
    CHECK(eventually([&] { return layers.drawings() == drawn; }));
    model.redo();
    CHECK(eventually([&] { return layers.drawings() == drawn + 1; }));
}

TEST_CASE("LayerDock: a layer is hidden, named, copied, lowered and removed", "[layers]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    const LayersOfWindow layers(*window);
    auto& model = window->model();
    layers.add("Lines");
    REQUIRE(eventually([&] { return window->view().lines_drawn() > 0; }));
    layers.list().item(0)->setCheckState(Qt::Unchecked);
    CHECK_FALSE(model.document().layers.at("lines-1").visible);
    CHECK(eventually([&] { return window->view().lines_drawn() == 0; }));
    layers.list().item(0)->setText("Through the inlet");
    CHECK(model.document().layers.at("lines-1").title == "Through the inlet");
    click(*window, "copy_layer");
    CHECK(layers.titles() == QStringList{"Through the inlet", "Through the inlet", "Particles"});
    CHECK(model.selected_layer() == "lines-2");
    click(*window, "lower_layer");
    CHECK(model::layers_in_order(model.document()) ==
          std::vector<std::string>{"particles-1", "lines-2", "lines-1"});
    click(*window, "remove_layer");
    CHECK(layers.titles() == QStringList{"Through the inlet", "Particles"});
    CHECK(window->banner().line().toStdString().empty());
}

TEST_CASE("LayerDock: the docks of a kind edit the layer that is selected", "[layers]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    const LayersOfWindow layers(*window);
    auto& model = window->model();
    layers.add("Lines");
    layers.add("Lines");
    REQUIRE(model.selected_layer() == "lines-2");
    auto settings = model.lines();
    settings.steps = 77;
    model.set_lines(settings);
    CHECK(model.document().layers.at("lines-2").params["steps"] == 77);
    CHECK_FALSE(model.document().layers.at("lines-1").params.contains("steps"));
    layers.list().setCurrentRow(1);
    CHECK(model.lines().steps != 77);
}

TEST_CASE("LayerDock: a value that cannot be is one clear line, and nothing changes", "[layers]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    const LayersOfWindow layers(*window);
    layers.add("Slice");
    const auto before = window->model().document();
    auto* range = layers.find<QLineEdit>("field_range");
    REQUIRE(range != nullptr);
    range->setText("3, 1");
    range->setModified(true);
    Q_EMIT range->editingFinished();
    CHECK(window->banner().line().contains("layers.slice-1.style.range"));
    CHECK(window->model().document() == before);
    CHECK(range->text().isEmpty());
}

TEST_CASE("LayerDock: so many contours as are typed are drawn, and shown as they were typed", "[layers]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    const LayersOfWindow layers(*window);
    layers.add("Slice");
    const auto type = [&](const char* name, const char* text) {
        auto* box = layers.find<QLineEdit>(name);
        REQUIRE(box != nullptr);
        box->setText(QString::fromUtf8(text));
        box->setModified(true);
        Q_EMIT box->editingFinished();
        return box->text().toStdString();
    };
    const auto lines = [&] {
        std::size_t most = 0;
        for (const auto* drawing : window->view().scene().drawings)
            if (const auto* slice = dynamic_cast<const render::SliceDrawing*>(drawing))
                most = std::max(most, slice->lines);
        return most;
    };
    CHECK(type("field_contours", "10") == "10");
    CHECK(eventually([&] { return lines() == 10; }));
    CHECK(type("field_contours", "0.5, 1, 2") == "0.5, 1, 2");
    CHECK(eventually([&] { return lines() == 3; }));
    CHECK(type("field_size", "64, 32") == "64, 32");
    CHECK(window->model().document().layers.at("slice-1").params["size"] == model::Json{64, 32});
}

TEST_CASE("LayerDock: without its last layer, data closes; undo opens it again", "[layers]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    const LayersOfWindow layers(*window);
    auto& model = window->model();
    layers.list().setCurrentRow(0);
    click(*window, "remove_layer");
    CHECK(layers.titles().empty());
    CHECK_FALSE(model.dataset());
    CHECK(model.document().data.empty());
    model.undo();
    CHECK(shows_particles(*window));
}

TEST_CASE("LayerDock: a terrain has its own kinds", "[layers]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_over(node);
    REQUIRE(has_full_view(*window));
    const LayersOfWindow layers(*window);
    const auto drawn = layers.drawings();
    layers.add("Viewshed");
    CHECK(eventually([&] {
        const auto* layer = window->show_control().layers().find("viewshed-1");
        return layer != nullptr && layer->is_ready();
    }));
    CHECK(layers.drawings() >= drawn);
    CHECK(window->banner().line().toStdString().empty());
}

TEST_CASE("LayerDock: of a surface that is shown it has the number of triangles", "[layers]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port(), "analytic:cell:32");
    REQUIRE(shows_particles(*window));
    const LayersOfWindow layers(*window);
    layers.add(QStringLiteral("Isosurface"));
    REQUIRE(
        eventually([&] { return text_of(*window, "layer_facts").contains(QStringLiteral(" triangles")); }));
    CHECK_FALSE(text_of(*window, "layer_facts").startsWith(QStringLiteral("0 ")));
}
