#include "app/viewer/widgets/histogram_slider.h"

#include <QSignalSpy>
#include <QTest>

#include "app/viewer/controls/show_control.h"
#include "tests/app/viewer/open_window.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"

using namespace farfield;
using namespace farfield::app;
using farfield::test::NodeProcess;

namespace {

/// Ten bins over 0 to 10.
struct ShownSlider {
    ShownSlider()
    {
        slider.resize(208, 84);
        slider.show_histogram({0.0, 10.0}, {1, 2, 3, 4, 5, 5, 4, 3, 2, 1});
    }
    void drag(double from, double to)
    {
        const auto at = [&](double value) { return QPoint(qRound(slider.pixel_of(value)), 20); };
        QTest::mousePress(&slider, Qt::LeftButton, {}, at(from));
        QTest::mouseMove(&slider, at(to));
        QTest::mouseRelease(&slider, Qt::LeftButton, {}, at(to));
    }
    bool has_application = (start_application(), true);  // before any widget
    HistogramSlider slider;
};

}  // namespace

TEST_CASE("HistogramSlider: the nearest value follows the mouse, and stays within the range", "[layers]")
{
    ShownSlider shown;
    shown.slider.show_values({2.0, 7.0});
    const QSignalSpy moved(&shown.slider, &HistogramSlider::moved);
    shown.drag(7.2, 9.0);
    REQUIRE_FALSE(moved.isEmpty());
    CHECK(moved.last().at(0).value<std::size_t>() == 1);
    CHECK(moved.last().at(1).toDouble() == Approx(9.0).margin(0.06));
    shown.drag(2.0, -5.0);
    CHECK(moved.last().at(0).value<std::size_t>() == 0);
    CHECK(moved.last().at(1).toDouble() == 0.0);
}

TEST_CASE("HistogramSlider: arrow keys move the value by a hundredth of the range", "[layers]")
{
    ShownSlider shown;
    shown.slider.show_values({5.0});
    const QSignalSpy moved(&shown.slider, &HistogramSlider::moved);
    QTest::keyClick(&shown.slider, Qt::Key_Right);
    REQUIRE(moved.size() == 1);
    CHECK(moved.last().at(1).toDouble() == Approx(5.1));
    QTest::keyClick(&shown.slider, Qt::Key_Left);
    CHECK(moved.last().at(1).toDouble() == Approx(5.0));
}

TEST_CASE("ValuePanel: an isosurface that is added has the suggested value, and moves with its line",
          "[layers]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port(), "analytic:cell:16");
    REQUIRE(shows_particles(*window));
    auto& model = window->model();
    REQUIRE(model.dataset()->suggested.isovalue);
    const double suggested = model.dataset()->suggested.isovalue->value;
    model::Layer layer{.kind = "isosurface"};
    layer.data = model.edited().flow;
    layer.params = {{"scalar", "speed"}, {"values", {suggested}}};
    auto document = model.document();
    document.layers["iso"] = layer;
    model.change_document("Add layer", document);
    model.select_layer("iso");
    auto* slider = window->findChild<HistogramSlider*>("value_slider");
    REQUIRE(slider != nullptr);
    // Known once the node has answered: then two values are apart.
    REQUIRE(eventually([&] { return slider->pixel_of(0.9) > slider->pixel_of(0.1) + 10.0; }));
    QTest::mouseClick(slider, Qt::LeftButton, {}, QPoint(qRound(slider->pixel_of(0.5)), 20));
    const double now = model.document().layers.at("iso").params["values"][0];
    CHECK(now == Approx(0.5).margin(0.02));
    CHECK(model.undo_label() != nullptr);
}
