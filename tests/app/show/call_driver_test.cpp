#include "app/show/call_driver.h"

#include "tests/app/show/connected_link.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;
using namespace farfield::app::test;

namespace {

CallRequest asking_for(int value)
{
    return {.method = "scripted.call", .params = {{"value", value}}};
}

/// A driver and what it said.
struct Asked {
    explicit Asked(ConnectedLink& link, std::uint32_t most_parts = 4)
        : driver(link.link(), most_parts,
                 {.answered = [this](const net::Json& answer, std::uint32_t,
                                     std::uint32_t) { answers.push_back(answer); },
                  .refused = [this](const net::RpcError& error) { refusals.emplace_back(error.what()); }})
    {
        link.state_changed = [this] { driver.link_changed(); };
    }

    std::vector<net::Json> answers;
    std::vector<std::string> refusals;
    CallDriver driver;
};

}  // namespace

TEST_CASE("CallDriver: asks once for one answer", "[driver]")
{
    ScriptedService service;
    service.answer_call = [](const std::string&, const net::Json& params) { return params; };
    ConnectedLink link(service);
    Asked asked(link);
    asked.driver.want(asking_for(1));
    REQUIRE(link.eventually([&] { return asked.driver.is_answered(); }));
    asked.driver.want(asking_for(1));
    asked.driver.want(asking_for(2));
    REQUIRE(link.eventually([&] { return asked.driver.is_answered(); }));
    CHECK(service.calls().size() == 2);
}

TEST_CASE("CallDriver: collects an answer in parts", "[driver]")
{
    ScriptedService service;
    service.answer_call = [](const std::string&, const net::Json& params) {
        return net::Json{{"part", params.value("part", 0)}, {"parts", 3}};
    };
    ConnectedLink link(service);
    Asked asked(link);
    asked.driver.want(asking_for(1));
    REQUIRE(link.eventually([&] { return asked.driver.is_answered(); }));
    REQUIRE(asked.answers.size() == 3);
    CHECK(asked.answers.back().at("part") == 2);
}

TEST_CASE("CallDriver: does not believe any number of parts", "[driver]")
{
    ScriptedService service;
    service.answer_call = [](const std::string&, const net::Json&) {
        return net::Json{{"parts", 1'000'000}};
    };
    ConnectedLink link(service);
    Asked asked(link, 5);
    asked.driver.want(asking_for(1));
    REQUIRE(link.eventually([&] { return asked.driver.is_answered(); }));
    CHECK(service.calls().size() == 5);
}

TEST_CASE("CallDriver: passes over the answer to a question that has changed", "[driver]")
{
    ScriptedService service;
    service.answer_call = [](const std::string&, const net::Json& params) { return params; };
    ConnectedLink link(service);
    Asked asked(link);
    asked.driver.want(asking_for(1));
    asked.driver.want(asking_for(2));
    asked.driver.want(asking_for(3));
    REQUIRE(link.eventually([&] { return asked.driver.is_answered(); }));
    CHECK(asked.answers == std::vector<net::Json>{{{"value", 3}}});
    CHECK(service.calls().size() == 2);
}

TEST_CASE("CallDriver: does not ask again for what was refused until it changes", "[driver]")
{
    ScriptedService service;
    service.answer_call = [](const std::string&, const net::Json&) -> net::Json {
        throw net::RpcError(net::RpcCode::NotFound, "no such thing");
    };
    ConnectedLink link(service);
    Asked asked(link);
    asked.driver.want(asking_for(1));
    REQUIRE(link.eventually([&] { return asked.refusals.size() == 1; }));
    asked.driver.want(asking_for(1));
    asked.driver.want(asking_for(2));
    REQUIRE(link.eventually([&] { return asked.refusals.size() == 2; }));
    CHECK(service.calls().size() == 2);
}

TEST_CASE("CallDriver: asks again on a new link", "[driver]")
{
    ScriptedService service;
    int answers = 0;
    service.answer_call = [&](const std::string&, const net::Json&) { return net::Json{{"n", ++answers}}; };
    ConnectedLink link(service);
    Asked asked(link);
    asked.driver.want(asking_for(1));
    REQUIRE(link.eventually([&] { return asked.answers.size() == 1; }));
    link.link().disconnect();
    asked.driver.want(asking_for(2));
    link.connect();
    REQUIRE(link.eventually([&] { return asked.answers.size() == 2; }));
    CHECK(service.calls().back().at("params") == net::Json{{"value", 2}});
}
