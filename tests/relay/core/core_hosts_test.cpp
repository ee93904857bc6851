#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <random>

#include "model/fields/errors.h"
#include "tests/catch.h"
#include "tests/relay/core/traffic.h"

using namespace farfield::net::relay;
using namespace farfield::net::relay::test;
using namespace farfield;

namespace {

CoreSettings with_hosts(HostPathSettings path = {})
{
    CoreSettings settings;
    settings.max_entities = 1'000;
    settings.hosts = path;
    return settings;
}

model::EntitiesParams of_addresses(std::vector<model::AddressRange> ranges)
{
    return interest_in({model::AddressArea{std::move(ranges)}});
}

const std::vector<std::byte> bytes_of_150(150, std::byte{1});

/// All that waits for the hosts, in datagrams.
std::vector<Record> receive_all(RelayCore& core, Receiver& receiver, std::uint64_t now_ns,
                                std::vector<std::vector<std::byte>>& kept)
{
    std::vector<Record> all;
    for (;;) {
        const auto records = receiver.receive(core, core.path(), now_ns);
        if (records.empty()) return all;
        for (Record record : records) {
            record.bytes = kept.emplace_back(record.bytes.begin(), record.bytes.end());
            all.push_back(record);
        }
    }
}

}  // namespace

TEST_CASE("RelayCore: a bundle for all hosts has each message once, with the masks of the thesis' table 3-1",
          "[relay]")
{
    RelayCore core{with_hosts()};
    const std::array<model::EntitiesParams, 8> wanted{
        of_addresses({{21, 23}}),           of_addresses({{23, 23}}),          of_addresses({{21, 23}}),
        of_addresses({{21, 23}}),           of_addresses({{23, 23}}),          of_addresses({{22, 22}}),
        of_addresses({{21, 21}, {23, 23}}), of_addresses({{21, 21}, {23, 23}})};
    for (std::uint32_t host = 0; host < wanted.size(); ++host)
        REQUIRE(core.add_host(wanted[host], 0).host == host);
    for (const std::uint16_t address :
         {std::uint16_t{20}, std::uint16_t{21}, std::uint16_t{22}, std::uint16_t{23}})
        core.take(addressed(address, ns_per_second, bytes_of_150));
    Receiver receiver;
    std::vector<std::vector<std::byte>> kept;
    kept.reserve(8);
    const auto records = receive_all(core, receiver, 2 * ns_per_second, kept);
    REQUIRE(records.size() == 3);
    CHECK(records[0].mask == 0b11001101);
    CHECK(records[1].mask == 0b00101101);
    CHECK(records[2].mask == 0b11011111);
    for (const Record& record : records) {
        CHECK((record.flags & model::record_masked) != 0);
        CHECK(std::ranges::equal(record.bytes, bytes_of_150));
    }
    const auto stats = core.stats();
    CHECK(stats.path->endings.offered == 3);
    CHECK(stats.path->endings.delivered == 3);
    REQUIRE(stats.hosts.size() == 8);
    CHECK(stats.hosts[5].endings == Endings{.offered = 4, .delivered = 1, .filtered = 3});
    CHECK(stats.hosts[0].endings == Endings{.offered = 4, .delivered = 3, .filtered = 1});
    CHECK(core.store().messages() == 0);
}

TEST_CASE("RelayCore: what waits for hosts leaves at once in as many datagrams as it takes", "[relay]")
{
    RelayCore core{with_hosts({.payload_bytes = 1'432})};
    (void)core.add_host({}, 0);
    for (std::uint64_t i = 0; i < 20; ++i) core.take(addressed(2, ns_per_second + i, bytes_of_150));
    std::vector<std::byte> buffer(1'432);
    std::vector<std::uint32_t> sizes;
    while (const auto built = core.build(core.path(), 2 * ns_per_second, buffer)) {
        CHECK(built->payload.size() <= 1'432);
        CHECK(BundleReader::open(built->payload)->preamble().messages_before ==
              std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0}));
        sizes.push_back(built->messages);
    }
    CHECK(sizes == std::vector<std::uint32_t>{7, 7, 6});
    core.take(addressed(2, 2 * ns_per_second, bytes_of_150));
    CHECK(core.due_ns(core.path()) == 2 * ns_per_second + 5 * ns_per_ms);  // one bundle in 5 ms
}

TEST_CASE("RelayCore: a message longer than a datagram is left out for hosts, and counted", "[relay]")
{
    RelayCore core{with_hosts({.payload_bytes = 1'432})};
    (void)core.add_host({}, 0);
    const std::vector<std::byte> most(1'344), more(1'345);
    core.take(addressed(2, ns_per_second, most));
    core.take(addressed(2, ns_per_second, more));
    std::vector<std::byte> buffer(1'432);
    const auto built = core.build(core.path(), 2 * ns_per_second, buffer);
    REQUIRE(built);
    CHECK(built->messages == 1);
    CHECK(core.stats().hosts.at(0).endings == Endings{.offered = 2, .delivered = 1, .policy = 1});
}

TEST_CASE("RelayCore: history and leavings go to the host alone that they are for", "[relay]")
{
    RelayCore core{with_hosts()};
    const auto first = core.add_host({}, 0).host;
    core.take(pdu(pdu_entity_state, entity_of(1, 1, 1), ns_per_second, bytes_of_150));
    Receiver receiver;
    std::vector<std::vector<std::byte>> kept;
    kept.reserve(16);
    REQUIRE(receive_all(core, receiver, ns_per_second, kept).size() == 1);

    const auto start = core.add_host({}, 2 * ns_per_second);
    CHECK(start.next_bundle == 1);
    CHECK(start.messages_before == 1);
    const auto history = receive_all(core, receiver, 3 * ns_per_second, kept);
    REQUIRE(history.size() == 1);
    CHECK(history[0].mask == std::uint64_t{1} << start.host);

    core.update_subscriber(core.subscriber_of(first), interest_in({model::CircleArea{-100, 0, 10}}));
    core.tick(4 * ns_per_second);
    const auto left = receive_all(core, receiver, 4 * ns_per_second, kept);
    REQUIRE(left.size() == 1);
    CHECK(left[0].kind == RecordKind::Gone);
    CHECK(left[0].mask == std::uint64_t{1} << first);
    CHECK((left[0].flags & model::record_priority) != 0);
}

TEST_CASE("RelayCore::remove_host: its bit is for another one, without what waited", "[relay]")
{
    RelayCore core{with_hosts()};
    const auto first = core.add_host({}, 0).host;
    (void)core.add_host({}, 0);
    core.take(addressed(2, ns_per_second, bytes_of_150));
    core.remove_host(first);
    REQUIRE(core.add_host(of_addresses({{9, 9}}), ns_per_second).host == first);
    Receiver receiver;
    const auto records = receiver.receive(core, core.path(), 2 * ns_per_second);
    REQUIRE(records.size() == 1);
    CHECK(records[0].mask == 0b10);
    CHECK(core.stats().hosts.at(0).endings == Endings{});
    CHECK(core.stats().hosts.at(1).endings == Endings{.offered = 1, .delivered = 1});
    for (const SourceAccount& source : core.sources()) CHECK(source.endings.offered == source.endings.sum());
}

TEST_CASE("RelayCore::remove_host: what became of its messages stays in the sums", "[relay]")
{
    RelayCore core{with_hosts()};
    const auto host = core.add_host(interest_in({model::BoxArea{5, 40, 10, 50}}), 0).host;
    const auto session = core.add_subscriber({}, 0);
    Receiver receiver;
    Message far_away = pdu(pdu_entity_state, entity_of(1, 1, 2), ns_per_second, bytes_of_150);
    far_away.longitude = 100.0;
    core.take(pdu(pdu_entity_state, entity_of(1, 1, 1), ns_per_second, bytes_of_150));
    core.take(far_away);
    CHECK(receiver.receive(core, core.path(), 2 * ns_per_second).size() == 1);
    core.take(pdu(pdu_entity_state, entity_of(1, 1, 1), 3 * ns_per_second, bytes_of_150));
    core.remove_host(host);  // while one waits
    const CoreStats stats = core.stats();
    CHECK(stats.hosts.empty());
    CHECK(stats.ended.subscribers == 1);
    CHECK(stats.ended.endings == Endings{.offered = 3, .delivered = 1, .filtered = 1, .policy = 1});
    REQUIRE(stats.sources.size() == 1);
    Endings all = stats.ended.endings;
    all += stats.subscribers.at(session).endings;
    CHECK(stats.sources[0].endings == all);
}

TEST_CASE("RelayCore::add_host: the 65th is refused by name", "[relay]")
{
    RelayCore core{with_hosts()};
    for (std::uint32_t host = 0; host < HostGroup::most; ++host) (void)core.add_host({}, 0);
    CHECK_THROWS_AS(core.add_host({}, 0), model::LimitError);
}

TEST_CASE("RelayCore: a link that is too slow for the hosts is not overrun, and they learn the level",
          "[relay]")
{
    constexpr double link = 125'000.0;  // 1 Mbit/s
    RelayCore core{with_hosts({.payload_bytes = 1'432, .link_bytes_per_second = link})};
    (void)core.add_host({}, 0);
    std::vector<std::byte> buffer(1'432);
    std::uint64_t now_ns = ns_per_second, sent_bytes = 0;
    bool is_reported = false;
    for (std::uint64_t i = 0; i < 20'000; ++i, now_ns += 250'000) {  // 4,000/s for 5 s
        core.take(pdu(pdu_entity_state, entity_of(1, 1, 1 + i % 200), now_ns, bytes_of_150));
        if (i % 20 != 0) continue;
        core.tick(now_ns);
        while (const auto built = core.build(core.path(), now_ns, buffer)) {
            sent_bytes += built->payload.size();
            const auto reader = BundleReader::open(built->payload);
            for (std::uint32_t at = 0; at < reader->messages(); ++at)
                if (const Record record = reader->record(at); record.kind == RecordKind::Control) {
                    is_reported = true;
                    CHECK(record.bytes.size() == 8);
                    CHECK(static_cast<int>(record.bytes[0]) >= 1);  // the level
                    CHECK(static_cast<int>(record.bytes[1]) == 1);  // its reason: the link
                }
        }
    }
    CHECK(static_cast<double>(sent_bytes) <= 5.01 * link + 3'000);
    CHECK(is_reported);
    const auto stats = core.stats();
    CHECK(stats.path->level >= 1);
    CHECK(stats.hosts.at(0).endings.conflated > 0);
    CHECK(stats.hosts.at(0).endings.offered == stats.hosts.at(0).endings.sum());
}

TEST_CASE("RelayCore: every message ends under one name for each host, whatever happens to them", "[relay]")
{
    struct Watched {
        std::uint64_t taken = 0, published = 0, records = 0;
    };
    std::mt19937 random{GENERATE(1U, 2U, 3U)};
    const auto below = [&random](std::size_t end) { return random() % end; };
    RelayCore core{with_hosts({.payload_bytes = 1'432, .link_bytes_per_second = 400'000.0})};
    std::map<std::uint32_t, Watched> watched;
    std::uint64_t now_ns = ns_per_second;
    const auto params = [&] {
        model::EntitiesParams wanted;
        if (below(3) == 0) wanted.history = model::EntityHistory::None;
        if (below(3) > 0)
            wanted.interest = {{model::CircleArea{static_cast<double>(below(40)), 5.0, 1'000.0}}};
        if (below(3) == 0) wanted.interest.push_back({model::AddressArea{{{0, 30'000}}}});
        return wanted;
    };
    const auto check = [&] {
        const CoreStats stats = core.stats();
        REQUIRE(stats.hosts.size() == watched.size());
        Endings sum;
        for (const SubscriberStats& host : stats.hosts) {
            CHECK(host.endings.offered == host.endings.sum());
            CHECK(host.endings.offered == watched.at(host.id).taken + host.made);
            CHECK(host.endings.own == watched.at(host.id).published);
            CHECK(host.endings.delivered == watched.at(host.id).records);
        }
        CHECK(stats.path->endings.offered == stats.path->endings.sum());
        for (const SourceAccount& source : core.sources()) {
            CHECK(source.endings.offered == source.endings.sum());
            sum.delivered += source.endings.delivered;
        }
    };
    (void)core.add_subscriber({}, now_ns);  // sessions beside them
    watched[core.add_host({}, now_ns).host] = {};
    std::vector<std::byte> buffer(1'432);
    for (int step = 0; step < 1'500; ++step) {
        for (std::size_t i = below(30); i > 0; --i, now_ns += below(40) * 1'000) {
            const std::vector<std::byte> bytes(16 + below(300));
            Message message = below(5) == 0
                                  ? addressed(static_cast<std::uint16_t>(below(65'536)), now_ns, bytes)
                                  : pdu(below(20) == 0 ? pdu_fire : pdu_entity_state,
                                        entity_of(1 + below(3), below(3), 1 + below(40)), now_ns, bytes);
            message.longitude = static_cast<double>(below(40));
            if (below(50) == 0) message.arrival_ns -= 50 * ns_per_ms;
            const auto publisher = static_cast<std::uint32_t>(below(64));
            if (watched.contains(publisher)) message.publisher = core.subscriber_of(publisher);
            core.take(message);
            for (auto& [host, of] : watched) {
                ++of.taken;
                of.published += message.publisher == core.subscriber_of(host) ? 1U : 0U;
            }
        }
        now_ns += 2 * ns_per_ms;
        core.tick(now_ns);
        if (below(40) == 0 && watched.size() < 6) watched[core.add_host(params(), now_ns).host] = {};
        if (below(60) == 0 && watched.size() > 1) {
            const auto removed =
                std::next(watched.begin(), static_cast<std::ptrdiff_t>(below(watched.size())))->first;
            core.remove_host(removed);
            watched.erase(removed);
        }
        if (below(50) == 0) core.update_subscriber(core.subscriber_of(watched.begin()->first), params());
        while (const auto built = core.build(core.path(), now_ns, buffer)) {
            const auto reader = BundleReader::open(built->payload);
            REQUIRE(reader);
            for (std::uint32_t i = 0; i < reader->messages(); ++i)
                for (auto& [host, of] : watched) of.records += reader->record(i).mask >> host & 1U;
        }
        (void)core.build(0, now_ns, buffer);
        if (step % 100 == 0) check();
    }
    check();
    const auto path = core.stats().path->endings;
    CHECK(path.conflated > 0);
    // After all bundles nothing waits: that count is no remainder of the others.
    for (int i = 0; i < 2'000 && core.stats().path->endings.waiting > 0; ++i) {
        now_ns += 5 * ns_per_ms;
        core.tick(now_ns);
        while (core.build(core.path(), now_ns, buffer)) {
        }
    }
    for (const SubscriberStats& host : core.stats().hosts) {
        CHECK(host.endings.waiting == 0);
        CHECK(host.endings.offered == host.endings.sum());
    }
}
