#include "app/link/interaction_clock.h"

#include "tests/catch.h"

using namespace farfield::app;

namespace {

constexpr std::uint64_t millisecond = 1'000'000;

}  // namespace

TEST_CASE("InteractionClock: measures from the action to the first frame that reflects it", "[figures]")
{
    InteractionClock clock;
    clock.sent(5, 100 * millisecond);
    CHECK_FALSE(clock.shown(4, 110 * millisecond));
    CHECK(clock.shown(5, 130 * millisecond).value() == Approx(30.0));
    CHECK_FALSE(clock.shown(5, 140 * millisecond));
}

TEST_CASE("InteractionClock: a frame that reflects several actions counts for the newest", "[figures]")
{
    InteractionClock clock;
    clock.sent(1, 100 * millisecond);
    clock.sent(2, 120 * millisecond);
    clock.sent(3, 150 * millisecond);
    CHECK(clock.shown(2, 160 * millisecond).value() == Approx(40.0));
    CHECK(clock.shown(3, 170 * millisecond).value() == Approx(20.0));
}
