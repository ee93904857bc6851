// The docks' controls of time.
#include <QAbstractButton>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <fmt/format.h>

#include "app/viewer/docks/clock/time_choice.h"
#include "app/viewer/docks/rake_dock.h"
#include "tests/app/viewer/open_window.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"

using namespace farfield;
using namespace farfield::app;
using farfield::test::NodeProcess;
using farfield::test::TemporaryFolder;

namespace {

constexpr int slices = 5;

/// An EnSight case of a flow along x over [0, 2]^3 that becomes faster, a slice a second.
class Series {
public:
    Series()
    {
        write("flow.case", "FORMAT\ntype: ensight gold\nGEOMETRY\nmodel: flow.geo\nVARIABLE\n"
                           "vector per node: 1 velocity flow.v*\nTIME\ntime set: 1\nnumber of steps: 5\n"
                           "filename start number: 0\nfilename increment: 1\ntime values: 0 1 2 3 4\n");
        const auto of_nodes = [](const auto& value) {
            std::string text;
            for (int axis = 0; axis < 3; ++axis)
                for (int node = 0; node < 27; ++node) text += number(value(axis, node));
            return text;
        };
        const auto place = [](int axis, int node) {
            return static_cast<double>(axis == 0 ? node % 3 : axis == 1 ? node / 3 % 3 : node / 9);
        };
        write("flow.geo", "cube\nof a test\nnode id off\nelement id off\npart\n         1\ncube\nblock\n"
                          "         3         3         3\n" +
                              of_nodes(place));
        for (int slice = 0; slice < slices; ++slice) {
            const auto along_x = [slice](int axis, int) { return axis == 0 ? 0.1 * (slice + 1) : 0.0; };
            write("flow.v" + std::to_string(slice),
                  "velocity\npart\n         1\nblock\n" + of_nodes(along_x));
        }
    }
    [[nodiscard]] std::string path() const { return folder_.path().string(); }

private:
    static std::string number(double value) { return fmt::format("{:12.5e}\n", value); }
    void write(const std::string& name, const std::string& content) const
    {
        (void)folder_.write(name, content);
    }
    TemporaryFolder folder_;
};

template <typename Widget>
Widget& named(MainWindow& window, const char* name)
{
    return *window.findChild<Widget*>(QString::fromLatin1(name));
}

double time_on_show(MainWindow& window)
{
    const auto& shown = window.view().shown();
    return shown ? shown->time : -1.0;
}

}  // namespace

TEST_CASE("PlaybackDock: an unsteady field's time can begin elsewhere and need not come round", "[time]")
{
    const Series series;
    const NodeProcess node{{"serve", "--port", "0", "--data", series.path()}};
    const auto window = open_window(node.port(), "flow.case");
    REQUIRE(shows_particles(*window));
    auto& start = named<QDoubleSpinBox>(*window, "start_time");
    const auto span = *window->model().dataset()->time_span;
    CHECK(text_of(*window, "time_span").contains(QStringLiteral("%1 slices").arg(slices)));
    REQUIRE(start.isEnabled());
    CHECK((start.minimum() == span[0] && start.maximum() == span[1]));

    start.setValue(0.5 * span[1]);
    CHECK(window->model().particles().time.start == 0.5 * span[1]);
    CHECK(eventually([&] { return time_on_show(*window) >= 0.5 * span[1]; }));
    named<QAbstractButton>(*window, "loop_time").click();
    CHECK_FALSE(window->model().particles().time.loop);
    const auto frame = frame_on_show(*window);
    CHECK(eventually([&] { return frame_on_show(*window) > frame; }));
    CHECK(window->banner().line().isEmpty());
}

TEST_CASE("TimeChoice: a time step is chosen from the list, all layers go there, and it can be undone",
          "[time]")
{
    const Series series;
    const NodeProcess node{{"serve", "--port", "0", "--data", series.path()}};
    const auto window = open_window(node.port(), "flow.case");
    REQUIRE(shows_particles(*window));
    auto& list = named<QComboBox>(*window, "time_choice");
    REQUIRE(list.count() == slices);
    CHECK(list.itemText(3) == QStringLiteral("3 s"));
    auto& model = window->model();
    auto document = model.document();
    model::Layer slice;
    slice.kind = "slice";
    slice.data = model.edited().flow;
    slice.params = {{"planes", model::Json::array({{{"axis", "z"}, {"position", 1.0}}})}};
    document.layers["slice-9"] = slice;
    model.change_document("Slice", document);

    list.setCurrentIndex(3);
    Q_EMIT list.activated(3);
    CHECK(model.particles().time.start == 3.0);
    CHECK(model.document().layers.at("slice-9").params.at("time") == 3.0);
    CHECK(eventually([&] { return time_on_show(*window) >= 3.0; }));
    CHECK(eventually([&] { return text_of(*window, "clock_time").contains(QStringLiteral(" of 4 s")); }));
    model.undo();
    CHECK(model.particles().time.start == 0.0);
    CHECK(list.currentIndex() == 0);
}

TEST_CASE("TimeChoice: typing a part of a time finds its step", "[time]")
{
    start_application();
    TimeChoice list;
    model::DatasetInfo dataset;
    dataset.time_origin = 1'009'843'200.0;  // 2002-01-01
    dataset.time_span = {{0.0, 172'800.0}};
    dataset.times = {0.0, 86'400.0, 129'600.5, 172'800.0};
    list.show_times(&dataset, 100'000.0);
    CHECK(list.currentText() == QStringLiteral("2002-01-02 00:00 UTC"));  // the last that is not later
    CHECK(list.itemText(2) == QStringLiteral("2002-01-02 12:00:00.5 UTC"));
    double chosen = -1.0;
    QObject::connect(&list, &TimeChoice::chosen, [&](double seconds) { chosen = seconds; });
    list.lineEdit()->setText(QString());
    QTest::keyClicks(list.lineEdit(), QStringLiteral("01-03"));
    QTest::keyClick(list.lineEdit(), Qt::Key_Return);
    CHECK(chosen == 172'800.0);
    CHECK(list.currentText() == QStringLiteral("2002-01-03 00:00 UTC"));
}

TEST_CASE("PlaybackDock: of a steady field it says why there is no time to choose", "[time]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port(), "analytic:abc");
    REQUIRE(shows_particles(*window));
    CHECK_FALSE(named<QDoubleSpinBox>(*window, "start_time").isEnabled());
    CHECK_FALSE(named<QAbstractButton>(*window, "loop_time").isEnabled());
    CHECK(named<QDoubleSpinBox>(*window, "start_time").toolTip().contains(QStringLiteral("steady")));
    CHECK(text_of(*window, "time_span").contains(QStringLiteral("steady")));
}

TEST_CASE("RakeEditor: a rake releases particles from, until and every so often", "[time]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port(), "analytic:abc");
    REQUIRE(shows_particles(*window));
    window->findChild<RakeDock*>(QStringLiteral("rake_dock"))->raise();
    const auto injection = [&] { return window->model().rakes().front().injection; };
    CHECK(injection() == model::Injection{});
    auto& until = named<QDoubleSpinBox>(*window, "inject_end");
    CHECK_FALSE(until.isVisible());
    named<QAbstractButton>(*window, "rake_timed").click();
    REQUIRE(until.isVisible());
    CHECK(injection() == model::Injection{});
    named<QAbstractButton>(*window, "inject_end_given").click();
    until.setValue(0.25);
    CHECK(injection() == model::Injection{.end = 0.25});
    // The end is not before the start, whatever is typed.
    named<QAbstractButton>(*window, "inject_start_given").click();
    named<QDoubleSpinBox>(*window, "inject_start").setValue(0.5);
    CHECK(injection() == model::Injection{.start = 0.5, .end = 0.5});
    CHECK(eventually([&] { return window->view().shown()->stamp.counts[1] == 0; }));
    named<QAbstractButton>(*window, "rake_timed").click();
    CHECK(injection() == model::Injection{});
    CHECK(eventually([&] { return window->view().shown()->stamp.counts[1] > 0; }));
    CHECK(window->banner().line().isEmpty());
}
