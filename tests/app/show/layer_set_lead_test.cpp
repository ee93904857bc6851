// Layers that show the time of the one that leads.
#include "net/message/clock.h"
#include "tests/app/show/scripted_layers.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;
using namespace farfield::app::test;

namespace {

/// Particles in an unsteady flow, and lines that are on the clock.
struct LedLines : Showing {
    LedLines()
    {
        model::DatasetInfo info;
        info.dataset = "flow";
        info.time_span = {{0.0, 4.0}};
        store.adopt("flow", document.data["flow"], info);
        layer("smoke", "particles");
        layer("lines").clock = true;
        layer("fixed");
        follow();
    }
    /// The particles' frame on show is one of this time.
    void show_particles_at(double seconds)
    {
        dynamic_cast<ScriptedLayer*>(set.find("smoke"))->show_time(seconds);
        picture();
    }
    void picture()
    {
        (void)set.take({});
        render::Scene scene;
        set.describe(scene);
        set.shown(1);
    }
    [[nodiscard]] net::Json time_of(const char* id)
    {
        return set.first_driver(id)->sent()->start.params.value("time", net::Json());
    }
    [[nodiscard]] bool comes_to(double seconds)
    {
        return link.eventually([&] { return picture(), time_of("lines") == seconds; });
    }
};

}  // namespace

TEST_CASE("LayerSet: in a window layers on the clock follow the particles' time, one answer at a time",
          "[layers][clock]")
{
    LedLines shown;
    REQUIRE(shown.all_run());
    CHECK(shown.time_of("lines").is_null());
    shown.show_particles_at(1.5);
    REQUIRE(shown.comes_to(1.5));
    // Until that is on the screen nothing more is asked for; then it is what leads that counts.
    (void)shown.set.take({});
    dynamic_cast<ScriptedLayer*>(shown.set.find("smoke"))->show_time(1.6);
    if (shown.set.first_driver("lines")->awaits_result()) {
        (void)shown.set.take({});
        CHECK(shown.time_of("lines") == 1.5);
    }
    shown.show_particles_at(1.75);
    REQUIRE(shown.comes_to(1.75));
    CHECK(shown.time_of("fixed").is_null());
}

TEST_CASE("LayerSet: a time that is chosen holds until the particles are there", "[layers][clock]")
{
    LedLines shown;
    REQUIRE(shown.all_run());
    shown.show_particles_at(1.5);
    REQUIRE(shown.comes_to(1.5));
    REQUIRE(shown.link.eventually(
        [&] { return shown.picture(), !shown.set.first_driver("lines")->awaits_result(); }));
    shown.layer("lines").params = {{"time", 3.0}};
    shown.follow();
    CHECK(shown.time_of("lines") == 3.0);
    shown.show_particles_at(3.25);
    CHECK(shown.comes_to(3.25));
}

TEST_CASE("LayerSet: a window that watches a session asks for no other time than the others",
          "[layers][clock]")
{
    LedLines shown;
    REQUIRE(shown.all_run());
    const auto* lines = shown.set.first_driver("lines");
    REQUIRE(shown.link.eventually([&] { return shown.picture(), !lines->awaits_result(); }));
    shown.set.set_watching(true);
    shown.set.program_updated({.stream = *lines->stream(), .interaction = 7, .params = {{"time", 0.5}}});
    shown.show_particles_at(1.5);
    // Longer than a member waits for one that changes programs.
    const std::uint64_t until_ns = net::now_ns() + 400'000'000;
    REQUIRE(shown.link.eventually([&] {
        shown.picture();
        shown.set.send_missing();
        return net::now_ns() > until_ns;
    }));
    CHECK(shown.time_of("lines") == 0.5);
}
