#include "relay/core/congestion.h"

#include "tests/catch.h"

using namespace farfield::net::relay;

namespace {

/// Updates each millisecond with one load, from `now_ns` on, and says at which millisecond the level changed.
std::uint64_t ms_to_change(Congestion& congestion, double load, std::uint64_t& now_ns, std::uint64_t most)
{
    const auto before = congestion.level();
    for (std::uint64_t passed = 0; passed <= most; ++passed, now_ns += ns_per_ms)
        if (congestion.update(load, now_ns) != before) return passed;
    return most + 1;
}

}  // namespace

TEST_CASE("Congestion: the levels are entered after 50, 100 and 200 ms above 80 %", "[relay]")
{
    Congestion congestion;
    std::uint64_t now_ns = 1'000 * ns_per_ms;
    for (const std::uint64_t patience : {50U, 100U, 200U})
        CHECK(ms_to_change(congestion, 0.81, now_ns, 300) == patience);
    CHECK(congestion.level() == 3);
    CHECK(ms_to_change(congestion, 5.0, now_ns, 2'000) == 2'001);
}

TEST_CASE("Congestion: a level is left after 500 ms below 40 %, one at a time", "[relay]")
{
    Congestion congestion;
    std::uint64_t now_ns = 1'000 * ns_per_ms;
    while (congestion.update(0.9, now_ns) < 3) now_ns += ns_per_ms;
    CHECK(ms_to_change(congestion, 0.4, now_ns, 2'000) == 2'001);  // between the two nothing changes
    for (const int level : {2, 1, 0}) {
        CHECK(ms_to_change(congestion, 0.39, now_ns, 600) == 500);
        CHECK(congestion.level() == level);
    }
    CHECK(ms_to_change(congestion, 0.0, now_ns, 2'000) == 2'001);
}

TEST_CASE("Congestion: a load that is high for 49 ms at a time never counts", "[relay]")
{
    Congestion congestion;
    for (std::uint64_t i = 0; i < 5'000; ++i) congestion.update(i % 50 == 49 ? 0.8 : 0.9, i * ns_per_ms);
    CHECK(congestion.level() == 0);
}

TEST_CASE("Bobo1997Policy: goes up and down one level for each 5 ms", "[relay]")
{
    Bobo1997Policy policy{Bobo1997Policy::ethernet_bytes};
    CHECK(policy.level() == 3);
    // 4,801 bytes are more than 80 % of 6,000, 4,800 are not; 2,399 are less than 40 %.
    std::uint64_t window = 10;
    const auto send = [&](std::uint32_t bytes) {
        CHECK(policy.admits(true, bytes, window++ * 5 * ns_per_ms));
        (void)policy.admits(true, 0, window * 5 * ns_per_ms);
        return int{policy.level()};
    };
    CHECK(send(4'800) == 3);
    CHECK(send(4'801) == 4);
    CHECK(send(4'801) == 5);
    CHECK(send(6'000) == 6);
    CHECK(send(6'000) == 6);
    CHECK(send(2'400) == 6);
    CHECK(send(2'399) == 5);
    CHECK(send(0) == 4);
    CHECK(send(0) == 3);
    CHECK(send(0) == 3);
}

TEST_CASE("Bobo1997Policy: sends 7 less its level without priority in 5 ms, at level 6 none", "[relay]")
{
    Bobo1997Policy policy{Bobo1997Policy::ethernet_bytes};
    std::uint64_t window = 0;
    for (const auto& [level, most] : {std::pair{3, 20}, {4, 3}, {5, 2}, {6, 0}}) {
        const std::uint64_t now_ns = window++ * 5 * ns_per_ms;
        int sent = 0;
        for (int i = 0; i < 20; ++i) sent += policy.admits(false, 1, now_ns) ? 1 : 0;
        CHECK(policy.level() == level);
        CHECK(sent == most);
        CHECK(policy.admits(true, 6'000, now_ns));
    }
}
