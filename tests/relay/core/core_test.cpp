#include <algorithm>

#include "model/fields/errors.h"
#include "tests/catch.h"
#include "tests/relay/core/traffic.h"

using namespace farfield::net::relay;
using namespace farfield::net::relay::test;
using namespace farfield;

namespace {
constexpr std::uint64_t ms = ns_per_ms, second = ns_per_second;
const std::vector<std::byte> state_bytes(144, std::byte{1}), later_bytes(150, std::byte{2}),
    event_bytes(96, std::byte{3});
const auto ship = entity_of(17, 23, 1), tank = entity_of(17, 23, 2);

bool is_departure(const Record& record, std::uint64_t entity, DepartureReason reason)
{
    if (record.kind != RecordKind::Gone || record.bytes.size() != 8) return false;
    std::uint64_t number = 0;
    for (const std::byte byte : record.bytes) number = number << 8U | static_cast<std::uint64_t>(byte);
    return number == (entity << 16U | static_cast<std::uint64_t>(reason));
}
}  // namespace

TEST_CASE("RelayCore: a message comes out byte for byte, at once after quiet", "[relay]")
{
    RelayCore core{{.bundles = {.relay = 9}}};
    const auto id = core.add_subscriber({}, 0);
    Receiver receiver;
    core.take(pdu(pdu_entity_state, ship, second / 2, state_bytes));
    CHECK(core.next_due_ns() == second / 2);
    const auto records = receiver.receive(core, id, second / 2);
    REQUIRE(records.size() == 1);
    CHECK(std::ranges::equal(records[0].bytes, state_bytes));
    CHECK(records[0].source == 0x110017);
    CHECK(records[0].flags == 0);
    CHECK(receiver.preamble.number == 0);
    CHECK(receiver.preamble.relay == 9);
    CHECK(receiver.preamble.oldest_ns == second / 2);
}

TEST_CASE("RelayCore: after a bundle the next one comes 5 ms later, with all that came", "[relay]")
{
    RelayCore core{{}};
    const auto id = core.add_subscriber({}, 0);
    Receiver receiver;
    core.take(addressed(4, second, state_bytes));
    REQUIRE(receiver.receive(core, id, second).size() == 1);
    for (std::uint64_t i = 1; i <= 4; ++i) {
        core.take(addressed(4, second + i * ms, state_bytes));
        CHECK(receiver.receive(core, id, second + i * ms).empty());
    }
    CHECK(core.next_due_ns() == second + 5 * ms);
    CHECK(receiver.receive(core, id, second + 5 * ms).size() == 4);
    CHECK(receiver.preamble.messages_before == 1);
}

TEST_CASE("RelayCore: a full bundle goes early", "[relay]")
{
    RelayCore core{{}};
    const auto id = core.add_subscriber({.bundle_bytes = 1'432}, 0);
    Receiver receiver;
    core.take(addressed(4, second, state_bytes));
    REQUIRE(receiver.receive(core, id, second).size() == 1);
    for (int i = 0; i < 9; ++i) core.take(addressed(4, second + 1, later_bytes));
    CHECK(receiver.receive(core, id, second + 2).size() == 8);  // of a datagram
    CHECK(receiver.receive(core, id, second + 3).empty());
}

TEST_CASE("RelayCore: the fixed rule closes bundles on a grid, the rule off one for each message", "[relay]")
{
    Receiver receiver;
    RelayCore fixed{{.bundles = {.mode = BundleMode::Fixed}}};
    const auto id = fixed.add_subscriber({}, 0);
    fixed.take(addressed(4, second + ms, state_bytes));
    fixed.take(addressed(4, second + 2 * ms, state_bytes));
    CHECK(receiver.receive(fixed, id, second + 4 * ms).empty());
    CHECK(receiver.receive(fixed, id, second + 5 * ms).size() == 2);

    RelayCore off{{.bundles = {.mode = BundleMode::Off}}};
    const auto other = off.add_subscriber({}, 0);
    off.take(addressed(4, ms, state_bytes));
    off.take(addressed(4, ms, state_bytes));
    CHECK(receiver.receive(off, other, ms).size() == 1);
    CHECK(receiver.receive(off, other, ms).size() == 1);
    CHECK(receiver.receive(off, other, ms).empty());
}

TEST_CASE("RelayCore: each second of silence has an empty bundle", "[relay]")
{
    RelayCore core{{}};
    const auto id = core.add_subscriber({}, 0);
    std::vector<std::byte> buffer(1'000);
    CHECK_FALSE(core.build(id, second - 1, buffer));
    const auto built = core.build(id, second, buffer);
    REQUIRE(built);
    CHECK(built->messages == 0);
    CHECK(built->payload.size() == 64);
    CHECK_FALSE(core.build(id, 2 * second - 1, buffer));
}

TEST_CASE("RelayCore: bundles take credits where a subscriber needs them", "[relay]")
{
    RelayCore core{{}};
    const auto id = core.add_subscriber({.needs_credits = true}, 0);
    Receiver receiver;
    core.take(addressed(4, second, state_bytes));
    CHECK(core.next_due_ns() == never_ns);
    CHECK(receiver.receive(core, id, second).empty());
    core.grant_credits(id, 1);
    CHECK(receiver.receive(core, id, second).size() == 1);
    core.take(addressed(4, 2 * second, state_bytes));
    CHECK(receiver.receive(core, id, 2 * second).empty());
}

TEST_CASE("RelayCore: a publisher gets none of its own, another subscriber all", "[relay]")
{
    RelayCore core{{}};
    const auto publisher = core.add_subscriber({}, 0), other = core.add_subscriber({}, 0);
    Receiver receiver;
    for (std::uint64_t i = 0; i < 1'000; ++i) {
        auto message = pdu(pdu_entity_state, ship, second + i, state_bytes);
        message.publisher = publisher;
        core.take(message);
    }
    CHECK(receiver.receive(core, publisher, second + ms).empty());
    CHECK(receiver.receive(core, other, second + ms).size() == 1'000);
    CHECK(core.stats().subscribers[0].endings.own == 1'000);
}

TEST_CASE("RelayCore: a new subscriber first gets one state of each known entity", "[relay]")
{
    RelayCore core{{}};
    core.take(pdu(pdu_entity_state, ship, second, state_bytes));
    core.take(pdu(pdu_entity_state, tank, second, state_bytes));
    core.take(pdu(pdu_entity_state, ship, second + 1, later_bytes));
    const auto id = core.add_subscriber({}, 2 * second);
    const auto without = core.add_subscriber({.params = {.history = model::EntityHistory::None}}, 2 * second);
    Receiver receiver;
    const auto records = receiver.receive(core, id, 3 * second);
    REQUIRE(records.size() == 2);
    CHECK(std::ranges::equal(records[0].bytes, later_bytes));
    CHECK(std::ranges::equal(records[1].bytes, state_bytes));
    CHECK(receiver.receive(core, without, 3 * second).empty());
}

TEST_CASE("RelayCore: an entity that leaves an interest is reported once, and comes back as news", "[relay]")
{
    RelayCore core{{}};
    const auto id = core.add_subscriber({.params = interest_in({model::BoxArea{7, 45, 9, 47}})}, 0);
    Receiver receiver;
    auto message = pdu(pdu_entity_state, ship, second, state_bytes);
    core.take(message);
    REQUIRE(receiver.receive(core, id, second).size() == 1);
    message.longitude = 20.0;
    for (const std::uint64_t at : {2 * second, 2 * second + 1}) {
        message.arrival_ns = at;
        core.take(message);
    }
    const auto records = receiver.receive(core, id, 3 * second);
    REQUIRE(records.size() == 1);
    CHECK(is_departure(records[0], ship, DepartureReason::OutOfInterest));
    CHECK(records[0].flags == model::record_priority);
    message.longitude = 8.0;
    message.arrival_ns = 4 * second;
    core.take(message);
    CHECK(receiver.receive(core, id, 4 * second).size() == 1);
}

TEST_CASE("RelayCore: an entity that crosses a border 100 times a second leaves at most twice", "[relay]")
{
    RelayCore core{{}};
    const auto id = core.add_subscriber({.params = interest_in({model::BoxArea{7, 45, 9, 47}})}, 0);
    Receiver receiver;
    int departures = 0;
    for (std::uint64_t i = 0; i < 200; ++i) {
        auto message = pdu(pdu_entity_state, ship, second + i * 10 * ms, state_bytes);
        message.longitude = i % 2 == 0 ? 8.0 : 20.0;
        core.take(message);
        for (const Record& record : receiver.receive(core, id, message.arrival_ns))
            departures += record.kind == RecordKind::Gone ? 1 : 0;
    }
    CHECK(departures > 0);
    CHECK(departures <= 4);  // in two seconds
}

TEST_CASE("RelayCore: a Remove, a time-out and a lost input each end an entity with their reason", "[relay]")
{
    RelayCore core{{}};
    const auto id = core.add_subscriber({}, 0);
    Receiver receiver;
    core.take(pdu(pdu_entity_state, ship, second, state_bytes));
    (void)receiver.receive(core, id, second);
    const auto [reason, end] = GENERATE(table<DepartureReason, std::uint64_t>({
        {DepartureReason::Removed, 2 * second},
        {DepartureReason::TimedOut, 25 * second},
        {DepartureReason::SourceLost, 2 * second},
    }));
    if (reason == DepartureReason::Removed) core.take(pdu(pdu_remove, ship, end, event_bytes));
    if (reason == DepartureReason::SourceLost) core.lose_input(0, end);
    core.tick(24 * second);  // not yet: 24 s without news are over at 25 s
    if (reason == DepartureReason::TimedOut) CHECK(core.entities().size() == 1);
    core.tick(end > 24 * second ? end : 24 * second + 1);
    CHECK(core.entities().size() == 0);
    const auto records = receiver.receive(core, id, 26 * second);
    REQUIRE_FALSE(records.empty());
    CHECK(is_departure(records.back(), ship, reason));
}

TEST_CASE("RelayCore: an entity at rest has 288 s", "[relay]")
{
    RelayCore core{{}};
    auto message = pdu(pdu_entity_state, ship, second, state_bytes);
    message.is_standing = true;
    core.take(message);
    core.tick(289 * second - 1);
    CHECK(core.entities().size() == 1);
    core.tick(289 * second);
    CHECK(core.entities().size() == 0);
}

TEST_CASE("RelayCore: the oldest stale entity makes room for a new one, else the new one is refused",
          "[relay]")
{
    RelayCore core{{.max_entities = 2}};
    core.take(pdu(pdu_entity_state, ship, second, state_bytes));
    core.take(pdu(pdu_entity_state, tank, 2 * second, state_bytes));
    const auto third = entity_of(1, 1, 3);
    core.take(pdu(pdu_entity_state, third, 3 * second, state_bytes));
    CHECK(core.stats().entities_refused == 1);
    CHECK_FALSE(core.entities().find(third));
    core.take(pdu(pdu_entity_state, third, 15 * second, state_bytes));
    CHECK(core.entities().find(third));
    CHECK(core.entities().find(tank));
    CHECK_FALSE(core.entities().find(ship));
}

TEST_CASE("RelayCore: two senders that use one id in turn are two sources", "[relay]")
{
    RelayCore core{{}};
    auto message = pdu(pdu_entity_state, ship, second, state_bytes);
    for (const std::uint64_t sender : {5U, 6U, 6U}) {
        message.sender = sender;
        core.take(message);
        CHECK_FALSE(core.entities()[0].has_two_sources);
    }
    message.sender = 5;
    core.take(message);
    CHECK(core.entities()[0].has_two_sources);
}

TEST_CASE("RelayCore: a subscriber that conflates has the newest state and every event", "[relay]")
{
    RelayCore core{{}};
    const auto id = core.add_subscriber({.conflates = true, .needs_credits = true}, 0);
    core.take(pdu(pdu_entity_state, ship, second, state_bytes));
    core.take(pdu(pdu_entity_state, tank, second + 1, state_bytes));
    core.take(pdu(pdu_entity_state, ship, second + 2, later_bytes));
    core.take(pdu(pdu_fire, ship, second + 3, event_bytes));
    core.take(pdu(pdu_fire, ship, second + 4, event_bytes));
    core.take(pdu(pdu_entity_state, ship, second + 5, state_bytes));
    core.grant_credits(id, 1);
    Receiver receiver;
    const auto records = receiver.receive(core, id, 2 * second);
    REQUIRE(records.size() == 5);
    CHECK(records[0].flags == model::record_conflated);
    CHECK(std::ranges::equal(records[0].bytes, later_bytes));
    CHECK(records[1].flags == model::record_priority);
    CHECK(records[2].flags == model::record_priority);
    CHECK(records[3].flags == 0);                              // the tank, which the events overtake
    CHECK(std::ranges::equal(records[4].bytes, state_bytes));  // after the events, not before them
    CHECK(core.stats().subscribers[0].endings.conflated == 1);
}

TEST_CASE("RelayCore: an update never takes the place of a whole state", "[relay]")
{
    RelayCore core{{}};
    const auto id = core.add_subscriber({.conflates = true}, 0);
    const std::vector<std::byte> update(72, std::byte{4});
    core.take(pdu(pdu_entity_state, ship, second, state_bytes));
    core.take(pdu(pdu_entity_state_update, ship, second + 1, update));
    core.take(pdu(pdu_entity_state_update, ship, second + 2, update));
    Receiver receiver;
    CHECK(receiver.receive(core, id, 2 * second).size() == 2);
    core.take(pdu(pdu_entity_state_update, ship, 3 * second, update));
    core.take(pdu(pdu_entity_state, ship, 3 * second + 1, later_bytes));
    const auto records = receiver.receive(core, id, 4 * second);
    REQUIRE(records.size() == 1);
    CHECK(std::ranges::equal(records[0].bytes, later_bytes));
}

TEST_CASE("RelayCore: at a rate the newest state waits until it is due", "[relay]")
{
    RelayCore core{{}};
    const auto id = core.add_subscriber({.params = {.rate = 10.0}}, 0);
    Receiver receiver;
    std::uint64_t states = 0;
    for (std::uint64_t i = 0; i < 100; ++i) {  // 100 a second
        core.take(pdu(pdu_entity_state, ship, second + i * 10 * ms, i == 99 ? later_bytes : state_bytes));
        states += receiver.receive(core, id, second + i * 10 * ms).size();
    }
    CHECK(states == 10);
    CHECK(core.next_due_ns() == 2 * second);
    const auto last = receiver.receive(core, id, 2 * second);
    REQUIRE(last.size() == 1);
    CHECK(std::ranges::equal(last[0].bytes, later_bytes));
}

TEST_CASE("RelayCore::add_subscriber: one too many is refused by the limit's name", "[relay]")
{
    RelayCore core{{.max_subscribers = 2}};
    core.add_subscriber({}, 0);
    CHECK(core.add_subscriber({}, 0) == 1);
    CHECK_THROWS_AS(core.add_subscriber({}, 0), model::LimitError);
    core.remove_subscriber(0);
    CHECK(core.add_subscriber({}, 0) == 0);
}

TEST_CASE("RelayedEntities: the few of many that are silent are found in one round of two seconds", "[relay]")
{
    constexpr std::uint32_t entities = 200'000, silent_every = 100;
    constexpr std::uint64_t long_after = 100 * ns_per_second, tick_ns = 5'000'000;
    RelayCore core{{.max_entities = entities}};
    for (std::uint32_t i = 0; i < entities; ++i)
        core.take(pdu(pdu_entity_state,
                      entity_of(1, static_cast<std::uint16_t>(1 + i / 10'000), 1 + i % 10'000),
                      i % silent_every == 0 ? ns_per_second : long_after, std::vector<std::byte>(144)));
    core.tick(long_after);
    std::uint64_t now_ns = long_after;
    for (; now_ns < long_after + 2 * ns_per_second; now_ns += tick_ns) core.tick(now_ns);
    core.tick(now_ns);
    CHECK(core.entities().size() == entities - entities / silent_every);
}
