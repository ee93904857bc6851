#include "relay/sockets/classification.h"

#include <array>
#include <vector>

#include "model/programs/bundles/entity_bundle.h"
#include "relay/dis/entity_layout.h"
#include "relay/dis/entity_writer.h"
#include "relay/dis/time_stamp.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::net;
using namespace farfield::net::relay;

namespace {

std::vector<std::byte> state_with(const dis::EntityState& state)
{
    std::vector<std::byte> bytes(dis::entity_state_bytes);
    dis::write_entity_state(state, std::span<std::byte, dis::entity_state_bytes>{bytes});
    return bytes;
}

dis::EntityState somewhere()
{
    dis::EntityState state;
    state.exercise = 7;
    state.id = {17, 23, 1};
    state.force = 2;
    state.type.kind = 1;
    state.type.domain = 3;
    state.location = model::geocentric_of({8.0, 46.5, 500.0});
    return state;
}

/// A PDU of a type that is not decoded beyond its header and source.
std::vector<std::byte> header_of_type(unsigned type)
{
    std::vector<std::byte> bytes(160);
    bytes[0] = std::byte{7};
    bytes[2] = static_cast<std::byte>(type);
    bytes[9] = static_cast<std::byte>(bytes.size());
    return bytes;
}

std::vector<Message> messages_in(std::span<const std::byte> datagram, std::uint32_t& malformed)
{
    std::vector<Message> all;
    malformed = read_messages(DatagramKind::Dis, datagram, {.input = 3, .arrival_ns = 99, .sender = 5},
                              [&all](const Message& message) { all.push_back(message); });
    return all;
}

}  // namespace

TEST_CASE("read_messages: a state says of which entity it is, and where that is", "[relay]")
{
    const auto bytes = state_with(somewhere());
    std::uint32_t malformed = 9;
    const auto messages = messages_in(bytes, malformed);
    REQUIRE(messages.size() == 1);
    CHECK(malformed == 0);
    const Message& message = messages[0];
    CHECK(message.source == 0x110017);
    CHECK(message.entity == 0x1100170001);
    CHECK(message.exercise == 7);
    CHECK(message.force == 2);
    CHECK(message.entity_kind == 1);
    CHECK(message.domain == 3);
    CHECK(message.longitude == Approx(8.0).margin(1e-5));
    CHECK(message.latitude == Approx(46.5).margin(1e-5));
    CHECK(message.is_standing);
    CHECK(message.input == 3);
    CHECK(message.arrival_ns == 99);
    CHECK(message.sender == 5);
}

TEST_CASE("read_messages: an entity with a velocity does not stand", "[relay]")
{
    dis::EntityState state = somewhere();
    state.velocity = {0.0, 0.0, 0.5};
    std::uint32_t malformed = 0;
    CHECK_FALSE(messages_in(state_with(state), malformed).at(0).is_standing);
}

TEST_CASE("read_messages: all PDUs of a datagram, and of an unknown type those too", "[relay]")
{
    auto bytes = state_with(somewhere());
    const auto other = header_of_type(23);
    bytes.insert(bytes.end(), other.begin(), other.end());
    std::uint32_t malformed = 0;
    const auto messages = messages_in(bytes, malformed);
    REQUIRE(messages.size() == 2);
    CHECK(messages[1].pdu_type == 23);
    CHECK(messages[1].bytes.size() == other.size());
}

TEST_CASE("read_messages: a Remove is about the entity that receives it, and of the source that sends it",
          "[relay]")
{
    // Remove Entity by 1:2:3 of the entity 17:23:1 (IEEE 1278.1-2012, 7.5.3).
    std::vector<std::byte> bytes(28);
    bytes[0] = std::byte{7};
    bytes[2] = std::byte{12};
    bytes[9] = std::byte{28};
    for (const auto& [offset, value] : {std::pair{13, 1}, {15, 2}, {17, 3}, {19, 17}, {21, 23}, {23, 1}})
        bytes[static_cast<std::size_t>(offset)] = static_cast<std::byte>(value);
    std::uint32_t malformed = 0;
    const auto messages = messages_in(bytes, malformed);
    REQUIRE(messages.size() == 1);
    CHECK(messages[0].entity == dis::EntityId{17, 23, 1}.key());
    CHECK(messages[0].source == 0x10002);
}

TEST_CASE("verdict_of: events have priority, states have none, and nonsense is malformed", "[relay]")
{
    CHECK(verdict_of(DatagramKind::Dis, state_with(somewhere())) == Verdict::Ordinary);
    for (const unsigned type : {2U, 3U, 4U, 12U, 13U, 14U})
        CHECK(verdict_of(DatagramKind::Dis, header_of_type(type)) == Verdict::Priority);
    CHECK(verdict_of(DatagramKind::Dis, {}) == Verdict::Malformed);
    CHECK(verdict_of(DatagramKind::Dis, std::vector(40, std::byte{0xff})) == Verdict::Malformed);
}

TEST_CASE("verdict_of: the lowest bit of an address stands for priority", "[relay]")
{
    const std::array even{std::byte{1}, std::byte{2}, std::byte{0}};
    const std::array odd{std::byte{1}, std::byte{3}, std::byte{0}};
    CHECK(verdict_of(DatagramKind::Addressed, even) == Verdict::Ordinary);
    CHECK(verdict_of(DatagramKind::Addressed, odd) == Verdict::Priority);
    CHECK(verdict_of(DatagramKind::Addressed, std::span{odd}.first(1)) == Verdict::Malformed);
}

TEST_CASE("read_messages: what is more than 5 s behind when it is taken is marked as old", "[relay]")
{
    constexpr std::uint64_t second = 1'000'000'000, arrival = 1'700'000'000 * second;
    const auto flags = [](std::uint32_t stamp, std::uint64_t taken_ns) {
        dis::EntityState state = somewhere();
        state.time_stamp = stamp;
        std::uint8_t found = 0xFF;
        (void)read_messages(DatagramKind::Dis, state_with(state),
                            {.arrival_ns = arrival, .taken_ns = taken_ns},
                            [&found](const Message& message) { found = message.flags; });
        return found;
    };
    constexpr std::uint32_t relative = 1234U << 1U;
    CHECK(flags(relative, arrival + 4 * second) == 0);
    CHECK(flags(relative, arrival + 6 * second) == model::record_old);
    CHECK(flags(dis::absolute_stamp(arrival - 3 * second), arrival) == 0);
    CHECK(flags(dis::absolute_stamp(arrival - 6 * second), arrival) == model::record_old);
    CHECK(flags(dis::absolute_stamp(arrival - 3 * second), arrival + 3 * second) == model::record_old);
    CHECK(flags(dis::absolute_stamp(arrival + 3 * second), arrival) == 0);
    // A clock that is an hour and a half wrong says nothing.
    CHECK(flags(dis::absolute_stamp(arrival - 5'400 * second), arrival) == 0);
    // Of a file nothing is old.
    CHECK(flags(dis::absolute_stamp(arrival - 6 * second), 0) == 0);
}
