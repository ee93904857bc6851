#include "app/show/program_driver.h"

#include <atomic>

#include "app/show/frames/plain_intake.h"
#include "model/programs/particle_frame.h"
#include "tests/app/show/connected_link.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;
using namespace farfield::app::test;

namespace {

constexpr ProgramWords words{.start_refused = "cannot start", .change_refused = "cannot change"};

std::optional<net::Json> changed_members(const net::Json& from, const net::Json& to)
{
    return net::Json::diff(from, to).empty() ? net::Json::object() : to;
}

ProgramRequest request_for(int value, SendChange send = SendChange::AtOnce)
{
    ProgramRequest request;
    request.start.program = "scripted";
    request.start.dataset = "any";
    request.start.params = {{"value", value}};
    request.frame_bytes = model::particle_preamble_bytes;
    request.send = send;
    request.difference = changed_members;
    request.words = &words;
    return request;
}

/// A driver with rings of its own, and what it said.
struct Driven {
    explicit Driven(ConnectedLink& link, const std::string& shared_as = {})
        : driver(link.link(), intake,
                 {.answered = [this](const net::Json&) { ++answers; },
                  .arrived = [this] { ++arrivals; },
                  .problem = [this](const std::string& what) { problems.push_back(what); },
                  .solved = [] {},
                  .ended = [this](const std::string& message) { endings.push_back(message); },
                  .shrink = {}},
                 shared_as)
    {
        link.state_changed = [this] { driver.link_changed(); };
    }

    /// The interaction number of the newest frame; 0: none has come since the last call.
    std::uint32_t take()
    {
        std::uint32_t interaction = 0;
        intake.take_all([&](const net::MessageHeader& header, auto) { interaction = header.interaction; });
        return interaction;
    }

    PlainIntake intake{4};
    int answers = 0, arrivals = 0;
    std::vector<std::string> problems, endings;
    ProgramDriver driver;
};

[[noreturn]] void refuse(const char* why)
{
    throw net::RpcError(net::RpcCode::InvalidParams, why);
}

}  // namespace

TEST_CASE("ProgramDriver: starts a program whose frames come into its ring", "[driver]")
{
    ScriptedService service;
    ConnectedLink link(service);
    Driven driven(link);
    driven.driver.want(request_for(1));
    CHECK(driven.driver.state() == ProgramDriver::State::Starting);
    REQUIRE(link.eventually([&] { return driven.arrivals > 0; }));
    CHECK(driven.driver.state() == ProgramDriver::State::Running);
    CHECK(driven.take() == 1);
    CHECK(service.starts().front().params == net::Json{{"value", 1}});
}

TEST_CASE("ProgramDriver: sends what changed to the program that runs", "[driver]")
{
    ScriptedService service;
    ConnectedLink link(service);
    Driven driven(link);
    driven.driver.want(request_for(1));
    REQUIRE(link.eventually([&] { return driven.answers == 1; }));
    driven.driver.want(request_for(2));
    REQUIRE(link.eventually([&] { return driven.answers == 2; }));
    CHECK(service.starts().size() == 1);
    CHECK(service.updates() == std::vector<net::Json>{{{"value", 2}}});
}

TEST_CASE("ProgramDriver: sends nothing when the request is the same", "[driver]")
{
    ScriptedService service;
    ConnectedLink link(service);
    Driven driven(link);
    driven.driver.want(request_for(1));
    REQUIRE(link.eventually([&] { return driven.answers == 1; }));
    driven.driver.want(request_for(1));
    driven.driver.want(request_for(2));
    REQUIRE(link.eventually([&] { return driven.answers == 2; }));
    CHECK(service.updates().size() == 1);
}

TEST_CASE("ProgramDriver: joins changes while one has no answer", "[driver]")
{
    ScriptedService service;
    ConnectedLink link(service);
    Driven driven(link);
    driven.driver.want(request_for(1, SendChange::OnceAnswered));
    for (int value = 2; value <= 9; ++value) driven.driver.want(request_for(value, SendChange::OnceAnswered));
    REQUIRE(link.eventually([&] { return driven.answers == 2; }));
    CHECK(service.updates() == std::vector<net::Json>{{{"value", 9}}});
}

TEST_CASE("ProgramDriver: waits with a change until the result is on the screen", "[driver]")
{
    ScriptedService service;
    ConnectedLink link(service);
    Driven driven(link);
    driven.driver.want(request_for(1, SendChange::OnceShown));
    REQUIRE(link.eventually([&] { return driven.arrivals > 0; }));
    driven.driver.want(request_for(2, SendChange::OnceShown));
    CHECK(driven.driver.sent()->start.params == net::Json{{"value", 1}});
    driven.driver.shown(driven.take(), net::now_ns());
    driven.driver.want(request_for(3, SendChange::OnceShown));
    REQUIRE(link.eventually([&] { return driven.answers == 2; }));
    CHECK(service.updates() == std::vector<net::Json>{{{"value", 3}}});
}

TEST_CASE("ProgramDriver: a request that gives way does not hold up the next", "[driver]")
{
    ScriptedService service;
    ConnectedLink link(service);
    Driven driven(link);
    auto first = request_for(1, SendChange::OnceShown);
    first.gives_way = true;
    driven.driver.want(first);
    REQUIRE(link.eventually([&] { return driven.answers == 1; }));
    driven.driver.want(request_for(2, SendChange::OnceShown));
    REQUIRE(link.eventually([&] { return driven.answers == 2; }));
    CHECK(service.updates().size() == 1);
}

TEST_CASE("ProgramDriver: starts anew with slots as large as the node says", "[driver]")
{
    ScriptedService service;
    service.frame_bytes = [](const net::Json&) { return 1 << 20; };
    ConnectedLink link(service);
    Driven driven(link);
    driven.driver.want(request_for(1));
    REQUIRE(link.eventually([&] { return driven.arrivals > 0; }));
    CHECK(driven.driver.slot_bytes() == 1 << 20);
    CHECK(driven.problems.empty());
}

TEST_CASE("ProgramDriver: does not ask again for what was refused until it changes", "[driver]")
{
    ScriptedService service;
    int asked = 0;
    service.check_params = [&](const net::Json& params) {
        ++asked;
        if (params.at("value") == 1) refuse("no");
    };
    ConnectedLink link(service);
    Driven driven(link);
    driven.driver.want(request_for(1));
    REQUIRE(link.eventually([&] { return !driven.problems.empty(); }));
    CHECK(driven.problems.front() == "cannot start: no");
    CHECK(driven.driver.state() == ProgramDriver::State::Refused);
    driven.driver.want(request_for(1));
    driven.driver.want(request_for(2));
    REQUIRE(link.eventually([&] { return driven.answers == 1; }));
    CHECK(asked == 2);
}

TEST_CASE("ProgramDriver: what another member is to start is asked for again, and is no problem", "[driver]")
{
    ScriptedService service;
    std::atomic<bool> is_started = false;
    service.check_params = [&](const net::Json&) {
        if (!is_started) throw net::RpcError(net::RpcCode::NotAuthorised, "a member that watches");
    };
    ConnectedLink link(service);
    Driven driven(link, "lines");
    driven.driver.want(request_for(1));
    REQUIRE(link.eventually([&] { return driven.driver.state() == ProgramDriver::State::Refused; }));
    is_started = true;
    driven.driver.retry();
    REQUIRE(link.eventually([&] { return driven.answers == 1; }));
    CHECK(driven.problems.empty());
}

TEST_CASE("ProgramDriver: a refused change leaves the program as it was", "[driver]")
{
    ScriptedService service;
    service.check_params = [](const net::Json& params) {
        if (params.at("value") == 2) refuse("no");
    };
    ConnectedLink link(service);
    Driven driven(link);
    driven.driver.want(request_for(1));
    REQUIRE(link.eventually([&] { return driven.answers == 1; }));
    driven.driver.want(request_for(2));
    REQUIRE(link.eventually([&] { return !driven.problems.empty(); }));
    CHECK(driven.problems.front() == "cannot change: no");
    CHECK(driven.driver.sent()->start.params == net::Json{{"value", 1}});
    driven.driver.want(request_for(3));
    REQUIRE(link.eventually([&] { return driven.answers == 2; }));
    CHECK(service.starts().size() == 1);
}

TEST_CASE("ProgramDriver: starts anew what cannot be changed", "[driver]")
{
    ScriptedService service;
    ConnectedLink link(service);
    Driven driven(link);
    driven.driver.want(request_for(1));
    REQUIRE(link.eventually([&] { return driven.answers == 1; }));
    auto other = request_for(1);
    other.start.dataset = "another";
    driven.driver.want(other);
    REQUIRE(link.eventually([&] { return driven.answers == 2; }));
    CHECK(service.starts().size() == 2);
    CHECK(service.updates().empty());
}

TEST_CASE("ProgramDriver: restores the program on a new link", "[driver]")
{
    ScriptedService service;
    ConnectedLink link(service);
    Driven driven(link);
    driven.driver.want(request_for(1));
    REQUIRE(link.eventually([&] { return driven.answers == 1; }));
    link.link().disconnect();
    CHECK(driven.driver.state() == ProgramDriver::State::Off);
    driven.driver.want(request_for(2));
    link.connect();
    REQUIRE(link.eventually([&] { return driven.answers == 2; }));
    CHECK(service.starts().back().params == net::Json{{"value", 2}});
}

TEST_CASE("ProgramDriver: stops the program when nothing is wanted", "[driver]")
{
    ScriptedService service;
    ConnectedLink link(service);
    Driven driven(link);
    driven.driver.want(request_for(1));
    REQUIRE(link.eventually([&] { return driven.answers == 1; }));
    driven.driver.want(std::nullopt);
    CHECK(driven.driver.state() == ProgramDriver::State::Off);
    driven.driver.want(request_for(1));
    REQUIRE(link.eventually([&] { return driven.answers == 2; }));
    CHECK(service.starts().size() == 2);
}

TEST_CASE("ProgramDriver: a driver that is gone stops a program that was being started", "[driver]")
{
    ScriptedService service;
    ConnectedLink link(service);
    {
        Driven driven(link);
        driven.driver.want(request_for(1));
        link.state_changed = nullptr;
    }
    CHECK(link.eventually(
        [&] { return service.starts().size() == 1 && link.link().waiting_call() == nullptr; }));
}

TEST_CASE("ProgramDriver: an end is a problem where the words say so, unless so many frames were asked for",
          "[driver]")
{
    static constexpr ProgramWords lasting{.failed = "The views have ended", .may_end = false};
    for (const std::uint64_t frames : {0U, 1U}) {
        ScriptedService service;
        ConnectedLink link(service);
        Driven driven(link);
        auto request = request_for(1);
        request.words = &lasting;
        request.start.frames = frames;
        driven.driver.want(request);
        REQUIRE(link.eventually([&] { return driven.arrivals > 0; }));
        driven.driver.program_ended({.stream = *driven.driver.stream(), .message = "all made"});
        CHECK(driven.driver.has_ended());
        CHECK(driven.problems == (frames == 0 ? std::vector<std::string>{"The views have ended: all made"}
                                              : std::vector<std::string>{}));
        CHECK(driven.endings.size() == frames);
    }
}
