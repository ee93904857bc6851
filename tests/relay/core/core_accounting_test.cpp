#include <algorithm>
#include <cstring>
#include <random>
#include <set>

#include "tests/catch.h"
#include "tests/relay/core/traffic.h"

using namespace farfield::net::relay;
using namespace farfield::net::relay::test;
using namespace farfield;

namespace {

/// A subscriber and the test's own account of it.
struct Watched {
    std::uint32_t id = 0;
    std::uint64_t taken = 0;      ///< messages since it came
    std::uint64_t published = 0;  ///< of these, by itself
    std::uint64_t records = 0;    ///< in bundles, but for those that the relay made
    std::uint64_t records_made = 0;
    std::uint64_t events_wanted = 0, events = 0;
    std::uint64_t bundles = 0;
};

/// Random traffic into one core. Every message carries its own number in its first bytes.
class Exercise {
public:
    explicit Exercise(unsigned seed) : random_(seed) {}

    void add(const SubscriberSettings& settings)
    {
        watched_.push_back({.id = core.add_subscriber(settings, now_ns)});
    }

    void take_one()
    {
        const std::uint64_t entity = entity_of(1 + below(3), below(3), 1 + below(40));
        const bool is_event = below(20) == 0;
        std::vector<std::byte> bytes(16 + below(300));
        std::memcpy(bytes.data(), &number_, sizeof number_);
        Message message = pdu(is_event ? pdu_fire : pdu_entity_state, entity, now_ns, bytes);
        message.longitude = static_cast<double>(below(40));
        message.latitude = 0.5 * static_cast<double>(below(40));
        if (below(10) == 0) message.publisher = watched_[below(watched_.size())].id;
        if (below(50) == 0) message.arrival_ns -= 50 * ns_per_ms;  // overtaken, if there was news
        if (below(15) == 0) message = addressed(static_cast<std::uint16_t>(below(65'536)), now_ns, bytes);
        core.take(message);
        ++number_;
        for (Watched& watched : watched_) {
            ++watched.taken;
            watched.published += message.publisher == watched.id ? 1U : 0U;
            const bool all = watched.id == 0;  // the first one wants everything
            if (all && is_event && message.kind == RecordKind::Dis && message.publisher != watched.id)
                ++watched.events_wanted;
        }
        now_ns += below(40) * 1'000;
    }

    void receive(Watched& watched, std::size_t buffer_bytes)
    {
        const auto built = core.build(watched.id, now_ns, std::span(buffer_).first(buffer_bytes));
        if (!built) return;
        const auto reader = BundleReader::open(built->payload);
        REQUIRE(reader);
        CHECK(reader->preamble().number == watched.bundles++);
        CHECK(reader->preamble().messages_before == watched.records + watched.records_made);
        for (std::uint32_t i = 0; i < reader->messages(); ++i) count(watched, reader->record(i));
    }

    void check()
    {
        const CoreStats stats = core.stats();
        CHECK(stats.taken == number_);
        Endings all;
        for (const Watched& watched : watched_) {
            const auto found = std::ranges::find(stats.subscribers, watched.id, &SubscriberStats::id);
            REQUIRE(found != stats.subscribers.end());
            const Endings& endings = found->endings;
            CHECK(endings.offered == endings.sum());
            CHECK(endings.offered == watched.taken + found->made);
            CHECK(endings.own == watched.published);
            CHECK(endings.delivered == watched.records + watched.records_made);
            add_up(all, endings);
        }
        check_sources(all);
    }

    std::vector<Watched>& watched() { return watched_; }
    std::size_t below(std::size_t end) { return random_() % end; }

    RelayCore core{{.max_subscribers = 8}};
    std::uint64_t now_ns = ns_per_second;

private:
    static void add_up(Endings& all, const Endings& one)
    {
        for (const auto member : {&Endings::offered, &Endings::delivered, &Endings::own, &Endings::filtered,
                                  &Endings::conflated, &Endings::policy, &Endings::late, &Endings::waiting})
            all.*member += one.*member;
    }

    void check_sources(const Endings& all)
    {
        Endings sum;
        for (const SourceAccount& source : core.sources()) {
            CHECK(source.endings.offered == source.endings.sum());
            add_up(sum, source.endings);
        }
        CHECK(sum == all);
    }

    void count(Watched& watched, const Record& record)
    {
        if (record.kind == RecordKind::Gone) return void(++watched.records_made);
        ++watched.records;
        if ((record.flags & model::record_priority) != 0 && record.kind == RecordKind::Dis) ++watched.events;
        CHECK((record.flags & (model::record_priority | model::record_conflated)) !=
              (model::record_priority | model::record_conflated));
    }

    std::mt19937 random_;
    std::vector<Watched> watched_;
    std::vector<std::byte> buffer_ = std::vector<std::byte>(model::max_bundle_bytes);
    std::uint64_t number_ = 0;
};

}  // namespace

TEST_CASE("RelayCore: every message ends under one name, whatever happens to the subscribers", "[relay]")
{
    const unsigned seed = GENERATE(range(1U, 6U));
    Exercise exercise{seed};
    const auto box = interest_in({model::BoxArea{5, 2, 25, 15}});
    exercise.add({.params = {.history = model::EntityHistory::None}});
    exercise.add({.params = box});
    exercise.add({.params = box, .conflates = true});
    exercise.add({.params = {.rate = 3.0}});
    exercise.add({.params = {}, .needs_credits = true});  // gets few: it stops for seconds
    exercise.add(
        {.params = {.sites = {2}, .far = model::FarRate{10.0, 1.0}}, .link_bytes_per_second = 20'000.0});
    for (int step = 0; step < 2'000; ++step) {
        for (std::size_t i = exercise.below(40); i > 0; --i) exercise.take_one();
        exercise.now_ns += 2 * ns_per_ms;
        exercise.core.tick(exercise.now_ns);
        if (exercise.below(100) == 0) exercise.core.grant_credits(4, exercise.below(4));
        if (exercise.below(50) == 0) {
            auto changed = box;
            changed.interest = {{model::CircleArea{static_cast<double>(exercise.below(40)), 5.0, 1'000.0}}};
            exercise.core.update_subscriber(1, changed);
        }
        for (Watched& watched : exercise.watched())
            if (exercise.below(3) > 0) exercise.receive(watched, exercise.below(4) == 0 ? 1'432 : 60'000);
        if (step % 100 == 0) exercise.check();
    }
    exercise.check();
    std::uint64_t conflated = 0, policy = 0, late = 0, filtered = 0, waiting = 0;
    std::set<int> levels;
    for (const SubscriberStats& stats : exercise.core.stats().subscribers) {
        conflated += stats.endings.conflated;
        policy += stats.endings.policy;
        late += stats.endings.late;
        filtered += stats.endings.filtered;
        waiting += stats.endings.waiting;
        levels.insert(stats.level);
    }
    // The traffic was such that each name was used.
    CHECK(conflated > 0);
    CHECK(policy > 0);
    CHECK(late > 0);
    CHECK(filtered > 0);
    CHECK(waiting > 0);
    CHECK(levels.size() > 1);
    // No event is lost on the way to the subscriber that wants everything: after the last bundle all are
    // there.
    for (int i = 0; i < 200; ++i) {
        exercise.now_ns += 5 * ns_per_ms;
        exercise.receive(exercise.watched()[0], model::max_bundle_bytes);
    }
    CHECK(exercise.watched()[0].events == exercise.watched()[0].events_wanted);
}

TEST_CASE("RelayCore: a subscriber that stops for long waits with one state of each entity", "[relay]")
{
    RelayCore core{{}};
    (void)core.add_subscriber({.needs_credits = true}, 0);
    const std::vector<std::byte> bytes(150, std::byte{1});
    std::uint64_t now_ns = ns_per_second;
    for (std::uint64_t i = 0; i < 50'000; ++i, now_ns += 200'000) {
        core.take(pdu(pdu_entity_state, entity_of(1, 1, 1 + i % 100), now_ns, bytes));
        if (i % 25 == 0) core.tick(now_ns);
    }
    const auto stats = core.stats().subscribers[0];
    CHECK(stats.level == 3);
    CHECK(stats.reason == model::CongestionReason::Receiver);
    CHECK(stats.endings.waiting == 100);
    CHECK(stats.endings.conflated == 49'900);
    CHECK(core.store().messages() == 100);
}

TEST_CASE("RelayCore: for a recorder that stops all waits, and nothing is conflated", "[relay]")
{
    RelayCore core{{}};
    (void)core.add_subscriber({.keeps_all = true, .needs_credits = true}, 0);
    const std::vector<std::byte> bytes(150, std::byte{1});
    std::uint64_t now_ns = ns_per_second;
    for (std::uint64_t i = 0; i < 50'000; ++i, now_ns += 200'000) {
        core.take(pdu(pdu_entity_state, entity_of(1, 1, 1 + i % 100), now_ns, bytes));
        if (i % 25 == 0) core.tick(now_ns);
    }
    const auto stats = core.stats().subscribers[0];
    CHECK(stats.level == 0);
    CHECK(stats.endings.waiting == 50'000);
}

TEST_CASE("RelayCore: a subscriber with more than 64 MiB of priority must be disconnected", "[relay]")
{
    for (const std::size_t size : {std::size_t{2}, std::size_t{300}, max_message_bytes}) {
        RelayCore core{{}};
        const auto id = core.add_subscriber({.needs_credits = true}, 0);
        const std::vector<std::byte> bytes(size);
        std::size_t taken = 0;
        while (!core.must_disconnect(id) && taken <= max_priority_bytes) {
            core.take(addressed(1, ns_per_second, bytes));
            ++taken;
        }
        CHECK(core.store().bytes_in_use() <= max_priority_bytes);
        CHECK(core.store().bytes_in_use() > max_priority_bytes - (16U << 10U));
        CHECK(core.stats().subscribers[0].endings.policy == 1);
        CHECK(core.stats().subscribers[0].endings.waiting == taken - 1);
        core.remove_subscriber(id);
        CHECK(core.store().messages() == 0);
    }
}

TEST_CASE("RelayCore: where memory is short, those have congestion that much waits for", "[relay]")
{
    RelayCore core{{.max_store_bytes = 4U << 20U}};
    const auto stopped = core.add_subscriber({.needs_credits = true}, 0);
    const auto healthy = core.add_subscriber({}, 0);  // it takes what there is
    const std::array<std::byte, 4> bytes{};
    std::vector<std::byte> memory(model::max_bundle_bytes);
    std::uint64_t now = ns_per_second;
    for (int step = 0; step < 200; ++step, now += 5 * ns_per_ms) {
        for (int i = 0; i < 200; ++i) core.take(addressed(2, now, bytes));
        core.tick(now);
        while (core.build(healthy, now, memory)) {
        }
    }
    CHECK(core.store().is_almost_full());
    CHECK(core.stats().subscribers[stopped].level == 3);
    CHECK(core.stats().subscribers[healthy].level == 0);
    CHECK(core.stats().subscribers[healthy].endings.policy == 0);
}

TEST_CASE("RelayCore: many entities without news are reported as left within 3 s after their time", "[relay]")
{
    constexpr std::uint64_t count = 20'000;
    RelayCore core{{}};
    const std::vector<std::byte> bytes(144, std::byte{1});
    for (std::uint64_t i = 0; i < count; ++i)
        core.take(pdu(pdu_entity_state, entity_of(1, 1 + i / 10'000, 1 + i % 10'000), ns_per_second, bytes));
    CHECK(core.stats().entities == count);
    std::uint64_t now_ns = 20 * ns_per_second;
    for (; now_ns < 28 * ns_per_second; now_ns += 100 * ns_per_ms) core.tick(now_ns);
    CHECK(core.stats().entities == 0);
}
