#include "tests/catch.h"
#include "tests/relay/service/served_relay.h"

using namespace farfield;
using namespace farfield::net;
using namespace farfield::net::relay;
using namespace farfield::net::relay::test;
using Catch::Matchers::ContainsSubstring;

namespace {

Json object_of(const std::string& id, double latitude)
{
    return {{"id", id}, {"lon", 8}, {"lat", latitude}, {"alt", 500}};
}

/// Starts the program beside another stream of the session; the secret for publishing, where there is one.
std::string start_publishing(Client& client, bool publishes)
{
    const Json answer = client.call("program.start", {{"program", "entities"},
                                                      {"policy", "every"},
                                                      {"slot_bytes", model::max_bundle_bytes},
                                                      {"params", {{"publish", publishes}}}});
    return model::text_or(answer, "publisher", "");
}

std::string refusal_of(Client& client, const Json& params)
{
    try {
        (void)client.call("entities.publish", params);
    } catch (const RpcError& error) {
        return error.code == RpcCode::NotAuthorised ? "not authorised" : error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("entities.publish: all other subscribers have the entities, the publisher has none", "[relay]")
{
    const FreePort port;
    ServedRelay served{{"dis:127.0.0.1:" + std::to_string(port.number())}};
    BundleStream other{served.session(), Json::object(), Policy::Every};
    Client client{served.session(), {}};
    const std::string publisher = start_publishing(client, true);
    REQUIRE_FALSE(publisher.empty());
    const auto published = model::read_answer<model::PublishedEntities>(
        client.call("entities.publish",
                    {{"publisher", publisher}, {"objects", {object_of("a", 46), object_of("b", 47)}}}));
    CHECK(published.taken == 2);
    CHECK(published.refused.empty());
    const auto records = receive(other, 4);  // two states, two names
    REQUIRE(records.size() == 4);
    CHECK(records[0].source == (65'000U << 16U | 1U));
    const model::RelayStats stats = served.relay().stats();
    CHECK(stats.published == 4);
    CHECK(stats.taken == 4);
    REQUIRE(stats.subscribers.size() == 2);
    CHECK(stats.subscribers[0].delivered == 4);
    CHECK(stats.subscribers[1].own == 4);
    CHECK(stats.subscribers[1].offered == 4);
    CHECK(served.relay().entities({}).entities.at(0).input == "session");
}

TEST_CASE("entities.publish: an object that is wrong is refused with its number, others are taken", "[relay]")
{
    const FreePort port;
    ServedRelay served{{"dis:127.0.0.1:" + std::to_string(port.number())}};
    Client client{served.session(), {}};
    const std::string publisher = start_publishing(client, true);
    const Json objects{object_of("a", 46), object_of("b", 91), object_of("c", 47)};
    const auto published = model::read_answer<model::PublishedEntities>(
        client.call("entities.publish", {{"publisher", publisher}, {"objects", objects}}));
    CHECK(published.taken == 2);
    REQUIRE(published.refused.size() == 1);
    CHECK(published.refused[0].object == 1);
    CHECK_THAT(published.refused[0].reason, ContainsSubstring("lat") && ContainsSubstring("91"));
}

TEST_CASE("entities.publish: without a stream that may publish it is refused", "[relay]")
{
    const FreePort port;
    ServedRelay served{{"dis:127.0.0.1:" + std::to_string(port.number())}};
    Client client{served.session(), {}};
    const Json objects{object_of("a", 46)};
    CHECK(start_publishing(client, false).empty());
    CHECK(refusal_of(client, {{"publisher", ""}, {"objects", objects}}) == "not authorised");
    CHECK(refusal_of(client, {{"publisher", "0123"}, {"objects", objects}}) == "not authorised");
    CHECK_THAT(refusal_of(client, {{"objects", objects}}), ContainsSubstring("publisher"));
    const std::string publisher = start_publishing(client, true);
    CHECK_THAT(
        refusal_of(client, {{"publisher", publisher}, {"objects", std::vector<Json>(1'001, objects[0])}}),
        ContainsSubstring("max_published_entities"));
    (void)client.call("program.stop", {{"stream", 2}});
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (served.relay().stats().subscribers.size() > 1 && std::chrono::steady_clock::now() < deadline)
        std::this_thread::yield();
    CHECK(refusal_of(client, {{"publisher", publisher}, {"objects", objects}}) == "not authorised");
    CHECK(served.relay().stats().taken == 0);
}
