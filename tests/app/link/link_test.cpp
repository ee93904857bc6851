#include "app/link/link.h"

#include <optional>

#include "app/show/frames/plain_ring.h"
#include "tests/app/show/connected_link.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;
using namespace farfield::app::test;
using Catch::Matchers::ContainsSubstring;

namespace {

using Clock = std::chrono::steady_clock;

/// A link whose events are noted in order.
struct Noted {
    LoopExecutor loop;
    std::vector<std::string> events;
    std::optional<Link> link;

    Noted()
    {
        const auto note = [this](const char* what) { return [this, what] { events.emplace_back(what); }; };
        const auto note_why = [this](const std::string& what) {
            return [this, what](const std::string&) { events.push_back(what); };
        };
        link.emplace(loop, Link::Events{.state_changed = note("state"),
                                        .connected = note("connected"),
                                        .failed = note_why("failed"),
                                        .lost = note_why("lost"),
                                        .program_ended = [](const Link::ProgramEnd&) {},
                                        .session_ended = note_why("ended")});
    }

    [[nodiscard]] bool eventually(const std::function<bool()>& condition)
    {
        const auto until = Clock::now() + std::chrono::seconds(60);
        while (!condition() && Clock::now() < until) loop.run(std::chrono::milliseconds(20));
        return condition();
    }
    [[nodiscard]] bool has(const char* event) const { return std::ranges::count(events, event) > 0; }
};

}  // namespace

TEST_CASE("Link: connects in the background and says so", "[link]")
{
    ScriptedService service;
    FlowServer server(service);
    Noted noted;
    noted.link->connect_to(server.client_settings());
    CHECK(noted.link->state() == Link::State::Connecting);
    REQUIRE(noted.eventually([&] { return noted.has("connected"); }));
    CHECK(noted.events == std::vector<std::string>{"state", "state", "connected"});
    CHECK(noted.link->session().contains("node"));
}

TEST_CASE("Link: a node that is not there is a failure, not a loss", "[link]")
{
    ScriptedService service;
    net::ClientSettings settings;
    {
        const FlowServer server(service);
        settings = server.client_settings();
    }
    Noted noted;
    noted.link->connect_to(settings);
    REQUIRE(noted.eventually([&] { return noted.has("failed"); }));
    CHECK(noted.link->state() == Link::State::Idle);
    CHECK_FALSE(noted.has("lost"));
}

TEST_CASE("Link: a node that goes away is a loss, and can be connected to again", "[link]")
{
    ScriptedService service;
    Noted noted;
    {
        FlowServer server(service);
        noted.link->connect_to(server.client_settings());
        REQUIRE(noted.eventually([&] { return noted.has("connected"); }));
    }
    REQUIRE(noted.eventually([&] { return noted.has("lost"); }));
    CHECK(noted.link->state() == Link::State::Lost);
    CHECK(noted.link->waiting_call() == nullptr);
    noted.link->retry();
    CHECK(noted.eventually([&] { return noted.has("failed"); }));
}

TEST_CASE("Link: a connection that was given up is not heard of any more", "[link]")
{
    ScriptedService service;
    FlowServer server(service);
    Noted noted;
    noted.link->connect_to(server.client_settings());
    noted.link->disconnect();
    noted.link->connect_to(server.client_settings());
    REQUIRE(noted.eventually([&] { return noted.has("connected"); }));
    CHECK(std::ranges::count(noted.events, "connected") == 1);
    CHECK_FALSE(noted.has("lost"));
}

TEST_CASE("Link: no event and no answer comes after destruction", "[link]")
{
    ScriptedService service;
    FlowServer server(service);
    Noted noted;
    noted.link->connect_to(server.client_settings());
    REQUIRE(noted.eventually([&] { return noted.has("connected"); }));
    noted.events.clear();
    bool is_answered = false;
    noted.link->call("scripted.call", net::Json::object(),
                     [&](const auto&, const auto&) { is_answered = true; });
    noted.link.reset();
    noted.loop.run(std::chrono::milliseconds(0));
    CHECK_FALSE(is_answered);
    CHECK(noted.events.empty());
}

TEST_CASE("Link: answers of an earlier connection do not come", "[link]")
{
    ScriptedService service;
    ConnectedLink connected(service);
    bool is_answered = false;
    connected.link().call("scripted.call", net::Json::object(),
                          [&](const auto&, const auto&) { is_answered = true; });
    REQUIRE(connected.link().waiting_call());
    CHECK(connected.link().waiting_call()->method == "scripted.call");
    connected.link().disconnect();
    CHECK(connected.link().waiting_call() == nullptr);
    connected.connect();
    bool is_answered_now = false;
    connected.link().call("scripted.call", net::Json::object(),
                          [&](const auto&, const auto&) { is_answered_now = true; });
    REQUIRE(connected.eventually([&] { return is_answered_now; }));
    CHECK_FALSE(is_answered);
}

TEST_CASE("Link: an attached stream's frames are announced until it is detached", "[link]")
{
    ScriptedService service;
    ConnectedLink connected(service);
    PlainRing ring(2, 1 << 10);
    int arrivals = 0;
    std::uint32_t stream = 0;
    const net::Json start{{"program", "scripted"}, {"dataset", "any"}, {"slot_bytes", 1 << 10}};
    connected.link().call("program.start", start, [&](const auto& error, const net::Json& answer) {
        REQUIRE_FALSE(error);
        stream = answer.at("stream");
        connected.link().attach(stream, ring.ring(), [&] { ++arrivals; });
    });
    REQUIRE(connected.eventually([&] { return arrivals > 0; }));
    CHECK(ring.ring().waiting() == 1);
    connected.link().detach(stream);
    bool is_changed = false;
    connected.link().call("program.update", {{"stream", stream}, {"params", {{"value", 2}}}},
                          [&](const auto&, const auto&) { is_changed = true; });
    REQUIRE(connected.eventually([&] { return is_changed; }));
    CHECK(arrivals == 1);
}
