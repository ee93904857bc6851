#include "app/show/relay_times.h"

#include <atomic>

#include "tests/app/show/connected_link.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;
using namespace farfield::app::test;

namespace {

net::Json info_with(const net::Json& times)
{
    return {{"relay", 7}, {"inputs", net::Json::array()}, {"times", times}};
}

}  // namespace

TEST_CASE("RelayTimes: are those of the relay, asked for again when another may be there", "[entities]")
{
    ScriptedService service;
    std::atomic<int> seconds = 3;
    service.answer_call = [&](const std::string& name, const net::Json&) {
        REQUIRE(name == "relay.info");
        return info_with({{"stale_ns", seconds * 1'000'000'000LL}, {"standing_stale_ns", 60'000'000'000}});
    };
    ConnectedLink link(service);
    RelayTimes times(link.link());
    REQUIRE(link.eventually([&] { return times.times().stale_ns == 3'000'000'000; }));
    CHECK(times.times().standing_stale_ns == 60'000'000'000);
    seconds = 5;
    times.ask();
    CHECK(link.eventually([&] { return times.times().stale_ns == 5'000'000'000; }));
}

TEST_CASE("RelayTimes: of a relay that does not say, or says what cannot be, are the usual ones",
          "[entities]")
{
    for (const net::Json& info :
         {net::Json{{"relay", 7}, {"inputs", net::Json::array()}}, net::Json::object(),
          info_with({{"stale_ns", 0}, {"standing_stale_ns", 1}}),
          info_with({{"stale_ns", 18'000'000'000'000'000'000U}, {"standing_stale_ns", 1}})}) {
        ScriptedService service;
        service.answer_call = [&](const std::string&, const net::Json&) { return info; };
        ConnectedLink link(service);
        RelayTimes times(link.link());
        bool is_answered = false;
        // Calls are answered in order.
        link.link().call("scripted.call", net::Json::object(),
                         [&](const auto&, const net::Json&) { is_answered = true; });
        REQUIRE(link.eventually([&] { return is_answered; }));
        CHECK(times.times() == model::EntityTimes{});
    }
}
