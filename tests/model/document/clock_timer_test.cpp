#include "model/document/clock_timer.h"

#include "tests/catch.h"

using namespace farfield::model;

namespace {

constexpr std::uint64_t second = 1'000'000'000;

}  // namespace

TEST_CASE("ClockTimer: as many ticks a second as the clock has, while it plays", "[clock]")
{
    ClockTimer timer;
    Clock clock{.frames_per_second = 4.0};
    CHECK(timer.tick(clock, 10 * second) == 0);
    CHECK(timer.tick(clock, 12 * second) == 8);
    clock.playing = false;
    CHECK(timer.tick(clock, 13 * second) == 8);
    timer.step();
    CHECK(timer.tick(clock, 20 * second) == 9);
    clock.playing = true;
    CHECK(timer.tick(clock, 30 * second) == 9);  // what passed while it did not play is no time
    clock.max_rate = 1.0;
    CHECK(timer.tick(clock, 33 * second) == 12);
    timer.seek(100);
    CHECK(timer.tick(clock, 34 * second) == 101);
}
