#include "relay/hosts/sent_bundles.h"

#include "tests/catch.h"
#include "tests/relay/hosts/masked_bundles.h"

using namespace farfield::net::relay;
using namespace farfield::net::relay::test;
using namespace farfield;

namespace {

constexpr std::size_t mtu = 1'472;
constexpr std::uint64_t begin_ns = 50 * ns_per_second;

std::vector<std::byte> priority_bundle(std::uint64_t number, std::uint64_t mask, std::size_t messages = 1)
{
    std::vector<MaskedMessage> all(messages, {mask, 1, true});
    all.push_back({~std::uint64_t{0}, 2});  // without priority: nothing is awaited for it
    return datagram_of(1, number, number * all.size(), all);
}

/// What repeat() sent at a time.
std::size_t repeats_at(SentBundles& sent, std::uint64_t now_ns)
{
    std::size_t count = 0;
    sent.repeat(now_ns, [&count](std::span<const std::byte>) { ++count; });
    return count;
}

HostReport report(std::uint32_t host, std::uint64_t bundle, std::uint64_t before = 0,
                  std::uint64_t time_ns = 0)
{
    return {.host = host, .bundle_time_ns = time_ns, .bundle = bundle, .before = before};
}

}  // namespace

TEST_CASE("SentBundles: repeats after 10 ms, five times, then names what is lost", "[relay]")
{
    SentBundles sent{mtu};
    sent.add(0, priority_bundle(0, 0b1, 3), begin_ns);
    CHECK(sent.next_due_ns() == begin_ns + 10 * ns_per_ms);
    CHECK(repeats_at(sent, begin_ns + 9 * ns_per_ms) == 0);
    std::uint64_t now_ns = begin_ns;
    for (int i = 0; i < 5; ++i) {
        now_ns += 10 * ns_per_ms;
        CHECK(repeats_at(sent, now_ns) == 1);
        CHECK(sent.account(0).lost == 0);
    }
    CHECK(repeats_at(sent, now_ns + 10 * ns_per_ms) == 0);
    CHECK(sent.account(0).lost == 3);
    CHECK(sent.lost() == 3);
    CHECK(sent.repeated() == 5);
    CHECK(sent.waiting() == 0);
    CHECK(sent.next_due_ns() == never_ns);
}

TEST_CASE("SentBundles: waits for all hosts that want a message with priority, and for no other", "[relay]")
{
    SentBundles sent{mtu};
    const auto bundle = priority_bundle(4, 0b1001);
    sent.add(4, bundle, begin_ns);
    sent.take(report(0, 4), begin_ns + ns_per_ms);
    CHECK(sent.waiting() == 1);
    std::vector<std::byte> repeated;
    sent.repeat(begin_ns + 10 * ns_per_ms, [&](std::span<const std::byte> datagram) {
        repeated.assign(datagram.begin(), datagram.end());
    });
    CHECK(repeated == bundle);
    sent.take(report(3, 4), begin_ns + 11 * ns_per_ms);
    CHECK(sent.waiting() == 0);
    CHECK(repeats_at(sent, begin_ns + ns_per_second) == 0);
    CHECK(sent.lost() == 0);
}

TEST_CASE("SentBundles: a report acknowledges its bundle and those that its bits name", "[relay]")
{
    SentBundles sent{mtu};
    for (const std::uint64_t number : {0U, 35U, 36U, 99U, 100U, 101U})
        sent.add(number, priority_bundle(number, 0b1), begin_ns);
    sent.take(report(0, 100, std::uint64_t{1} << 63U | 0b1), begin_ns);  // 100, 99 and 36
    CHECK(repeats_at(sent, begin_ns + 10 * ns_per_ms) == 3);
}

TEST_CASE("SentBundles: waits two round trips of the host that it waits for", "[relay]")
{
    SentBundles sent{mtu};
    sent.add(0, priority_bundle(0, 0b1), begin_ns);
    sent.take(report(0, 0, 0, begin_ns), begin_ns + 40 * ns_per_ms);
    CHECK(sent.account(0).round_trip_ns == 40 * ns_per_ms);
    sent.add(1, priority_bundle(1, 0b11), begin_ns);
    CHECK(repeats_at(sent, begin_ns + 10 * ns_per_ms) == 1);  // for the other one
    sent.take(report(1, 1), begin_ns + 11 * ns_per_ms);
    CHECK(repeats_at(sent, begin_ns + 89 * ns_per_ms) == 0);
    CHECK(repeats_at(sent, begin_ns + 90 * ns_per_ms) == 1);
}

TEST_CASE("SentBundles: for a host that acknowledges nothing, bundles are no longer repeated", "[relay]")
{
    SentBundles sent{mtu};
    std::uint64_t now_ns = begin_ns;
    const std::uint64_t bundles = 1'000;
    for (std::uint64_t number = 0; number < bundles; ++number) {
        sent.add(number, priority_bundle(number, 0b1), now_ns);
        for (int step = 0; step < 8; ++step) (void)repeats_at(sent, now_ns += 10 * ns_per_ms);
    }
    CHECK(sent.repeated() == SentBundles::most_misses * SentBundles::most_repeats);
    CHECK(sent.account(0).lost == bundles);
    // Once it acknowledges again, it is served again.
    sent.add(bundles, priority_bundle(bundles, 0b1), now_ns);
    sent.take(report(0, bundles), now_ns);
    sent.add(bundles + 1, priority_bundle(bundles + 1, 0b1), now_ns);
    CHECK(repeats_at(sent, now_ns + 10 * ns_per_ms) == 1);
}

TEST_CASE("SentBundles: where there is no room for one more, the oldest is lost by name", "[relay]")
{
    SentBundles sent{16'384};  // 512 of them
    for (std::uint64_t number = 0; number < 515; ++number)
        sent.add(number, priority_bundle(number, 0b1), begin_ns);
    CHECK(sent.waiting() == 512);
    CHECK(sent.lost() == 3);
}

TEST_CASE("SentBundles::clear: nothing is awaited of a host that is gone", "[relay]")
{
    SentBundles sent{mtu};
    sent.add(0, priority_bundle(0, 0b11), begin_ns);
    sent.clear(0);
    CHECK(sent.waiting() == 1);
    sent.clear(1);
    CHECK(sent.waiting() == 0);
    CHECK(sent.lost() == 0);
}
