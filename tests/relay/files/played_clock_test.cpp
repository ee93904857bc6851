#include "relay/files/played_clock.h"

#include <array>

#include "tests/catch.h"

using namespace farfield;
using namespace farfield::net::relay;

namespace {

const std::string recording_input = "ffr:a.ffr,speed=4", capture_input = "pcap:b.pcap",
                  live_input = "dis:239.1.2.3@lo";

model::RelayClock recorded(std::uint64_t time_ns, std::uint64_t at_ns, double rate)
{
    return {.state = model::ClockState::Recorded, .time_ns = time_ns, .at_ns = at_ns, .rate = rate};
}

}  // namespace

TEST_CASE("PlayedClock: is live unless all inputs are files", "[relay]")
{
    CHECK(PlayedClock{{}}.now() == model::RelayClock{});
    CHECK(PlayedClock{std::array{live_input}}.now() == model::RelayClock{});
    PlayedClock mixed{std::array{recording_input, live_input}};
    CHECK(mixed.now() == model::RelayClock{});
    CHECK_FALSE(mixed.note(0, 1'000, 5'000));
    CHECK_FALSE(mixed.note_ended(0, 6'000));
    CHECK(PlayedClock{std::array{recording_input, capture_input}}.now() == recorded(0, 0, 0.0));
}

TEST_CASE("PlayedClock: changes where the first recording begins, begins again and ends", "[relay]")
{
    PlayedClock clock{std::array{recording_input, capture_input}};
    CHECK_FALSE(clock.note(1, 900, 4'000));  // the other one
    CHECK(clock.note(0, 1'000, 5'000));
    CHECK(clock.now() == recorded(1'000, 5'000, 4.0));
    CHECK_FALSE(clock.note(0, 1'400, 5'100));
    CHECK_FALSE(clock.note(0, 1'400, 5'101));
    CHECK(clock.now() == recorded(1'000, 5'000, 4.0));
    CHECK(clock.note(0, 1'000, 7'000));
    CHECK(clock.now() == recorded(1'000, 7'000, 4.0));
    CHECK_FALSE(clock.note(0, 1'200, 7'050));
    CHECK_FALSE(clock.note_ended(1, 7'060));
    CHECK(clock.note_ended(0, 7'100));
    CHECK(clock.now() == recorded(1'200, 7'100, 0.0));
}
