#include "relay/json/outgoing_states.h"

#include <vector>

#include "net/message/clock.h"
#include "relay/dis/entity_writer.h"
#include "tests/catch.h"

using namespace farfield::net;
using namespace farfield::net::relay;

namespace {

constexpr std::uint16_t site = 65'000;
constexpr std::uint64_t start_ns = 1'700'000'000 * ns_per_second;
constexpr double radius = 6'378'137.0;

/// An entity on the equator that moves east.
dis::EntityState moving(double metres_per_second)
{
    dis::EntityState state;
    state.id = {site, 1, 7};
    state.location = {radius, 0.0, 0.0};
    state.velocity = {0.0, metres_per_second, 0.0};
    state.algorithm = metres_per_second > 0.0 ? 2 : 1;
    return state;
}

std::vector<std::byte> pdu_of(const dis::EntityState& state)
{
    std::vector<std::byte> pdu(dis::entity_state_bytes);
    dis::write_entity_state(state, std::span<std::byte, dis::entity_state_bytes>{pdu});
    return pdu;
}

}  // namespace

TEST_CASE("OutgoingStates: what receivers reckon is not due, what is 1 m or 3 degrees off is", "[json]")
{
    OutgoingStates states{{.site = site}};
    dis::EntityState state = moving(10.0);
    CHECK(states.is_due(pdu_of(state), start_ns));
    state.location.y = 20.5;  // after 2 s
    CHECK_FALSE(states.is_due(pdu_of(state), start_ns + 2 * ns_per_second));
    state.location.y = 21.5;
    CHECK(states.is_due(pdu_of(state), start_ns + 2 * ns_per_second));
    state.orientation.psi = 0.04;  // 2.3 degrees
    CHECK_FALSE(states.is_due(pdu_of(state), start_ns + 2 * ns_per_second));
    state.orientation.psi = 0.06;
    CHECK(states.is_due(pdu_of(state), start_ns + 2 * ns_per_second));
    state.force = 2;
    CHECK(states.is_due(pdu_of(state), start_ns + 2 * ns_per_second));
}

TEST_CASE("OutgoingStates: one goes out at least each 5 s, and PDUs of other sites always", "[json]")
{
    OutgoingStates states{{.site = site}};
    const auto pdu = pdu_of(moving(0.0));
    CHECK(states.is_due(pdu, start_ns));
    CHECK_FALSE(states.is_due(pdu, start_ns + 4'900 * ns_per_ms));
    CHECK(states.is_due(pdu, start_ns + 5'000 * ns_per_ms));
    dis::EntityState other = moving(0.0);
    other.id.site = 17;
    CHECK(states.is_due(pdu_of(other), start_ns));
    CHECK(states.is_due(pdu_of(other), start_ns));
}

TEST_CASE(
    "OutgoingStates: where no line comes, the reckoned state goes out each 5 s until the entity has left",
    "[json]")
{
    OutgoingStates states{{.site = site}};
    CHECK(states.is_due(pdu_of(moving(10.0)), start_ns));
    std::vector<double> sent;
    const auto send = [&](std::span<const std::byte> pdu) {
        dis::Pdu read;
        dis::EntityState state;
        REQUIRE(dis::read_pdu(pdu, read) == dis::PduFault::None);
        REQUIRE(dis::read_entity_state(read, state) == dis::PduFault::None);
        sent.push_back(state.location.y);
    };
    for (std::uint64_t second = 1; second <= 11; ++second)
        states.send_silent(start_ns + second * ns_per_second, send);
    REQUIRE(sent.size() == 2);
    CHECK(sent[0] == Approx(50.0));
    CHECK(sent[1] == Approx(100.0));
    states.forget({site, 1, 7});
    states.send_silent(start_ns + 60 * ns_per_second, send);
    CHECK(sent.size() == 2);
}

TEST_CASE("OutgoingStates: an entity that nothing comes of for twice its stale time is forgotten", "[json]")
{
    OutgoingStates states{{.site = site, .times = {.stale_ns = 12 * ns_per_second}}};
    CHECK(states.is_due(pdu_of(moving(10.0)), start_ns));
    std::uint64_t last_ns = 0;
    for (std::uint64_t second = 1; second <= 60; ++second)
        states.send_silent(start_ns + second * ns_per_second,
                           [&](std::span<const std::byte> /*pdu*/) { last_ns = second * ns_per_second; });
    CHECK(last_ns == 20 * ns_per_second);
}

TEST_CASE("OutgoingStates: of more entities than it keeps each state is due, and none is repeated", "[json]")
{
    OutgoingStates states{{.site = site, .max_entities = 1}};
    dis::EntityState other = moving(0.0);
    other.id.entity = 8;
    CHECK(states.is_due(pdu_of(moving(0.0)), start_ns));
    CHECK(states.is_due(pdu_of(other), start_ns));
    CHECK(states.is_due(pdu_of(other), start_ns));
    int repeated = 0;
    states.send_silent(start_ns + 5 * ns_per_second, [&](std::span<const std::byte>) { ++repeated; });
    CHECK(repeated == 1);
}
