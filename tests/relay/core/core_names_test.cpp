#include <algorithm>

#include "tests/catch.h"
#include "tests/relay/core/traffic.h"

using namespace farfield;
using namespace farfield::net::relay;
using namespace farfield::net::relay::test;

namespace {

constexpr std::uint64_t one_second = ns_per_second;
constexpr std::uint64_t drifter = entity_of(65'000, 1, 1);
const std::vector<std::byte> drifter_state(144, std::byte{1}), drifter_name(20, std::byte{5}),
    first_values(30, std::byte{6}), last_values(31, std::byte{7});

Message beside(RecordKind kind, std::uint64_t arrival_ns, std::span<const std::byte> bytes)
{
    Message message = pdu(0, drifter, arrival_ns, bytes);
    message.kind = kind;
    message.longitude = std::numeric_limits<double>::quiet_NaN();  // where the entity is
    return message;
}

/// A line's state and values.
void take_line(RelayCore& core, std::uint64_t arrival_ns, std::span<const std::byte> values)
{
    core.take(pdu(pdu_entity_state, drifter, arrival_ns, drifter_state));
    core.take(beside(RecordKind::Values, arrival_ns, values));
}

std::vector<RecordKind> kinds_of(const std::vector<Record>& records)
{
    std::vector<RecordKind> kinds;
    for (const Record& record : records) kinds.push_back(record.kind);
    return kinds;
}

}  // namespace

TEST_CASE("RelayCore: a subscriber that comes later has an entity's name and last values", "[relay]")
{
    RelayCore core{{}};
    take_line(core, one_second, first_values);
    core.take(beside(RecordKind::Name, one_second, drifter_name));
    take_line(core, 2 * one_second, last_values);
    const auto id = core.add_subscriber({}, 3 * one_second);
    Receiver receiver;
    const auto records = receiver.receive(core, id, 4 * one_second);
    CHECK(kinds_of(records) == std::vector{RecordKind::Dis, RecordKind::Values, RecordKind::Name});
    CHECK(std::ranges::equal(records.at(1).bytes, last_values));
    CHECK(std::ranges::equal(records.at(2).bytes, drifter_name));
}

TEST_CASE("RelayCore: an entity that comes into an interest brings its name along", "[relay]")
{
    RelayCore core{{}};
    const auto id = core.add_subscriber({.params = interest_in({model::CircleArea{8.0, 46.0, 10.0}})}, 0);
    Receiver receiver;
    Message far = pdu(pdu_entity_state, drifter, one_second, drifter_state);
    far.latitude = 50.0;
    core.take(far);
    core.take(beside(RecordKind::Name, one_second, drifter_name));
    CHECK(receiver.receive(core, id, one_second + 5 * ns_per_ms).empty());
    core.take(pdu(pdu_entity_state, drifter, 2 * one_second, drifter_state));
    CHECK(kinds_of(receiver.receive(core, id, 3 * one_second)) ==
          std::vector{RecordKind::Dis, RecordKind::Name});
    core.take(pdu(pdu_entity_state, drifter, 4 * one_second, drifter_state));
    CHECK(kinds_of(receiver.receive(core, id, 5 * one_second)) == std::vector{RecordKind::Dis});
}

TEST_CASE("RelayCore: of values one record waits for a subscriber that conflates", "[relay]")
{
    RelayCore core{{}};
    const auto id = core.add_subscriber({.conflates = true, .needs_credits = true}, 0);
    for (std::uint64_t i = 0; i < 10; ++i)
        take_line(core, one_second + i, i == 9 ? last_values : first_values);
    core.grant_credits(id, 1);
    Receiver receiver;
    const auto records = receiver.receive(core, id, 2 * one_second);
    CHECK(kinds_of(records) == std::vector{RecordKind::Dis, RecordKind::Values});
    CHECK(std::ranges::equal(records.at(1).bytes, last_values));
    const Endings endings = core.stats().subscribers[0].endings;
    CHECK(endings.conflated == 18);
    CHECK(endings.offered == endings.sum());
}

TEST_CASE("RelayCore: values are held and sent with the state that they came with", "[relay]")
{
    RelayCore core{{}};
    const auto id = core.add_subscriber({.params = {.rate = 1.0}}, 0);
    Receiver receiver;
    take_line(core, one_second, first_values);
    CHECK(receiver.receive(core, id, one_second + 5 * ns_per_ms).size() == 2);
    take_line(core, one_second + 10 * ns_per_ms, last_values);
    CHECK(receiver.receive(core, id, one_second + 500 * ns_per_ms).empty());
    CHECK(kinds_of(receiver.receive(core, id, 2 * one_second)) ==
          std::vector{RecordKind::Dis, RecordKind::Values});
}

TEST_CASE("RelayCore: the store has nothing of an entity that timed out, its name neither", "[relay]")
{
    RelayCore core{{}};
    take_line(core, one_second, first_values);
    core.take(beside(RecordKind::Name, one_second, drifter_name));
    CHECK(core.store().messages() == 3);
    for (std::uint64_t now = 0; now < 100; ++now) core.tick(40 * one_second + now * 5 * ns_per_ms);
    CHECK(core.entities().size() == 0);
    CHECK(core.store().messages() == 0);
}
