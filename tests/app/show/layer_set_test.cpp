#include "app/show/layer_set.h"

#include <algorithm>

#include "app/show/frames/plain_intake.h"
#include "model/programs/particle_frame.h"
#include "net/message/clock.h"
#include "tests/app/show/connected_link.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;
using namespace farfield::app::test;

namespace {

constexpr ProgramWords layer_words{.start_refused = "cannot start", .change_refused = "cannot change"};

/// A layer with one program and, with the parameter `asks`, one call. Notes what is done with it.
class ScriptedLayer final : public Layer {
public:
    ScriptedLayer(std::string kind, std::vector<std::string>& log) : kind_(std::move(kind)), log_(log) {}
    ~ScriptedLayer() override { log_.push_back(id_ + " is gone"); }

    [[nodiscard]] std::vector<Request> wanted(const LayerState& state) override
    {
        id_ = state.id;
        const auto& params = state.layer.params;
        if (params.value("value", 0) < 0) throw std::runtime_error("a value below zero");
        ProgramRequest program;
        program.start.program = kind_;
        program.start.dataset = state.data.source.name;
        program.start.params = {{"layer", id_}, {"value", params.value("value", 0)}};
        if (params.contains("time")) program.start.params["time"] = params["time"];
        if (state.led_seconds) program.start.params["time"] = *state.led_seconds;
        program.frame_bytes = model::particle_preamble_bytes;
        program.send = SendChange::OnceShown;
        program.difference = [](const net::Json&, const net::Json& to) { return std::optional(to); };
        program.words = &layer_words;
        std::vector<Request> requests{{"frames", program}};
        if (params.contains("asks"))
            requests.push_back({"call", CallRequest{.method = "scripted.call", .params = {{"layer", id_}}}});
        return requests;
    }
    [[nodiscard]] Intake& intake(std::string_view) override { return frames_; }
    std::optional<std::string> take_answer(std::string_view key, const net::Json& answer,
                                           std::uint32_t) override
    {
        if (answer.contains("bad")) throw model::FieldError("bad", "no good");
        log_.push_back(id_ + " has the answer to " + std::string(key));
        return std::nullopt;
    }
    [[nodiscard]] std::string refusal_of(std::string_view, const net::RpcError& error) const override
    {
        return std::string("refused: ") + error.what();
    }
    bool take(const ShowClock&, std::uint32_t) override
    {
        const auto taken = frames_.take_all([this](const net::MessageHeader& header, auto) {
            if (kind_ == "broken") throw std::runtime_error("a broken frame");
            newest_ = header.interaction;
        });
        return taken > 0;
    }
    [[nodiscard]] bool is_ready() const override { return newest_ > 0; }
    [[nodiscard]] bool ticks() const override { return kind_ == "ticking" || kind_ == "particles"; }
    [[nodiscard]] std::optional<LayerFrame> frame() const override
    {
        static const net::FrameInfo info;
        static const net::FrameStamp stamp;
        if (!time_) return std::nullopt;
        return LayerFrame{info, stamp, time_, {}};
    }
    void show_time(double seconds) { time_ = seconds; }
    void describe(const LayerState&, const Drape&, render::Scene&) override
    {
        log_.push_back(id_ + " is drawn");
    }
    void completed(std::vector<Shown>& shown) override
    {
        if (newest_ > completed_) shown.push_back({"frames", completed_ = newest_, 0});
    }
    void timed(double, const ProgramRequest&) override { log_.push_back(id_ + " is timed"); }

private:
    std::string kind_, id_ = "one without requests";
    std::vector<std::string>& log_;
    PlainIntake frames_{4};
    std::uint32_t newest_ = 0, completed_ = 0;
    std::optional<double> time_;  ///< of its frame on show
};

/// A set of scripted layers on a link, a document for it, and what it said.
struct Showing {
    Showing()
    {
        add_data("flow");
        link.state_changed = [this] { set.link_changed(link.link()); };
        link.ended = [this](const Link::ProgramEnd& end) { set.program_ended(link.link(), end); };
    }
    ~Showing()
    {
        link.state_changed = nullptr;
        link.ended = nullptr;
    }

    void add_data(const std::string& id)
    {
        document.data[id].name = id;
        model::DatasetInfo info;
        info.dataset = id;
        store.adopt(id, document.data[id], info);
    }
    model::Layer& layer(const std::string& id, const std::string& kind = "still")
    {
        auto& layer = document.layers[id];
        if (layer.kind.empty()) layer = {.kind = kind, .data = "flow"};
        return layer;
    }
    void follow() { set.follow(document, store); }
    [[nodiscard]] bool all_run()
    {
        return link.eventually([&] {
            return std::ranges::all_of(set.order(), [&](const std::string& id) {
                const auto* driver = set.first_driver(id);
                return driver != nullptr && driver->state() == ProgramDriver::State::Running;
            });
        });
    }
    [[nodiscard]] bool take()
    {
        bool is_new = false;
        return link.eventually([&] { return is_new = is_new || set.take({}); });
    }
    [[nodiscard]] std::vector<std::string> started() const
    {
        std::vector<std::string> layers;
        for (const auto& start : service.starts()) layers.push_back(start.params.at("layer"));
        return layers;
    }
    [[nodiscard]] bool has(const std::string& line) const { return std::ranges::count(log, line) > 0; }

    ScriptedService service;
    ConnectedLink link{service};
    DataStore store{link.link(), {.opened = [](const std::string&) {}, .refused = {}}};
    model::Document document;
    std::vector<std::string> log, problems, endings;
    LayerSet set{link.link(),
                 {},
                 model::Use::Window,
                 [this](std::string_view kind, const Stage&, model::Use) {
                     return std::make_unique<ScriptedLayer>(std::string(kind), log);
                 },
                 {.arrived = [] {},
                  .problem = [this](const std::string& layer,
                                    const std::string& what) { problems.push_back(layer + ": " + what); },
                  .remark = [](const std::string&) {},
                  .solved = [](const std::string&) {},
                  .answered = [](const std::string&) {},
                  .ended = [this](const std::string& layer,
                                  const std::string& why) { endings.push_back(layer + ": " + why); }}};
};

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

TEST_CASE("LayerSet: what one layer cannot be asked for is a problem of its own", "[layers]")
{
    Showing shown;
    shown.layer("bad").params = {{"value", -1}};
    shown.layer("good");
    shown.follow();
    REQUIRE(shown.take());
    CHECK(shown.problems == Names{"bad: a value below zero"});
    CHECK(shown.started() == Names{"good"});
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
    shown.layer("one");
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
