#include "relay/service/admission.h"

#include <fmt/format.h>

#include <array>

#include "relay/dis/entity_writer.h"
#include "tests/catch.h"
#include "tests/relay/service/served_relay.h"

using namespace farfield;
using namespace farfield::net;
using namespace farfield::net::relay;
using namespace farfield::net::relay::test;

namespace {

std::array<std::byte, dis::entity_state_bytes> state_in(std::uint8_t exercise, std::uint16_t site)
{
    dis::EntityState state;
    state.exercise = exercise;
    state.id = {site, 1, 1};
    state.location = {6'378'137.0, 0.0, 0.0};
    std::array<std::byte, dis::entity_state_bytes> pdu{};
    dis::write_entity_state(state, pdu);
    return pdu;
}

}  // namespace

TEST_CASE("Relay: PDUs of other exercises and sites than those that are taken are counted, and go nowhere",
          "[relay]")
{
    const std::uint16_t port = unused_port();
    RelaySettings settings;
    settings.inputs = {fmt::format("dis:127.0.0.1:{}", port)};
    settings.admission = {.exercises = {1, 3}, .sites = {17}};
    ServedRelay served{settings};
    BundleStream bundles{served.session(), Json::object(), Policy::Every};
    DatagramSender sender{{.to = {loopback_ipv4, port}}};
    for (const auto& pdu : {state_in(1, 18), state_in(2, 17), state_in(3, 17)}) {
        const std::array one{std::span<const std::byte>{pdu}};
        REQUIRE(sender.send(one) == 1);
    }
    const auto records = receive(bundles, 1);
    REQUIRE(records.size() == 1);
    CHECK(std::ranges::equal(records[0].bytes, state_in(3, 17)));
    const model::RelayStats stats = served.relay().stats();
    CHECK(stats.inputs.at(0).core == 3);
    CHECK(stats.inputs.at(0).foreign == 2);
    CHECK(stats.inputs.at(0).messages == 1);
    CHECK(stats.entities == 1);
}

TEST_CASE("Relay: accounts name the client of each subscriber", "[relay]")
{
    RelaySettings settings;
    settings.outputs = {fmt::format("dis:127.0.0.1:{}", unused_port())};
    ServedRelay served{settings};
    BundleStream bundles{served.session(), Json::object(), Policy::Every};
    const auto subscribers = served.relay().stats().subscribers;
    REQUIRE(subscribers.size() == 2);
    CHECK(subscribers[0].client == "output " + settings.outputs[0]);
    CHECK_THAT(subscribers[1].client, Catch::Matchers::ContainsSubstring("farfield (127.0.0.1:"));
}
