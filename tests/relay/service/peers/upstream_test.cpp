#include "relay/dis/entity_writer.h"
#include "relay/peers/bundle_publisher.h"
#include "relay/peers/upstream_bundles.h"
#include "relay/traffic/moving_entities.h"
#include "tests/catch.h"
#include "tests/relay/service/peers/eventually.h"
#include "tests/relay/service/peers/raw_publisher.h"
#include "tests/relay/service/served_relay.h"

using namespace farfield;
using namespace farfield::net;
using namespace farfield::net::relay;
using namespace farfield::net::relay::test;
using Catch::Matchers::ContainsSubstring;

namespace {

std::vector<std::byte> state_pdu(std::uint32_t index)
{
    const MovingEntities entities{{.entities = 100, .site = 17, .application = 23}};
    std::vector<std::byte> pdu(dis::entity_state_bytes);
    entities.write(index, 0.0, std::span<std::byte, dis::entity_state_bytes>{pdu});
    return pdu;
}

constexpr std::uint32_t source = 17U << 16U | 23U;

std::string input_of(const FreePort& port)
{
    return "dis:127.0.0.1:" + std::to_string(port.number());
}

}  // namespace

TEST_CASE("Upstream: bundles of a publisher reach all other subscribers, byte for byte", "[relay]")
{
    const FreePort port;
    ServedRelay served{{input_of(port)}};
    BundleStream one{served.session(), Json::object(), Policy::Every};
    BundleStream two{served.session(), Json::object(), Policy::Every};
    BundlePublisher publisher{served.session()};
    for (std::uint32_t i = 0; i < 100; ++i) publisher.add({.bytes = state_pdu(i), .source = source});
    publisher.finish();
    for (BundleStream* listener : {&one, &two}) {
        const auto records = receive(*listener, 100);
        REQUIRE(records.size() == 100);
        for (std::uint32_t i = 0; i < 100; ++i) {
            CHECK(records[i].bytes == state_pdu(i));
            CHECK(records[i].source == source);
        }
    }
    const model::RelayStats stats = served.relay().stats();
    REQUIRE(stats.publishers.size() == 1);
    CHECK(stats.publishers[0].received == 100);
    CHECK(stats.publishers[0].core == 100);
    CHECK(stats.taken == 100);
    CHECK(stats.published == 100);
    REQUIRE(stats.subscribers.size() == 3);
    CHECK(stats.subscribers[2].own == 100);
    CHECK(stats.subscribers[2].delivered == 0);
    for (const auto& subscriber : stats.subscribers) CHECK(subscriber.offered == 100);
}

TEST_CASE("Upstream: a record that is no message is counted, and the others of its bundle are taken",
          "[relay]")
{
    const FreePort port;
    ServedRelay served{{input_of(port)}};
    BundleStream listener{served.session(), Json::object(), Policy::Every};
    BundlePublisher publisher{served.session()};
    const std::vector<std::byte> noise(20, std::byte{0xff});
    std::vector<std::byte> two_in_one = state_pdu(1);
    two_in_one.insert(two_in_one.end(), 8, std::byte{0});
    publisher.add({.bytes = state_pdu(0), .source = source});
    publisher.add({.bytes = noise, .source = source});
    publisher.add({.bytes = two_in_one, .source = source});
    publisher.add({.bytes = noise, .kind = RecordKind::Control, .source = source});
    std::vector<std::byte> long_name(8 + 257, std::byte{'x'});
    std::vector<std::byte> broken_name(8 + 2, std::byte{0xff});
    for (auto* name : {&long_name, &broken_name})
        publisher.add({.bytes = *name, .kind = RecordKind::Name, .source = source});
    publisher.add({.bytes = state_pdu(2), .source = source});
    publisher.finish();
    CHECK(receive(listener, 2).size() == 2);
    const auto account = served.relay().stats().publishers.at(0);
    CHECK(account.received == 7);
    CHECK(account.malformed == 5);
    CHECK(account.core == 2);
}

TEST_CASE("Upstream: a bundle with an index that lies ends its session as malformed, and no other", "[relay]")
{
    const FreePort port;
    ServedRelay served{{input_of(port)}};
    BundleStream listener{served.session(), Json::object(), Policy::Every};
    BundlePublisher other{served.session()};
    RawPublisher publisher{served.session(), true};
    REQUIRE(eventually([&] { return publisher.granted() > 0; }));
    std::vector<std::byte> lying = bundle_of(state_pdu(0));
    lying[model::bundle_preamble_bytes + 2] = std::byte{0xff};  // the record's offset
    publisher.send(lying);
    REQUIRE(eventually([&] { return !publisher.why_lost().empty(); }));
    CHECK_THAT(publisher.why_lost(), ContainsSubstring("malformed"));
    other.add({.bytes = state_pdu(3), .source = source});
    other.finish();
    CHECK(receive(listener, 1).size() == 1);
    CHECK(served.relay().stats().taken == 1);
}

TEST_CASE("Upstream: a count of earlier messages that cannot be is no loss", "[relay]")
{
    const FreePort port;
    ServedRelay served{{input_of(port)}};
    RawPublisher publisher{served.session(), true};
    constexpr std::size_t messages_before = 32;  // its place in the preamble
    std::uint64_t sent = 0;
    for (const std::uint64_t before :
         {std::uint64_t{0}, ~std::uint64_t{0}, std::uint64_t{0}, ~std::uint64_t{0} / 2, std::uint64_t{5}}) {
        std::vector<std::byte> bundle = bundle_of(state_pdu(0));
        store_big(bundle.data() + messages_before, before);
        REQUIRE(eventually([&] { return publisher.granted() > sent; }));
        publisher.send(bundle);
        ++sent;
        REQUIRE(eventually([&] { return served.relay().stats().taken == sent; }));
    }
    CHECK(served.relay().stats().publishers.at(0).lost < 10);
}

TEST_CASE("Upstream: a bundle without the right to publish is refused", "[relay]")
{
    const FreePort port;
    ServedRelay served{{input_of(port)}};
    RawPublisher publisher{served.session(), false};
    publisher.send(bundle_of(state_pdu(0)));
    REQUIRE(eventually([&] { return !publisher.why_lost().empty(); }));
    CHECK_THAT(publisher.why_lost(), ContainsSubstring("without a credit"));
    CHECK(publisher.granted() == 0);
    CHECK(served.relay().stats().taken == 0);
}

TEST_CASE("Upstream: a publisher that sends more bundles than it was granted is ended", "[relay]")
{
    const FreePort port;
    ServedRelay served{{input_of(port)}};
    BundleStream listener{served.session(), Json::object(), Policy::Every};
    RawPublisher publisher{served.session(), true};
    REQUIRE(eventually([&] { return publisher.granted() > 0; }));
    const std::vector<std::byte> bundle = bundle_of(state_pdu(0));
    for (int i = 0; i < 10'000 && publisher.why_lost().empty(); ++i) publisher.send(bundle);
    REQUIRE(eventually([&] { return !publisher.why_lost().empty(); }));
    CHECK_THAT(publisher.why_lost(), ContainsSubstring("without a credit"));
    CHECK(eventually([&] { return served.relay().stats().subscribers.size() == 1; }));
}

TEST_CASE("Upstream: where publish becomes false, no further bundle is granted", "[relay]")
{
    const FreePort port;
    ServedRelay served{{input_of(port)}};
    RawPublisher publisher{served.session(), true};
    REQUIRE(eventually([&] { return publisher.granted() == UpstreamBundles::places; }));
    (void)publisher.client().call("program.update",
                                  {{"stream", publisher.stream()}, {"params", {{"publish", false}}}});
    for (std::size_t i = 0; i < UpstreamBundles::places; ++i) publisher.send(bundle_of(state_pdu(0)));
    (void)publisher.client().call("relay.info", Json::object());
    CHECK(served.relay().stats().taken == 0);
    CHECK(publisher.granted() == UpstreamBundles::places);
    (void)publisher.client().call("program.update",
                                  {{"stream", publisher.stream()}, {"params", {{"publish", true}}}});
    CHECK(eventually([&] { return publisher.granted() == 2 * UpstreamBundles::places; }));
}
