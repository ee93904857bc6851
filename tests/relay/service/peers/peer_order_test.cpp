// What comes from a peer more than once, and in another order than it was sent.
#include <algorithm>
#include <cstring>
#include <map>
#include <random>
#include <set>

#include "net/message/byte_order.h"
#include "relay/dis/entity_writer.h"
#include "tests/catch.h"
#include "tests/relay/service/peers/raw_publisher.h"
#include "tests/relay/service/served_relay.h"

using namespace farfield;
using namespace farfield::net;
using namespace farfield::net::relay;
using namespace farfield::net::relay::test;

namespace {

constexpr std::uint32_t messages_sent = 2'000, entities_sent = 20, in_bundle = 100;
constexpr std::uint64_t first_number = 1'000'000;

std::uint32_t entity_of_number(std::uint32_t number)
{
    return number % entities_sent;
}

/// A state of an entity that has its number as its appearance.
std::vector<std::byte> state_with(std::uint32_t number)
{
    dis::EntityState state;
    state.exercise = 1;
    state.id = {3, static_cast<std::uint16_t>(1 + entity_of_number(number) % 2),
                static_cast<std::uint16_t>(1 + entity_of_number(number))};
    state.location = {6'378'137.0, 0.0, 0.0};
    state.appearance = number;
    std::vector<std::byte> bytes(dis::entity_state_bytes);
    dis::write_entity_state(state, std::span<std::byte, dis::entity_state_bytes>{bytes});
    return bytes;
}

std::uint32_t number_of(std::span<const std::byte> pdu)
{
    constexpr std::size_t appearance = 84;
    return load_big<std::uint32_t>(pdu.data() + appearance);
}

/// The numbers from 0 on as they arrive: of each twenty about one comes later, and one again.
std::vector<std::uint32_t> disturbed_order()
{
    constexpr double share = 0.05;
    std::mt19937 random{7};
    std::bernoulli_distribution is_disturbed{share};
    std::uniform_real_distribution<double> delay{1.0, 50.0};
    std::vector<std::pair<double, std::uint32_t>> order;
    for (std::uint32_t number = 0; number < messages_sent; ++number) {
        const double at = number;
        order.emplace_back(is_disturbed(random) ? at + delay(random) : at, number);
        if (is_disturbed(random)) order.emplace_back(at + delay(random), number);
    }
    std::ranges::stable_sort(order, {}, &std::pair<double, std::uint32_t>::first);
    std::vector<std::uint32_t> numbers;
    for (const auto& [at, number] : order) numbers.push_back(number);
    return numbers;
}

/// Bundles of these messages, as a relay with the id 9 has them from the simulators.
std::vector<std::vector<std::byte>> bundles_of(const std::vector<std::uint32_t>& numbers)
{
    std::vector<std::vector<std::byte>> bundles;
    std::vector<std::byte> memory(model::max_bundle_bytes);
    for (std::size_t begin = 0; begin < numbers.size(); begin += in_bundle) {
        const std::size_t end = std::min<std::size_t>(begin + in_bundle, numbers.size());
        BundleBuilder builder{memory, in_bundle};
        for (std::size_t i = begin; i < end; ++i) {
            const auto pdu = state_with(numbers[i]);
            REQUIRE(builder.add(
                {.bytes = pdu,
                 .flags = model::record_routed,
                 .source = 3U << 16U | (1 + entity_of_number(numbers[i]) % 2),
                 .arrival_ns = 1 + numbers[i],
                 .route = {.number = first_number + numbers[i], .origin = 9, .hops_left = max_hops}}));
        }
        const auto payload = builder.finish(
            {.number = bundles.size(), .closed_at_ns = 1 + messages_sent, .messages_before = begin});
        bundles.emplace_back(payload.begin(), payload.end());
    }
    return bundles;
}

}  // namespace

TEST_CASE("Peers: of 5 % doubled and 5 % overtaken messages each comes once, in order or counted as late",
          "[relay]")
{
    const FreePort port;
    ServedRelay served{{"dis:127.0.0.1:" + std::to_string(port.number())}};
    BundleStream listener{served.session(), {{"history", "none"}}, Policy::Every};
    RawPublisher peer{served.session(), true, {{"relay", 9}}};
    const auto arrivals = disturbed_order();

    // Each first time counts; of an entity what is older than one that came before is late.
    std::set<std::uint32_t> seen;
    std::map<std::uint32_t, std::uint32_t> newest;
    std::vector<std::uint32_t> expected;
    for (const std::uint32_t number : arrivals) {
        if (!seen.insert(number).second) continue;
        const auto [known, is_first] = newest.try_emplace(entity_of_number(number), number);
        if (!is_first && number < known->second) continue;
        known->second = number;
        expected.push_back(number);
    }
    REQUIRE(arrivals.size() > messages_sent);
    REQUIRE(expected.size() < messages_sent);

    std::uint64_t sent = 0;
    for (auto& bundle : bundles_of(arrivals)) {
        REQUIRE(eventually([&] { return peer.granted() > sent; }));
        peer.send(std::move(bundle));
        ++sent;
    }
    std::vector<std::uint32_t> found;
    for (const Copy& copy : receive(listener, expected.size())) found.push_back(number_of(copy.bytes));
    CHECK(found == expected);

    const auto account_of = [&] { return served.relay().stats().publishers.at(0); };
    REQUIRE(eventually([&] { return account_of().received == arrivals.size(); }));
    CHECK(account_of().duplicate == arrivals.size() - messages_sent);
    CHECK(account_of().core == messages_sent);
    const auto subscriber = served.relay().stats().subscribers.at(0);
    CHECK(subscriber.offered == messages_sent);
    CHECK(subscriber.delivered == expected.size());
    CHECK(subscriber.late == messages_sent - expected.size());
}

TEST_CASE("Peers: a record that says it may pass more relays than any is malformed", "[relay]")
{
    const FreePort port;
    ServedRelay served{{"dis:127.0.0.1:" + std::to_string(port.number())}};
    BundleStream listener{served.session(), {{"history", "none"}}, Policy::Every};
    RawPublisher peer{served.session(), true, {{"relay", 9}}};
    std::vector<std::byte> memory(model::max_bundle_bytes);
    BundleBuilder builder{memory, 2};
    std::uint64_t number = 1;
    for (const std::uint8_t hops_left : {std::uint8_t{255}, max_hops}) {
        const auto pdu = state_with(static_cast<std::uint32_t>(number));
        REQUIRE(builder.add({.bytes = pdu,
                             .flags = model::record_routed,
                             .source = 3U << 16U | 1U,
                             .arrival_ns = number,
                             .route = {.number = number, .origin = 9, .hops_left = hops_left}}));
        ++number;
    }
    const auto payload = builder.finish({.closed_at_ns = 5});
    REQUIRE(eventually([&] { return peer.granted() > 0; }));
    peer.send({payload.begin(), payload.end()});
    CHECK(receive(listener, 1).size() == 1);
    const auto account = served.relay().stats().publishers.at(0);
    CHECK(account.malformed == 1);
    CHECK(account.core == 1);
}
