#include "compute_node/node/relay/forwarding_service.h"

#include "compute_node/node/compute_service.h"
#include "relay/peers/bundle_publisher.h"
#include "tests/catch.h"
#include "tests/relay/service/noted_session.h"
#include "tests/relay/service/peers/raw_publisher.h"
#include "tests/relay/service/served_relay.h"

#include <fmt/format.h>
#include <stop_token>
#include <thread>

#include <algorithm>

using namespace farfield;
using namespace farfield::net;
using namespace farfield::net::relay;
using namespace farfield::net::relay::test;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr Ipv4 forwarded_group = 0xef4d0a01;  // 239.77.10.1

/// A node that passes on what a relay at a port of the loopback interface has.
class ForwardingNode {
public:
    explicit ForwardingNode(const ClientSettings& relay)
        : service_{std::make_unique<node::ComputeService>(node::NodeSettings{}), relay},
          server_{service_, settings()},
          thread_{[this] { server_.run(); }}
    {}
    ~ForwardingNode()
    {
        server_.stop();
        thread_.join();
    }
    [[nodiscard]] ClientSettings session() const
    {
        ClientSettings settings;
        settings.port = server_.port();
        return settings;
    }

private:
    static ServerSettings settings()
    {
        ServerSettings settings;
        settings.port = 0;
        return settings;
    }

    node::ForwardingService service_;
    SessionServer server_;
    std::thread thread_;
};

std::string input_on(const FreePort& port)
{
    return fmt::format("dis:{}:{}@lo", to_text(forwarded_group), port.number());
}

/// PDUs of type 1 with numbers in their last bytes: the relay passes on what it does not understand.
std::vector<std::vector<std::byte>> numbered_pdus(std::size_t count)
{
    std::vector<std::vector<std::byte>> pdus;
    for (std::size_t n = 0; n < count; ++n) {
        std::vector<std::byte> pdu(48);
        pdu[0] = std::byte{7};   // version
        pdu[1] = std::byte{1};   // exercise
        pdu[2] = std::byte{25};  // Comment
        pdu[3] = std::byte{5};   // family
        pdu[9] = std::byte{48};  // length
        pdu[47] = static_cast<std::byte>(n);
        pdus.push_back(std::move(pdu));
    }
    return pdus;
}

/// Whether the relay gets so many subscribers: the node's streams reach it on their own.
bool has_subscribers(Relay& relay, std::size_t count)
{
    const auto until = std::chrono::steady_clock::now() + patience;
    while (relay.stats().subscribers.size() < count)
        if (std::chrono::steady_clock::now() > until) return false;
    return true;
}

/// Whether the session was notified of this state of an input.
bool has_state(NotedSession& session, const std::string& state)
{
    return session.wait_for("entities.input", [&](const Json& news) { return news.at("state") == state; })
        .has_value();
}

/// A session that asks while the relay is away is notified when it is there.
Json info_once_there(NotedSession& session)
{
    try {
        return session.client.call("relay.info", Json::object());
    } catch (const RpcError&) {
        REQUIRE(has_state(session, "up"));
        return session.client.call("relay.info", Json::object());
    }
}

}  // namespace

TEST_CASE("ForwardingService: what a relay sends comes through a node byte for byte, in order",
          "[forwarding]")
{
    const FreePort port;
    ServedRelay relay{{input_on(port)}};
    const ForwardingNode node{relay.session()};
    BundleStream direct{relay.session(), Json::object(), Policy::Every};
    BundleStream through{node.session(), Json::object(), Policy::Every};
    DatagramSender sender = sender_to(forwarded_group, port.number());
    const auto pdus = numbered_pdus(40);
    REQUIRE(has_subscribers(relay.relay(), 2));
    for (const auto& pdu : pdus) {
        const std::span<const std::byte> one{pdu};
        REQUIRE(sender.send({&one, 1}) == 1);
    }
    const auto expected = receive(direct, pdus.size()), found = receive(through, pdus.size());
    REQUIRE(expected.size() == pdus.size());
    REQUIRE(found.size() == pdus.size());
    for (std::size_t n = 0; n < pdus.size(); ++n) {
        CHECK(found[n].bytes == pdus[n]);
        CHECK(found[n].source == expected[n].source);
    }
}

TEST_CASE("ForwardingService: calls of the relay are answered through the node", "[forwarding]")
{
    const FreePort port;
    ServedRelay relay{{input_on(port)}};
    const ForwardingNode node{relay.session()};
    NotedSession session{node.session()};
    const Json info = info_once_there(session);
    CHECK(info.at("inputs").at(0).at("input") == input_on(port));
    CHECK(info.at("clock_offset_ns").is_number());
    CHECK(session.client.call("relay.stats", Json::object()).contains("subscribers"));
    CHECK(session.client.call("dataset.list", Json::object()).contains("datasets"));  // the node's own
    CHECK_THROWS_WITH(session.client.call("relay.bad", Json::object()), ContainsSubstring("relay.bad"));
}

TEST_CASE("ForwardingService: a stream's congestion is reported with the number that it has at the node",
          "[forwarding]")
{
    const FreePort port;
    ServedRelay relay{{input_on(port)}};
    const ForwardingNode node{relay.session()};
    NotedSession session{node.session()};
    const Json start{{"program", "entities"}, {"slot_bytes", model::max_bundle_bytes}};
    for (const int number : {1, 2}) CHECK(session.client.call("program.start", start).at("stream") == number);
    FrameSlots taken{4};
    session.client.attach(1, taken.ring);  // the second stream grants nothing
    REQUIRE(has_subscribers(relay.relay(), 2));
    DatagramSender sender = sender_to(forwarded_group, port.number());
    const auto pdus = numbered_pdus(1);
    const std::span<const std::byte> one{pdus.front()};
    const auto until = std::chrono::steady_clock::now() + patience;
    // Its first bundles wait at the node.
    while (session.count("entities.congestion") == 0 && std::chrono::steady_clock::now() < until) {
        REQUIRE(sender.send({&one, 1}) == 1);
        taken.release_all();
        session.client.slots_released();
        std::this_thread::yield();
    }
    const auto news = session.wait_for("entities.congestion", [](const Json&) { return true; });
    REQUIRE(news);
    CHECK(news->at("stream") == 2);
    CHECK(news->at("reason") == "receiver");
    session.client.detach(1);
}

TEST_CASE("ForwardingService: a session publishes through the node, and has none of its own", "[forwarding]")
{
    const FreePort port;
    ServedRelay relay{{input_on(port)}};
    const ForwardingNode node{relay.session()};
    NotedSession session{node.session()};
    (void)info_once_there(session);
    BundleStream other{relay.session(), Json::object(), Policy::Every};
    const Json started = session.client.call(
        "program.start",
        {{"program", "entities"}, {"slot_bytes", model::max_bundle_bytes}, {"params", {{"publish", true}}}});
    const Json object{{"id", "a"}, {"lon", 8}, {"lat", 46}};
    const Json published = session.client.call(
        "entities.publish", {{"publisher", started.at("publisher")}, {"objects", std::vector{object}}});
    CHECK(published.at("taken") == 1);
    CHECK(receive(other, 2).size() == 2);  // state and name
    std::uint64_t own = 0;
    for (const auto& one : relay.relay().stats().subscribers) own += one.own;
    CHECK(own == 2);
}

TEST_CASE("ForwardingService: bundles of a publisher go through the node, as fast as the relay takes them",
          "[forwarding]")
{
    const FreePort port;
    ServedRelay relay{{input_on(port)}};
    const ForwardingNode node{relay.session()};
    BundleStream other{relay.session(), Json::object(), Policy::Every};
    BundlePublisher publisher{node.session()};
    const auto pdus = numbered_pdus(200);
    for (const auto& pdu : pdus) {
        publisher.add({.bytes = pdu, .source = 7});
        publisher.flush();  // many more bundles than are granted at once
    }
    publisher.finish();
    const auto found = receive(other, pdus.size());
    REQUIRE(found.size() == pdus.size());
    for (std::size_t n = 0; n < pdus.size(); ++n) CHECK(found[n].bytes == pdus[n]);
    const model::RelayStats stats = relay.relay().stats();
    REQUIRE(stats.publishers.size() == 1);
    CHECK(stats.publishers[0].received == pdus.size());
    CHECK(stats.publishers[0].bundles == pdus.size());
    CHECK(stats.publishers[0].lost == 0);
}

TEST_CASE("ForwardingService: a publisher goes on when the relay has been away", "[forwarding]")
{
    const FreePort port;
    auto relay = std::make_unique<ServedRelay>(std::vector<std::string>{input_on(port)});
    const std::uint16_t relay_port = relay->session().port;
    const ForwardingNode node{relay->session()};
    BundlePublisher publisher{node.session()};
    const auto pdus = numbered_pdus(1);
    publisher.add({.bytes = pdus.front(), .source = 7});
    publisher.finish();
    relay.reset();
    relay = std::make_unique<ServedRelay>(std::vector<std::string>{input_on(port)}, relay_port);
    // What was granted by the relay that went may be lost; what follows is not.
    const auto until = std::chrono::steady_clock::now() + patience;
    while (relay->relay().stats().taken == 0 && std::chrono::steady_clock::now() < until) {
        publisher.add({.bytes = pdus.front(), .source = 7});
        publisher.flush();
    }
    const std::uint64_t before = relay->relay().stats().taken;
    REQUIRE(before > 0);
    publisher.add({.bytes = pdus.front(), .source = 7});
    publisher.finish();
    CHECK(relay->relay().stats().taken > before);
}

TEST_CASE("BundlePublisher: where nothing is granted for too long it ends, and says after how much",
          "[forwarding]")
{
    ClientSettings nowhere;
    nowhere.port = 1;
    const ForwardingNode node{nowhere};  // grants nothing, for its relay is away
    BundlePublisher publisher{node.session(), {}, std::chrono::milliseconds{100}};
    const auto pdus = numbered_pdus(1);
    publisher.add({.bytes = pdus.front(), .source = 7});
    CHECK_THROWS_WITH(publisher.flush(),
                      fmt::format("'127.0.0.1:{}' has granted no bundle for 0.1 s, after 0 messages; it is "
                                  "overloaded, or a node with a relay that is away",
                                  node.session().port));
}

TEST_CASE("BundlePublisher: a stop ends waiting for a relay that grants nothing", "[forwarding]")
{
    ClientSettings nowhere;
    nowhere.port = 1;
    const ForwardingNode node{nowhere};
    std::stop_source stop;
    BundlePublisher publisher{node.session(), stop.get_token(), std::chrono::hours{1}};
    const std::jthread stopping{[&stop] { stop.request_stop(); }};
    const auto pdus = numbered_pdus(1);
    publisher.add({.bytes = pdus.front(), .source = 7});
    publisher.finish();
    CHECK(publisher.sent() == 0);
}

TEST_CASE("ForwardingService: a bundle with an index that lies ends the session that sent it alone",
          "[forwarding]")
{
    const FreePort port;
    ServedRelay relay{{input_on(port)}};
    const ForwardingNode node{relay.session()};
    BundleStream other{node.session(), Json::object(), Policy::Every};
    BundlePublisher good{node.session()};
    RawPublisher bad{node.session(), true};
    REQUIRE(eventually([&] { return bad.granted() > 0; }));
    const auto pdus = numbered_pdus(1);
    std::vector<std::byte> lying = bundle_of(pdus.front());
    lying[model::bundle_preamble_bytes + 2] = std::byte{0xff};  // the record's offset
    bad.send(lying);
    REQUIRE(eventually([&] { return !bad.why_lost().empty(); }));
    CHECK_THAT(bad.why_lost(), ContainsSubstring("malformed"));
    good.add({.bytes = pdus.front(), .source = 7});
    good.finish();
    CHECK(receive(other, 1).size() == 1);
    CHECK(relay.relay().stats().taken == 1);
}

TEST_CASE("ForwardingService: a relay that is away is named, and a stream begins when it comes",
          "[forwarding]")
{
    const FreePort port;
    ClientSettings at;
    at.port = ServedRelay{{input_on(port)}}.session().port;  // one that no other program has now
    const ForwardingNode node{at};
    NotedSession session{node.session()};
    CHECK_THROWS_WITH(session.client.call("relay.info", Json::object()),
                      ContainsSubstring(fmt::format("the relay 127.0.0.1:{} is away", at.port)));
    BundleStream through{node.session(), Json::object(), Policy::Every};
    ServedRelay relay{{input_on(port)}, at.port};
    REQUIRE(has_state(session, "up"));
    REQUIRE(has_subscribers(relay.relay(), 1));
    DatagramSender sender = sender_to(forwarded_group, port.number());
    const auto pdus = numbered_pdus(1);
    const std::span<const std::byte> one{pdus.front()};
    REQUIRE(sender.send({&one, 1}) == 1);
    CHECK(receive(through, 1).size() == 1);
}

TEST_CASE("ForwardingService: what the relay refuses is refused as the answer, with its code", "[forwarding]")
{
    const FreePort port;
    ServedRelay relay{{input_on(port)}};
    const ForwardingNode node{relay.session()};
    NotedSession session{node.session()};
    (void)info_once_there(session);
    const Json hosts{
        {"program", "entities"}, {"slot_bytes", model::max_bundle_bytes}, {"params", {{"hosts", true}}}};
    const auto refusal = [&](Client& client) -> std::string {
        try {
            (void)client.call("program.start", hosts);
        } catch (const RpcError& error) {
            CHECK(error.code == RpcCode::InvalidParams);
            return error.what();
        }
        return "none";
    };
    NotedSession direct{relay.session()};
    const std::string by_relay = refusal(direct.client);
    CHECK(by_relay != "none");
    CHECK(refusal(session.client) == by_relay);
}

TEST_CASE("ForwardingService: parameters that are wrong are refused at once", "[forwarding]")
{
    ClientSettings nowhere;
    nowhere.port = 1;
    const ForwardingNode node{nowhere};
    CHECK_THROWS_WITH(
        (BundleStream{node.session(), {{"interest", {{{"circle", {8, 46, -1}}}}}}, Policy::Every}),
        ContainsSubstring("circle"));
}
