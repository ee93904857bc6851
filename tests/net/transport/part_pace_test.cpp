#include "net/transport/part_pace.h"

#include "tests/catch.h"

using farfield::net::PartPace;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t most = 64 << 10;

/// A pace after so many Parts over a link that takes so many bytes a second.
PartPace after(int parts, double bytes_a_second)
{
    PartPace pace(most);
    for (int i = 0; i < parts; ++i)
        pace.part_left(std::chrono::duration_cast<PartPace::Duration>(
            std::chrono::duration<double>(static_cast<double>(pace.part_bytes()) / bytes_a_second)));
    return pace;
}

}  // namespace

TEST_CASE("PartPace: on a fast link Parts soon have the most bytes that the peer takes", "[parts]")
{
    CHECK(PartPace(most).part_bytes() == PartPace::least_bytes);
    CHECK(after(5, 1e9).part_bytes() == most);
    CHECK(after(5, 1e9).unsent_bytes() == PartPace::most_unsent_bytes);
}

TEST_CASE("PartPace: on a slow link Parts take as long as wanted, and little waits in the system", "[parts]")
{
    // 1 Mbit/s: 2,500 bytes in 20 ms.
    const PartPace pace = after(50, 125'000);
    CHECK(pace.part_bytes() >= 1'250);
    CHECK(pace.part_bytes() <= 2'500);
    CHECK(pace.unsent_bytes() == pace.part_bytes());
}

TEST_CASE("PartPace: a link that becomes slow, and fast again, is followed", "[parts]")
{
    PartPace pace = after(10, 1e9);
    pace.part_left(200ms);
    CHECK(pace.part_bytes() == most / 10);
    pace.part_left(1min);
    CHECK(pace.part_bytes() == PartPace::least_bytes);
    for (int i = 0; i < 5; ++i) pace.part_left(1us);
    CHECK(pace.part_bytes() == most);
}

TEST_CASE("PartPace: Parts never have more bytes than the peer takes", "[parts]")
{
    PartPace pace(100);
    CHECK(pace.part_bytes() == 100);
    pace.part_left(1us);
    CHECK(pace.part_bytes() == 100);
    pace.part_left(1min);
    CHECK(pace.part_bytes() == 100);
}
