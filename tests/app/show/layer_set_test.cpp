#include "net/message/clock.h"
#include "tests/app/show/scripted_layers.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;
using namespace farfield::app::test;

namespace {

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("LayerSet: layers are drawn in their order, equal ones by id", "[layers]")
{
    Showing shown;
    shown.layer("top").order = 3.0;
    shown.layer("b");
    shown.layer("a");
    shown.layer("bottom").order = -1.0;
    shown.follow();
    render::Scene scene;
    shown.set.describe(scene);
    CHECK(shown.set.order() == Names{"bottom", "a", "b", "top"});
    CHECK(shown.log == Names{"bottom is drawn", "a is drawn", "b is drawn", "top is drawn"});
}

TEST_CASE("LayerSet: layers of a kind have programs of their own", "[layers]")
{
    Showing shown;
    shown.layer("one").params = {{"value", 1}};
    shown.layer("two").params = {{"value", 2}};
    shown.follow();
    REQUIRE(shown.all_run());
    CHECK(shown.started() == Names{"one", "two"});
    CHECK(shown.set.first_driver("one")->stream() != shown.set.first_driver("two")->stream());
    REQUIRE(shown.take());
    shown.layer("two").params = {{"value", 3}};
    shown.follow();
    CHECK(shown.set.first_driver("one")->sent()->start.params.at("value") == 1);
}

TEST_CASE("LayerSet: an end reaches the layer whose program it is", "[layers]")
{
    Showing shown;
    shown.layer("one");
    shown.layer("two");
    shown.follow();
    REQUIRE(shown.all_run());
    shown.set.program_ended(shown.link.link(),
                            {.stream = *shown.set.first_driver("two")->stream(), .message = "done"});
    CHECK(shown.endings == Names{"two: done"});
    CHECK_FALSE(shown.set.first_driver("one")->has_ended());
}

TEST_CASE("LayerSet: a layer that is not visible has no program, and keeps its settings", "[layers]")
{
    Showing shown;
    shown.layer("one").params = {{"value", 7}};
    shown.follow();
    REQUIRE(shown.all_run());
    shown.layer("one").visible = false;
    shown.follow();
    CHECK(shown.set.first_driver("one")->state() == ProgramDriver::State::Off);
    CHECK_FALSE(shown.set.is_active("one"));
    render::Scene scene;
    shown.set.describe(scene);
    CHECK_FALSE(shown.has("one is drawn"));
    shown.layer("one").visible = true;
    shown.follow();
    REQUIRE(shown.all_run());
    REQUIRE(shown.service.starts().size() == 2);
    CHECK(shown.service.starts().back().params.at("value") == 7);
    CHECK_FALSE(shown.has("one is gone"));
}

TEST_CASE("LayerSet: a layer of data that is not open asks for nothing", "[layers]")
{
    Showing shown;
    shown.layer("one");
    shown.layer("later").data = "slow";
    shown.document.data["slow"].name = "slow";
    shown.follow();
    REQUIRE(shown.link.eventually([&] { return shown.service.starts().size() == 1; }));
    CHECK_FALSE(shown.set.is_active("later"));
    CHECK(shown.set.first_driver("later") == nullptr);
    shown.add_data("slow");
    shown.follow();
    REQUIRE(shown.all_run());
    CHECK(shown.started() == Names{"one", "later"});
}

TEST_CASE("LayerSet: a new link restores all programs and calls", "[layers]")
{
    Showing shown;
    shown.layer("one").params = {{"asks", true}};
    shown.layer("two");
    shown.follow();
    REQUIRE(shown.all_run());
    REQUIRE(shown.link.eventually([&] { return shown.has("one has the answer to call"); }));
    shown.link.link().disconnect();
    CHECK(shown.set.first_driver("one")->state() == ProgramDriver::State::Off);
    shown.layer("two").params = {{"value", 5}};
    shown.follow();
    shown.link.connect();
    REQUIRE(shown.all_run());
    REQUIRE(shown.service.starts().size() == 4);
    CHECK(shown.service.starts().back().params.at("value") == 5);
}

TEST_CASE("LayerSet: layers that tick can be held back until the results of others are here", "[layers]")
{
    Showing shown;
    shown.layer("ground");
    shown.layer("smoke", "ticking");
    shown.set.hold_ticking();
    shown.follow();
    REQUIRE(shown.take());
    CHECK(shown.set.is_ready());
    CHECK(shown.started() == Names{"ground"});
    shown.set.release_ticking();
    CHECK_FALSE(shown.set.is_ready());
    REQUIRE(shown.take());
    CHECK(shown.set.is_ready());
    CHECK(shown.started() == Names{"ground", "smoke"});
}

TEST_CASE("LayerSet: what one layer cannot be asked for is a problem of its own", "[layers]")
{
    Showing shown;
    shown.layer("bad").params = {{"value", -1}};
    shown.layer("good");
    shown.follow();
    REQUIRE(shown.take());
    CHECK(shown.problems == Names{"bad: a value below zero"});
    CHECK(shown.started() == Names{"good"});
    shown.follow();
    CHECK(shown.problems.size() == 1);  // it is said once
    shown.layer("bad").params = {{"value", 1}};
    shown.follow();
    shown.layer("bad").params = {{"value", -1}};
    shown.follow();
    CHECK(shown.problems.size() == 2);
}

TEST_CASE("LayerSet: a broken frame is a problem of its layer, and gives its slot back", "[layers]")
{
    Showing shown;
    shown.layer("bad", "broken");
    shown.layer("good");
    shown.follow();
    REQUIRE(shown.take());
    REQUIRE(shown.link.eventually([&] { return (void)shown.set.take({}), !shown.problems.empty(); }));
    CHECK(shown.problems == Names{"bad: a broken frame"});
    CHECK_FALSE(shown.set.take({}));
}

TEST_CASE("LayerSet: answers that make no sense are problems of their layer", "[layers]")
{
    Showing shown;
    shown.service.answer_call = [](const std::string&, const net::Json&) { return net::Json{{"bad", true}}; };
    shown.layer("one").params = {{"asks", true}};
    shown.follow();
    REQUIRE(shown.link.eventually([&] { return !shown.problems.empty(); }));
    CHECK(
        shown.problems ==
        Names{
            "one: refused: cannot understand the node's answer to scripted.call: parameter 'bad': no good"});
}

TEST_CASE("LayerSet: a layer that is gone, or of another kind, stops its program", "[layers]")
{
    Showing shown;
    shown.layer("one");
    shown.layer("two");
    shown.follow();
    REQUIRE(shown.all_run());
    shown.document.layers.erase("one");
    shown.layer("two").kind = "ticking";
    shown.follow();
    CHECK(shown.has("one is gone"));
    CHECK(shown.has("two is gone"));
    CHECK(shown.set.find("one") == nullptr);
    REQUIRE(shown.all_run());
    CHECK(shown.service.starts().back().program == "ticking");
}

TEST_CASE("LayerSet: a change waits until the picture before it is on the screen", "[layers]")
{
    Showing shown;
    shown.layer("one", "ground");
    shown.follow();
    REQUIRE(shown.take());
    shown.layer("one").params = {{"value", 2}};
    shown.follow();
    CHECK(shown.set.first_driver("one")->awaits_result());
    render::Scene scene;
    shown.set.describe(scene);
    shown.follow();  // between the draw and the screen
    shown.set.shown(net::now_ns());
    CHECK(shown.has("one is timed"));
    REQUIRE(shown.link.eventually([&] { return shown.service.updates().size() == 1; }));
    CHECK(shown.service.updates().front().at("value") == 2);
}
