// Sources that send too much, and more sources than there are accounts for.
#include <algorithm>
#include <map>

#include "tests/catch.h"
#include "tests/relay/core/traffic.h"

using namespace farfield::net::relay;
using namespace farfield::net::relay::test;
using namespace farfield;

namespace {

constexpr std::uint8_t pdu_transmitter = 25;
const std::vector<std::byte> bytes_of_pdu(150, std::byte{1});

CoreSettings with_rate(std::uint64_t rate)
{
    CoreSettings settings;
    settings.max_source_rate = rate;
    return settings;
}

void check_sums(const RelayCore& core)
{
    Endings subscribers, sources;
    const CoreStats stats = core.stats();
    for (const SubscriberStats& one : stats.subscribers) {
        CHECK(one.endings.offered == one.endings.sum());
        subscribers += one.endings;
    }
    std::uint64_t messages = 0;
    for (const SourceAccount& source : core.sources()) {
        CHECK(source.endings.offered == source.endings.sum());
        sources += source.endings;
        messages += source.messages;
    }
    CHECK(sources == subscribers);
    CHECK(messages == stats.taken);
}

/// A source with an application of its own that sends states of a hundred entities in turn.
struct Simulator {
    std::uint16_t application;
    std::uint64_t sent = 0;

    void send(RelayCore& core, std::uint64_t now_ns)
    {
        core.take(pdu(pdu_entity_state, entity_of(1, application, 1 + sent++ % 100), now_ns, bytes_of_pdu));
    }
};

SourceAccount account_of(const RelayCore& core, std::uint16_t application)
{
    const auto found = std::ranges::find(core.sources(), 1U << 16U | application, &SourceAccount::source);
    REQUIRE(found != core.sources().end());
    return *found;
}

}  // namespace

TEST_CASE("SourceRate: is above where a window has more than it may, and in the window after it", "[relay]")
{
    constexpr std::uint64_t window = SourceRate::window_ns;
    SourceRate rate;
    std::uint64_t now = 100 * window;
    for (int i = 0; i < 10; ++i) CHECK_FALSE(rate.note(now + static_cast<std::uint64_t>(i), 10));
    CHECK(rate.note(now + 10, 10));
    now += window;
    CHECK(rate.note(now, 10));
    CHECK(rate.is_above(now));
    now += window;
    CHECK_FALSE(rate.note(now, 10));  // one message in the window before
    for (int i = 0; i < 10; ++i) (void)rate.note(now, 10);
    CHECK(rate.is_above());
    CHECK_FALSE(rate.is_above(now + 2 * window));  // long ago
    now += 2 * window;
    CHECK_FALSE(rate.note(now, 10));  // a whole window was silent
}

TEST_CASE("RelayCore: of a source above --max-source-rate only the newest states wait, of others all",
          "[relay]")
{
    RelayCore core{with_rate(20'000)};
    (void)core.add_subscriber({.params = {.history = model::EntityHistory::None}}, 0);
    Receiver receiver;
    Simulator flood{1}, usual{2};
    std::map<std::uint32_t, std::uint64_t> received;
    std::uint64_t now_ns = ns_per_second;
    for (int step = 0; step < 400; ++step) {  // 2 s: 100,000 a second beside 4,000
        for (int i = 0; i < 500; ++i) flood.send(core, now_ns);
        for (int i = 0; i < 20; ++i) usual.send(core, now_ns);
        now_ns += 5 * ns_per_ms;
        core.tick(now_ns);
        for (const Record& record : receiver.receive(core, 0, now_ns)) ++received[record.source & 0xffffU];
    }
    CHECK(received[usual.application] == usual.sent);
    CHECK(account_of(core, usual.application).endings.conflated == 0);
    CHECK_FALSE(account_of(core, usual.application).rate.is_above());
    const SourceAccount flooding = account_of(core, flood.application);
    CHECK(flooding.rate.is_above(now_ns));
    CHECK(flooding.endings.delivered == received[flood.application]);
    CHECK(flooding.endings.conflated == flood.sent - received[flood.application]);
    // All of the first 5,000 of its first window, and then each entity once a bundle.
    CHECK(received[flood.application] == 5'000 + (400 - 10) * 100);
    check_sums(core);
}

TEST_CASE("RelayCore: a source that no longer sends too much is no longer conflated", "[relay]")
{
    RelayCore core{with_rate(4'000)};
    (void)core.add_subscriber({.params = {.history = model::EntityHistory::None}}, 0);
    Receiver receiver;
    Simulator simulator{1};
    std::uint64_t now_ns = ns_per_second, received = 0;
    const auto run = [&](int steps, int messages) {
        for (int step = 0; step < steps; ++step) {
            for (int i = 0; i < messages; ++i) simulator.send(core, now_ns);
            now_ns += 5 * ns_per_ms;
            received += receiver.receive(core, 0, now_ns).size();
        }
    };
    run(200, 300);
    const std::uint64_t conflated = account_of(core, 1).endings.conflated;
    CHECK(conflated > 0);
    run(100, 15);  // two windows
    const std::uint64_t before = received;
    const std::uint64_t conflated_before = account_of(core, 1).endings.conflated;
    run(200, 15);
    CHECK(received - before == 200 * 15);
    CHECK(account_of(core, 1).endings.conflated == conflated_before);
    check_sums(core);
}

TEST_CASE("RelayCore: states of a source above the rate stay in order behind those from before", "[relay]")
{
    RelayCore core{with_rate(40)};  // 10 in a window
    const auto id = core.add_subscriber({.params = {.history = model::EntityHistory::None}}, 0);
    std::array<std::vector<std::byte>, 14> states;
    const auto entity = entity_of(1, 1, 1);
    std::uint64_t now_ns = ns_per_second;
    const auto take = [&](std::size_t i) {
        states[i] = {std::byte{static_cast<unsigned char>(i)}};
        core.take(pdu(pdu_entity_state, entity, now_ns, states[i]));
    };
    for (std::size_t i = 0; i < 12; ++i) take(i);  // the last two are too many
    now_ns += 2 * SourceRate::window_ns;
    take(12);  // one that is not
    now_ns += 1;
    Receiver receiver;
    std::vector<int> found;
    for (const Record& record : receiver.receive(core, id, now_ns + ns_per_second))
        found.push_back(static_cast<int>(record.bytes[0]));
    CHECK(found == std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12});
    check_sums(core);
}

TEST_CASE("RelayCore: what is no state of a source above the rate is left out under congestion alone",
          "[relay]")
{
    RelayCore core{with_rate(4'000)};
    const auto id =
        core.add_subscriber({.params = {.history = model::EntityHistory::None}, .needs_credits = true}, 0);
    std::uint64_t now_ns = ns_per_second, events = 0;
    const auto flood = [&] {
        for (int i = 0; i < 100; ++i)
            core.take(pdu(pdu_transmitter, entity_of(1, 1, 1), now_ns, bytes_of_pdu));
        core.take(pdu(pdu_fire, entity_of(1, 1, 1), now_ns, bytes_of_pdu));
        core.take(pdu(pdu_transmitter, entity_of(1, 2, 1), now_ns, bytes_of_pdu));
        ++events;
        now_ns += 5 * ns_per_ms;
        core.tick(now_ns);
    };
    while (core.congestion_of(id).level == 0) flood();
    CHECK(account_of(core, 1).endings.policy == 0);
    const std::uint64_t waiting = core.waiting(id);
    flood();
    CHECK(core.waiting(id) == waiting + 2);  // the event, and that of the other source
    CHECK(account_of(core, 1).endings.policy == 100);
    CHECK(account_of(core, 2).endings.policy == 0);
    check_sums(core);
}

TEST_CASE("RelayCore: a recorder keeps all of a source above the rate", "[relay]")
{
    RelayCore core{with_rate(4'000)};
    (void)core.add_subscriber({.params = {.history = model::EntityHistory::None}, .keeps_all = true}, 0);
    Simulator flood{1};
    for (int i = 0; i < 50'000; ++i) flood.send(core, ns_per_second + static_cast<std::uint64_t>(i));
    CHECK(account_of(core, 1).rate.is_above());
    CHECK(account_of(core, 1).endings.conflated == 0);
    CHECK(core.waiting(0) == 50'000);
}

TEST_CASE("RelayCore: without a rate a source is conflated by its subscriber's level alone", "[relay]")
{
    RelayCore core{{}};
    (void)core.add_subscriber({.params = {.history = model::EntityHistory::None}}, 0);
    Simulator flood{1};
    for (int i = 0; i < 50'000; ++i) flood.send(core, ns_per_second + static_cast<std::uint64_t>(i));
    CHECK(account_of(core, 1).endings.conflated == 0);
}

TEST_CASE("RelayCore: of 5,000 sources 4,096 have an account, the others one together, and all adds up",
          "[relay]")
{
    constexpr std::uint32_t sources = 5'000, rounds = 3;
    RelayCore core{{}};
    (void)core.add_subscriber({}, 0);
    (void)core.add_subscriber({.params = {.sites = {2}}}, 0);
    Receiver receiver;
    std::uint64_t now_ns = ns_per_second;
    for (std::uint32_t round = 0; round < rounds; ++round)
        for (std::uint32_t source = 0; source < sources; ++source, now_ns += 1'000) {
            core.take(
                pdu(pdu_entity_state, entity_of(1 + source % 2, 1 + source / 2, 1), now_ns, bytes_of_pdu));
            (void)receiver.receive(core, 0, now_ns);
        }
    REQUIRE(core.sources().size() == SourceAccounts::max_sources + 1);
    CHECK(core.sources()[SourceAccounts::others].messages ==
          std::uint64_t{rounds} * (sources - SourceAccounts::max_sources));
    for (std::size_t i = 1; i < core.sources().size(); ++i) REQUIRE(core.sources()[i].messages == rounds);
    CHECK(core.stats().sources.size() == 1'000);
    CHECK(core.stats().entities == sources);
    check_sums(core);
}

TEST_CASE("RelayCore: sources without an account of their own are not above the rate together", "[relay]")
{
    RelayCore core{with_rate(1'000)};
    (void)core.add_subscriber({.params = {.history = model::EntityHistory::None}}, 0);
    std::uint64_t now_ns = ns_per_second;
    for (std::uint16_t application = 1; application <= SourceAccounts::max_sources; ++application)
        Simulator{application}.send(core, now_ns);
    std::vector<Simulator> late;
    for (std::uint16_t i = 0; i < 20; ++i) late.push_back({static_cast<std::uint16_t>(10'000 + i)});
    for (int i = 0; i < 200; ++i, now_ns += 2'000'000)  // 500 a second each
        for (Simulator& one : late) one.send(core, now_ns);
    CHECK(core.sources()[SourceAccounts::others].endings.conflated == 0);
    CHECK_FALSE(core.sources()[SourceAccounts::others].rate.is_above(now_ns));
    check_sums(core);
}
