#include "app/viewer/session/frame_figures.h"

#include "tests/catch.h"

using namespace farfield::app;

namespace {

constexpr std::uint64_t millisecond = 1'000'000;

/// A frame that took 2 ms to compute, waited 1, travelled 5, lay 3 in the ring and was drawn in 4; the node's
/// clock is `ahead` ms ahead of ours.
ShownFrame frame_with_clock_ahead(std::int64_t ahead)
{
    constexpr std::uint64_t start = 1'700'000'000'000 * millisecond;
    const auto node_clock = start + static_cast<std::uint64_t>(ahead) * millisecond;
    ShownFrame frame;
    frame.stamp.compute_ns = 2 * millisecond;
    frame.stamp.computed_at_ns = node_clock;
    frame.info.header.time_ns = node_clock + 1 * millisecond;
    frame.info.received_ns = start + 6 * millisecond;
    frame.taken_ns = start + 9 * millisecond;
    frame.shown_ns = start + 13 * millisecond;
    return frame;
}

}  // namespace

TEST_CASE("frame_times: says where a frame's time went, whatever the node's clock shows", "[figures]")
{
    for (const std::int64_t ahead : {0, 7000, -7000}) {
        const auto times =
            frame_times(frame_with_clock_ahead(ahead), ahead * static_cast<std::int64_t>(millisecond));
        CHECK(times.compute_ms == Approx(2.0));
        CHECK(times.wait_ms == Approx(1.0));
        CHECK(times.network_ms == Approx(5.0));
        CHECK(times.ring_ms == Approx(3.0));
        CHECK(times.draw_ms == Approx(4.0));
    }
}

TEST_CASE("age_ms: counts from when the node had the frame ready", "[figures]")
{
    const auto frame = frame_with_clock_ahead(250);
    CHECK(age_ms(frame, 250 * static_cast<std::int64_t>(millisecond), frame.shown_ns) == Approx(13.0));
}

TEST_CASE("RateMeter: is the slope of the last second", "[figures]")
{
    RateMeter meter;
    CHECK(meter.per_second() == 0.0);
    for (int i = 0; i <= 20; ++i) meter.add(std::uint64_t{15} * static_cast<std::uint64_t>(i), 0.25 * i);
    CHECK(meter.per_second() == Approx(60.0));
    for (int i = 21; i <= 26; ++i) meter.add(300, 0.25 * i);  // nothing more comes
    CHECK(meter.per_second() == 0.0);
}

TEST_CASE("RateMeter: begins anew when the total does", "[figures]")
{
    RateMeter meter;
    meter.add(1000, 0.0);
    meter.add(2000, 1.0);
    meter.add(0, 2.0);
    CHECK(meter.per_second() == 0.0);
    meter.add(10, 3.0);
    CHECK(meter.per_second() == Approx(10.0));
}
