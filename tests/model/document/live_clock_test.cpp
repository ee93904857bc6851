#include "model/document/live_clock.h"

#include "tests/catch.h"

using namespace farfield::model;

namespace {

constexpr std::uint64_t live_second = 1'000'000'000;

}  // namespace

TEST_CASE("LiveClock: shows the delay ago, while the clock plays", "[clock]")
{
    LiveClock live;
    Clock clock{.frames_per_second = 4.0, .live = true, .delay = 2.0};
    CHECK(live.begin_ns() == 0);
    CHECK(live.instant_ns(clock, 10 * live_second) == 8 * live_second);
    CHECK(live.instant_ns(clock, 11 * live_second) == 9 * live_second);
    clock.playing = false;
    CHECK(live.instant_ns(clock, 12 * live_second) == 9 * live_second);
    live.step(clock);
    CHECK(live.instant_ns(clock, 13 * live_second) == 9 * live_second + live_second / 4);
    clock.playing = true;
    CHECK(live.instant_ns(clock, 20 * live_second) == 18 * live_second);  // what it stood for is passed over
    CHECK(live.begin_ns() == 8 * live_second);
}

TEST_CASE("LiveClock: a clock that does not play has an instant, too", "[clock]")
{
    LiveClock live;
    const Clock clock{.playing = false, .live = true, .delay = 0.0};
    CHECK(live.instant_ns(clock, 5 * live_second) == 5 * live_second);
    CHECK(live.instant_ns(clock, 6 * live_second) == 5 * live_second);
}
