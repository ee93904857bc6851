// Relays that are linked, in one process, over real sockets.
#include <map>
#include <mutex>

#include "relay/peers/bundle_publisher.h"
#include "relay/traffic/moving_entities.h"
#include "tests/catch.h"
#include "tests/relay/service/peers/eventually.h"
#include "tests/relay/service/served_relay.h"

using namespace farfield;
using namespace farfield::net;
using namespace farfield::net::relay;
using namespace farfield::net::relay::test;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr std::uint16_t site_of_states = 17;

std::vector<std::byte> state_at(std::uint32_t index, double longitude = 8.0)
{
    const MovingEntities entities{{.motion = Motion::Still,
                                   .longitude = longitude,
                                   .latitude = 46.0,
                                   .km = 1.0,
                                   .entities = 1'000,
                                   .site = site_of_states}};
    std::vector<std::byte> pdu(dis::entity_state_bytes);
    entities.write(index, 0.0, std::span<std::byte, dis::entity_state_bytes>{pdu});
    return pdu;
}

void publish(const ServedRelay& relay, std::uint32_t first, std::uint32_t count, double longitude = 8.0)
{
    BundlePublisher publisher{relay.session()};
    for (std::uint32_t i = first; i < first + count; ++i)
        publisher.add({.bytes = state_at(i, longitude), .source = std::uint32_t{site_of_states} << 16U | 1U});
    publisher.finish();
}

/// A relay with an id that is linked to others.
RelaySettings linked(std::uint32_t id, std::vector<std::uint16_t> peers, const FreePort& input)
{
    RelaySettings settings;
    settings.core.bundles.relay = id;
    settings.inputs = {"dis:127.0.0.1:" + std::to_string(input.number())};
    for (const std::uint16_t port : peers) settings.peers.push_back("127.0.0.1:" + std::to_string(port));
    return settings;
}

/// Of the input that is the peer: the last one.
model::RelayInput peer_of(ServedRelay& relay)
{
    return relay.relay().info().inputs.back();
}

bool is_up(ServedRelay& relay)
{
    return peer_of(relay).state == model::InputState::Up;
}

/// Whether another relay has asked this one for everything.
bool is_asked(ServedRelay& relay)
{
    return eventually([&] {
        const auto interest = relay.relay().interest_for(0xffffffff, nullptr).interest;
        return interest == InterestShapes{model::InterestShape{}};
    });
}

std::uint64_t duplicates(ServedRelay& relay)
{
    std::uint64_t sum = 0;
    for (const auto& one : relay.relay().stats().publishers) sum += one.duplicate;
    return sum;
}

std::uint64_t delivered_in_all(ServedRelay& relay)
{
    std::uint64_t sum = 0;
    for (const auto& one : relay.relay().stats().subscribers) sum += one.delivered;
    return sum;
}

void check_sums(ServedRelay& relay)
{
    const model::RelayStats stats = relay.relay().stats();
    for (const auto& one : stats.subscribers)
        CHECK(one.offered ==
              one.delivered + one.own + one.filtered + one.conflated + one.policy + one.late + one.waiting);
    std::uint64_t taken = 0;
    for (const auto& one : stats.publishers) {
        CHECK(one.received == one.malformed + one.duplicate + one.returned + one.departures + one.core);
        CHECK(one.lost == 0);
        taken += one.core;
    }
    for (const auto& one : stats.inputs) CHECK(one.received == one.malformed + one.ring + one.core);
    CHECK(stats.taken == taken);
}

}  // namespace

TEST_CASE("Peers: an input that is another relay brings its bundles, byte for byte", "[relay]")
{
    const FreePort port;
    ServedRelay far_one{linked(2, {}, port)};
    RelaySettings settings;
    settings.core.bundles.relay = 1;
    settings.inputs = {"peer:127.0.0.1:" + std::to_string(far_one.session().port)};
    ServedRelay near_one{settings};
    BundleStream listener{near_one.session(), Json::object(), Policy::Every};
    REQUIRE(is_asked(far_one));
    publish(far_one, 0, 50);
    const auto records = receive(listener, 50);
    REQUIRE(records.size() == 50);
    for (std::uint32_t i = 0; i < 50; ++i) CHECK(records[i].bytes == state_at(i));
    CHECK(peer_of(near_one).state == model::InputState::Up);
    CHECK(near_one.relay().stats().inputs.at(0).messages == 50);
    publish(near_one, 100, 1);
    CHECK(receive(listener, 1).size() == 1);
    CHECK(far_one.relay().stats().taken == 50);
    check_sums(near_one);
}

TEST_CASE("Peers: of two linked relays each has what the other one's subscribers want", "[relay]")
{
    const FreePort port;
    ServedRelay one{linked(1, {}, port)};
    ServedRelay two{linked(2, {one.session().port}, port)};
    BundleStream at_one{one.session(), Json::object(), Policy::Every};
    BundleStream at_two{two.session(), Json::object(), Policy::Every};
    publish(one, 0, 100);
    CHECK(receive(at_two, 100).size() == 100);
    CHECK(receive(at_one, 100).size() == 100);
    publish(two, 100, 100);
    CHECK(receive(at_one, 100).size() == 100);
    CHECK(receive(at_two, 100).size() == 100);
    CHECK(one.relay().stats().taken == 200);
    CHECK(two.relay().stats().taken == 200);
    check_sums(one);
    check_sums(two);
}

TEST_CASE("Peers: in a ring of three each subscriber has each message once", "[relay]")
{
    constexpr std::uint32_t sent = 500, first_mark = 998, last_mark = 999;
    const FreePort port;
    const std::uint16_t first_port = unused_port();
    ServedRelay two{linked(2, {first_port}, port)};
    ServedRelay three{linked(3, {two.session().port}, port)};
    ServedRelay one{linked(1, {three.session().port}, port), first_port};
    BundleStream at_one{one.session(), Json::object(), Policy::Every};
    BundleStream at_two{two.session(), Json::object(), Policy::Every};
    BundleStream at_three{three.session(), Json::object(), Policy::Every};
    REQUIRE(eventually([&] {
        publish(one, first_mark, 1);
        return duplicates(two) + duplicates(three) > 0;  // the ring is closed
    }));
    publish(one, 0, sent);
    for (BundleStream* listener : {&at_one, &at_two, &at_three}) {
        std::map<std::vector<std::byte>, int> times;
        const auto hear = [&] {
            const auto records = receive(*listener, 1);
            REQUIRE_FALSE(records.empty());
            for (const auto& record : records) ++times[record.bytes];
        };
        while (times.size() < sent + 1) hear();
        publish(one, last_mark, 1);
        while (!times.contains(state_at(last_mark))) hear();
        for (std::uint32_t i = 0; i < sent; ++i) CHECK(times[state_at(i)] == 1);
    }
    for (ServedRelay* relay : {&one, &two, &three}) check_sums(*relay);
}

TEST_CASE("Peers: of an entity each relay says where it began, and how many have passed it on", "[relay]")
{
    const FreePort port;
    ServedRelay one{linked(1, {}, port)};
    ServedRelay two{linked(2, {one.session().port}, port)};
    ServedRelay three{linked(3, {two.session().port}, port)};
    BundleStream listener{three.session(), Json::object(), Policy::Every};
    REQUIRE(is_asked(one));
    publish(one, 0, 1);
    CHECK(receive(listener, 1).size() == 1);
    const auto path_at = [](ServedRelay& relay) {
        const auto entities = relay.relay().entities({}).entities;
        const auto details = relay.relay().entity(entities.at(0).id);
        return std::pair{details->origin, details->hops};
    };
    using Path = std::pair<std::optional<std::uint32_t>, std::optional<std::uint32_t>>;
    CHECK(path_at(one) == Path{});
    CHECK(path_at(two) == Path{1, 1});
    CHECK(path_at(three) == Path{1, 2});
}

TEST_CASE("Peers: one id twice is refused by name", "[relay]")
{
    const FreePort port;
    ServedRelay one{linked(7, {}, port)};
    ServedRelay other{linked(7, {one.session().port}, port)};
    REQUIRE(eventually([&] { return peer_of(other).message.find("relay id 7") != std::string::npos; }));
    CHECK(peer_of(other).state == model::InputState::Down);
    CHECK_THAT(peer_of(other).message, ContainsSubstring("this relay has the same one"));
    ServedRelay third{linked(8, {one.session().port}, port)};
    REQUIRE(eventually([&] { return is_up(third); }));
    ServedRelay fourth{linked(8, {one.session().port}, port)};
    REQUIRE(eventually(
        [&] { return peer_of(fourth).message.find("another peer of this relay") != std::string::npos; }));
    CHECK_THAT(peer_of(fourth).message, ContainsSubstring("relay id 8"));
}

TEST_CASE("Peers: after a peer was away interest and the whole picture are there again", "[relay]")
{
    const FreePort port;
    const std::uint16_t far_port = unused_port();
    auto far_one = std::make_unique<ServedRelay>(linked(2, {}, port), far_port);
    ServedRelay near_one{linked(1, {far_port}, port)};
    std::mutex mutex;
    std::vector<std::string> states;
    Client watcher{near_one.session(),
                   {.frame_arrived = {},
                    .notified =
                        [&](const std::string& method, const Json& news) {
                            const std::lock_guard lock(mutex);
                            if (method == "entities.input")
                                states.push_back(news.at("state").get<std::string>());
                        },
                    .lost = {}}};
    (void)watcher.call("relay.info", Json::object());
    BundleStream listener{near_one.session(), Json::object(), Policy::Every};
    REQUIRE(eventually([&] { return is_up(near_one); }));
    publish(near_one, 0, 10);
    CHECK(receive(listener, 10).size() == 10);
    far_one.reset();
    REQUIRE(eventually([&] { return peer_of(near_one).state == model::InputState::Down; }));
    far_one = std::make_unique<ServedRelay>(linked(2, {}, port), far_port);
    publish(*far_one, 20, 10);
    CHECK(receive(listener, 10).size() == 10);
    BundleStream far_listener{far_one->session(), Json::object(), Policy::Every};
    std::map<std::vector<std::byte>, int> times;
    for (const auto& record : receive(far_listener, 20)) ++times[record.bytes];
    for (const std::uint32_t i : {0U, 9U, 20U, 29U}) CHECK(times[state_at(i)] == 1);
    const std::lock_guard lock(mutex);
    CHECK(std::ranges::find(states, "down") != states.end());
    check_sums(near_one);
}

TEST_CASE("Peers: what no subscriber here wants is not asked for", "[relay]")
{
    const FreePort port;
    ServedRelay far_one{linked(2, {}, port)};
    ServedRelay near_one{linked(1, {far_one.session().port}, port)};
    REQUIRE(eventually([&] { return is_up(near_one); }));
    publish(far_one, 0, 10);
    CHECK(delivered_in_all(far_one) == 0);
    BundleStream listener{near_one.session(),
                          {{"interest", {{{"circle", {8.0, 46.0, 50.0}}}}}, {"history", "none"}},
                          Policy::Every};
    const InterestShapes circle{{.area = model::CircleArea{8.0, 46.0, 50.0}}};
    REQUIRE(eventually([&] { return far_one.relay().interest_for(99, nullptr).interest == circle; }));
    publish(far_one, 100, 20, 20.0);
    publish(far_one, 200, 20);
    CHECK(receive(listener, 30).size() == 30);
    CHECK(near_one.relay().stats().taken == 30);  // ten are the picture
    check_sums(near_one);
    check_sums(far_one);
}
