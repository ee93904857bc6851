#include "relay/peers/route_window.h"

#include <random>
#include <set>

#include "tests/catch.h"

using namespace farfield::net::relay;

TEST_CASE("RouteWindow: a number is new once", "[relay]")
{
    RouteWindow window;
    CHECK(window.note(1'000'000) == RouteVerdict::New);
    CHECK(window.note(1'000'000) == RouteVerdict::Seen);
    CHECK(window.note(999'000) == RouteVerdict::New);
    CHECK(window.note(999'000) == RouteVerdict::Seen);
    CHECK(window.note(1'000'000 - RouteWindow::numbers) == RouteVerdict::Old);
    CHECK(window.note(1'000'001 - RouteWindow::numbers) == RouteVerdict::New);
    CHECK(window.note(5'000'000) == RouteVerdict::New);
    CHECK(window.note(1'000'000) == RouteVerdict::Old);
    CHECK(window.note(5'000'000 - 1) == RouteVerdict::New);
}

TEST_CASE("RouteWindow: agrees with a set of all numbers, in any order", "[relay]")
{
    std::mt19937_64 numbers{1};
    std::set<std::uint64_t> seen;
    RouteWindow window;
    std::uint64_t newest = 0;
    for (int i = 0; i < 200'000; ++i) {
        const std::uint64_t number = 1'000'000 + static_cast<std::uint64_t>(i) / 2 + numbers() % 70'000;
        const bool is_old = number <= newest && newest - number >= RouteWindow::numbers;
        const RouteVerdict verdict = window.note(number);
        if (is_old)
            REQUIRE(verdict == RouteVerdict::Old);
        else
            REQUIRE(verdict == (seen.insert(number).second ? RouteVerdict::New : RouteVerdict::Seen));
        newest = std::max(newest, number);
    }
}

TEST_CASE("RouteRuns: a number far from all others begins a run, and the others go on", "[relay]")
{
    constexpr std::uint64_t start = 1'700'000'000'000'000'000;
    RouteRuns runs;
    for (std::uint64_t i = 0; i < 100; ++i) CHECK(runs.note(start + i) == RouteVerdict::New);
    for (const std::uint64_t ahead :
         {RouteRuns::run_gap - 1'000, std::uint64_t{1} << 62U, RouteWindow::numbers * 2})
        CHECK(runs.note(start + ahead) == RouteVerdict::New);  // forged
    for (std::uint64_t i = 100; i < 200; ++i) CHECK(runs.note(start + i) == RouteVerdict::New);
    for (std::uint64_t i = 0; i < 200; ++i) CHECK(runs.note(start + i) == RouteVerdict::Seen);
    CHECK(runs.note(start - RouteWindow::numbers) == RouteVerdict::Old);
    CHECK(runs.note(start - 3'600'000'000'000) == RouteVerdict::New);  // started anew, its clock set back
}

TEST_CASE("RouteRuns: numbers that are each a run of their own take no room from those that go on", "[relay]")
{
    RouteRuns runs;
    for (std::uint64_t i = 1; i <= 100; ++i) {
        CHECK(runs.note(i) == RouteVerdict::New);
        CHECK(runs.note(i * 1'000'000'000'000) == RouteVerdict::New);
    }
    CHECK(runs.note(50) == RouteVerdict::Seen);
}

TEST_CASE("RouteRuns: a relay that was started anew is heard from its first message on", "[relay]")
{
    constexpr std::uint64_t start = 1'700'000'000'000'000'000, second = 1'000'000'000;
    RouteRuns runs;
    for (const std::uint64_t begin : {start, start + second, start + 3'600 * second, start - 60 * second})
        for (std::uint64_t i = 0; i < 100; ++i) CHECK(runs.note(begin + i) == RouteVerdict::New);
}
