#include "app/viewer/docks/job_dock.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "app/viewer/controls/show_control.h"
#include "app/viewer/widgets/decay_chart.h"
#include "tests/app/viewer/open_window.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::app;
using farfield::test::NodeProcess;

namespace {

/// Two sources and five receivers in rock of 2,000 m/s: the start fits, and no iteration follows.
std::string even_rock()
{
    std::string csv = "sx,sy,sz,rx,ry,rz,t,sigma\n";
    for (const double source : {0.0, 20.0})
        for (int receiver = 1; receiver <= 5; ++receiver) {
            const double x = 20.0 * receiver, metres = std::hypot(x - source, 10.0);
            csv += fmt::format("{},0,0,{},10,0,{},1e-3\n", source, x + 0.5, metres / 2000.0);
        }
    return csv;
}

}  // namespace

TEST_CASE("JobDock: inverts the data that were entered, and opens the result", "[job]")
{
    const test::TemporaryFolder data;
    (void)data.write("times.csv", even_rock());
    const NodeProcess node{{"serve", "--port", "0", "--data", data.path().string()}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    window->findChild<QLineEdit*>(QStringLiteral("job_data"))->setText(QStringLiteral("times.csv"));
    click(*window, "job_start");
    REQUIRE(eventually([&] { return text_of(*window, "job_state").endsWith(QStringLiteral("finished")); }));
    CHECK(text_of(*window, "job_state").startsWith(QStringLiteral("tomography:1: iteration 0 of")));
    REQUIRE(eventually([&] { return window->model().dataset()->dataset == "tomography:1"; }));
    CHECK(window->findChild<DecayChart*>(QStringLiteral("job_chart"))->values().size() == 1);
    CHECK_FALSE(window->findChild<QPushButton*>(QStringLiteral("job_stop"))->isEnabled());
    const auto& layers = window->model().document().layers;
    CHECK(layers.at("slice-1").params.at("follow") == true);
    const auto range = layers.at("slice-1").style.at("range").get<std::array<double, 2>>();
    CHECK(range[0] == Approx(1000.0).epsilon(0.05));
    CHECK(range[1] == Approx(3000.0).epsilon(0.05));
}

TEST_CASE("JobDock: data that the node refuses are named in the banner", "[job]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    window->findChild<QLineEdit*>(QStringLiteral("job_data"))->setText(QStringLiteral("nowhere.csv"));
    click(*window, "job_start");
    REQUIRE(eventually([&] { return window->banner().line().contains(QStringLiteral("nowhere.csv")); }));
}
