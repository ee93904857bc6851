#include "net/client/link_meter.h"

#include "tests/catch.h"

using farfield::net::LinkMeter;

TEST_CASE("LinkMeter: the clock's offset is the reply's time minus the middle of the round trip", "[link]")
{
    LinkMeter meter;
    meter.add(1000, 3000, 7000);
    CHECK(meter.clock_offset_ns() == 5000);
    CHECK(meter.round_trip_ms() == Approx(0.002));
}

TEST_CASE("LinkMeter: a peer with a clock that is behind has a negative offset", "[link]")
{
    LinkMeter meter;
    meter.add(1'000'000, 1'000'200, 400'100);
    CHECK(meter.clock_offset_ns() == -600'000);
}

TEST_CASE("LinkMeter: the offset is that of the fastest of the last sixteen round trips", "[link]")
{
    LinkMeter meter;
    meter.add(0, 100, 50 + 7);  // fastest: offset 7
    for (std::uint64_t i = 1; i < 16; ++i) meter.add(1000 * i, 1000 * i + 900, 1000 * i + 450 + 99);
    CHECK(meter.clock_offset_ns() == 7);
    meter.add(20'000, 20'900, 20'450 + 99);  // now it is the seventeenth last
    CHECK(meter.clock_offset_ns() == 99);
}

TEST_CASE("LinkMeter: the round trip is smoothed by an eighth", "[link]")
{
    LinkMeter meter;
    meter.add(0, 8'000'000, 0);
    meter.add(0, 16'000'000, 0);
    CHECK(meter.round_trip_ms() == Approx(9.0));  // 8 + (16 - 8) / 8
}

TEST_CASE("LinkMeter: a reply before its Echo is passed over", "[link]")
{
    LinkMeter meter;
    meter.add(2000, 1000, 5);
    CHECK(meter.samples() == 0);
    CHECK(meter.clock_offset_ns() == 0);
}
