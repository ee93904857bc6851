#include "tests/app/viewer/open_window.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"

using namespace farfield;
using namespace farfield::app;
using farfield::test::NodeProcess;

namespace {

bool is_paused(MainWindow& window)
{
    return eventually([&] { return text_of(window, "status_data") == QStringLiteral("paused"); });
}

}  // namespace

TEST_CASE("MainWindow: Pause stops the frames, Step computes one more, Resume goes on", "[program]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    click(*window, "pause");
    REQUIRE(is_paused(*window));
    // Frames that were on their way when the node paused still come.
    REQUIRE(eventually([&] { return text_of(*window, "status_drawn") == QStringLiteral("idle"); }));
    const auto frame = frame_on_show(*window);

    click(*window, "step");
    REQUIRE(eventually([&] { return frame_on_show(*window) != frame; }));
    REQUIRE(is_paused(*window));
    CHECK(frame_on_show(*window) == frame + 1);

    click(*window, "pause");
    CHECK(eventually([&] { return frame_on_show(*window) > frame + 10; }));
}

TEST_CASE("StreamControl: a rake that still fits its slots goes on in the same stream", "[program]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    const auto stream = window->control().stream();
    auto rake = window->model().rakes().at(0);
    rake.particles_per_seed += 1;
    window->model().change_rake(0, rake);
    const auto expected = window->model().particle_count();
    CHECK(eventually([&] { return window->view().shown()->stamp.counts[0] == expected; }));
    CHECK(window->control().stream() == stream);
}

TEST_CASE("StreamControl: a rake that outgrows the slots gets a new stream with room for it", "[program]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    const auto stream = window->control().stream();
    const auto slots = window->control().plan().slot_bytes;
    auto rake = window->model().rakes().at(0);
    rake.particles_per_seed = static_cast<std::uint32_t>(slots / (16 * rake.seeds())) + 1;
    window->model().change_rake(0, rake);
    const auto expected = window->model().particle_count();
    CHECK(eventually(
        [&] { return window->view().shown() && window->view().shown()->stamp.counts[0] == expected; }));
    CHECK(window->control().stream() != stream);
    CHECK(window->control().plan().slot_bytes > slots);
}

TEST_CASE("StreamControl: a dataset that the node refuses is one clear line, and the picture goes on",
          "[program]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    window->control().open_dataset("analytic:no-such-flow");
    REQUIRE(eventually([&] { return !window->banner().line().isEmpty(); }));
    CHECK(window->banner().kind() == Banner::Kind::Problem);
    CHECK(window->banner().line().contains(QStringLiteral("no-such-flow")));
    const auto frame = frame_on_show(*window);
    CHECK(eventually([&] { return frame_on_show(*window) > frame; }));
    click(*window, "dismiss");
    CHECK(window->banner().line().isEmpty());
}

TEST_CASE("StreamControl: seeds outside the domain are a banner until they are inside again", "[program]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    const auto inside = window->model().rakes().at(0);
    auto outside = inside;
    outside.shape = model::PointRake{{1e3, 1e3, 1e3}};
    window->model().change_rake(0, outside);
    CHECK(eventually([&] { return window->banner().line().contains(QStringLiteral("seeds lie outside")); }));
    window->model().change_rake(0, inside);
    CHECK(eventually([&] { return window->banner().line().isEmpty(); }));
}

TEST_CASE("StreamControl: another dataset brings its own rakes and bounds", "[program]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port(), "analytic:tornado");
    REQUIRE(shows_particles(*window));
    window->control().open_dataset("analytic:abc");
    REQUIRE(eventually([&] { return window->model().dataset()->dataset == "analytic:abc"; }));
    CHECK(window->model().rakes() == window->model().dataset()->suggested.rakes);
    CHECK(shows_particles(*window));
}
