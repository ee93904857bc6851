#include "app/viewer/controls/probe_control.h"

#include <QLabel>
#include <QStringList>

#include "app/viewer/controls/show_control.h"
#include "model/document/layer_edits.h"
#include "tests/app/viewer/open_window.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"

using namespace farfield;
using namespace farfield::app;
using farfield::test::NodeProcess;

namespace {

/// A window that looks down at a slice z = 2 through walking eddies, and at nothing else.
void show_slice(MainWindow& window)
{
    auto document = window.model().document();
    document.layers.clear();
    model::Layer slice;
    slice.kind = "slice";
    slice.data = window.model().edited().flow;
    slice.params = {{"planes", {{{"axis", "z"}, {"position", 2.0}}}}, {"scalar", "speed"}};
    document.layers["cut"] = slice;
    window.model().change_document("Slice", document);
    window.model().select_layer("cut");
    window.view().look_along(0.0F, 1.5F);
    REQUIRE(eventually([&] { return window.show_control().layers().is_ready(); }));
    const auto drawn = window.view().counters().drawn;
    window.view().update();
    REQUIRE(eventually([&] { return window.view().counters().drawn > drawn; }));
}

}  // namespace

TEST_CASE("ProbeControl: the status bar has the value and the place under the cursor", "[layers]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port(), "analytic:cell:16");
    REQUIRE(shows_particles(*window));
    show_slice(*window);
    const QPointF middle(window->view().width() / 2.0, window->view().height() / 2.0);
    move_mouse(*window, middle);
    REQUIRE(
        eventually([&] { return text_of(*window, "status_probed").startsWith(QStringLiteral("speed ")); }));
    const auto text = text_of(*window, "status_probed");
    CHECK(text.contains(QStringLiteral(" at ")));
    const auto place = text.section(QStringLiteral(" at "), 1).split(QStringLiteral(", "));
    REQUIRE(place.size() == 3);
    CHECK(place[2].toDouble() == Approx(2.0));
    const auto& bounds = window->model().dataset()->bounds;
    for (int axis = 0; axis < 2; ++axis) {
        const auto i = static_cast<std::size_t>(axis);
        CHECK(place[axis].toDouble() > bounds.min[i]);
        CHECK(place[axis].toDouble() < bounds.max[i]);
    }
    move_mouse(*window, {1.0, 1.0});
    CHECK(eventually([&] { return text_of(*window, "status_probed").isEmpty(); }));
}

TEST_CASE("FlowView: the middle of a selected slice is dragged along its normal, as one step of undo",
          "[layers]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port(), "analytic:cell:16");
    REQUIRE(shows_particles(*window));
    show_slice(*window);
    auto& model = window->model();
    while (!model.rakes().empty()) model.remove_rake(0);
    window->view().look_along(0.5F, 0.2F);
    REQUIRE(eventually([&] { return window->view().scene().rakes.size() == 1; }));
    const auto position = [&] {
        return model.document().layers.at("cut").params.at("planes").at(0).at("position").get<double>();
    };
    const auto drawn = window->view().counters().drawn;
    window->view().update();
    REQUIRE(eventually([&] { return window->view().counters().drawn > drawn; }));
    const auto middle = window->view().scene().rakes.front().handles.at(4);
    const auto pixel = render::project(window->view().view_transform(), middle);
    REQUIRE(pixel);
    press_mouse(*window, {pixel->x, pixel->y});
    move_mouse(*window, {pixel->x, pixel->y - 40.0});
    move_mouse(*window, {pixel->x, pixel->y - 60.0});
    release_mouse(*window, {pixel->x, pixel->y - 60.0});
    CHECK(position() > 2.2);
    model.undo();
    CHECK(position() == 2.0);
}
