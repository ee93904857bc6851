#include "relay/dis/time_stamp.h"

#include "tests/catch.h"

using namespace farfield::net::dis;

namespace {
constexpr std::uint64_t second_ns = 1'000'000'000;
constexpr std::uint64_t hour_ns = 3600 * second_ns;
/// A whole hour of UTC in 2023.
constexpr std::uint64_t noon = 472'222 * hour_ns;
constexpr std::uint32_t half_hour = 0x8000'0000U;  // 2^30 units
}  // namespace

TEST_CASE("stamp_ns_in_hour: 2^31 units are an hour, the lowest bit does not count", "[dis]")
{
    CHECK(stamp_ns_in_hour(0) == 0);
    CHECK(stamp_ns_in_hour(1) == 0);
    CHECK(stamp_ns_in_hour(2) == 1676);  // 3.6e12 / 2^31 = 1676.38
    CHECK(stamp_ns_in_hour(half_hour) == hour_ns / 2);
    CHECK(stamp_ns_in_hour(half_hour | 1U) == hour_ns / 2);
    CHECK(stamp_ns_in_hour(0xFFFF'FFFF) == hour_ns - 1677);
}

TEST_CASE("stamp_age_ns: is the time since an absolute stamp", "[dis]")
{
    const std::uint64_t now = noon + hour_ns / 2 + 3 * second_ns;
    CHECK(stamp_age_ns(half_hour | 1U, now) == 3 * second_ns);
    CHECK(stamp_utc_ns(half_hour | 1U, now) == noon + hour_ns / 2);
    CHECK(stamp_age_ns(half_hour | 1U, noon + hour_ns / 2) == 0U);
}

TEST_CASE("stamp_age_ns: a relative stamp has none", "[dis]")
{
    CHECK_FALSE(stamp_age_ns(half_hour, noon + hour_ns / 2));
    CHECK_FALSE(is_absolute(half_hour));
}

TEST_CASE("stamp_age_ns: beyond 10 s on either side there is none, ahead it is 0", "[dis]")
{
    const std::uint64_t sent = noon + hour_ns / 2;
    CHECK(stamp_age_ns(half_hour | 1U, sent + 10 * second_ns) == 10 * second_ns);
    CHECK_FALSE(stamp_age_ns(half_hour | 1U, sent + 10 * second_ns + 1));
    CHECK(stamp_age_ns(half_hour | 1U, sent - 10 * second_ns) == 0U);
    CHECK(stamp_utc_ns(half_hour | 1U, sent - 10 * second_ns) == sent);
    CHECK_FALSE(stamp_age_ns(half_hour | 1U, sent - 10 * second_ns - 1));
}

TEST_CASE("stamp_age_ns: a stamp before the whole hour is young just after it, and the other way round",
          "[dis]")
{
    const std::uint32_t last = 0xFFFF'FFFF;
    CHECK(stamp_age_ns(last, noon + 2 * second_ns) == 2 * second_ns + 1677);
    CHECK(stamp_utc_ns(1, noon - 4 * second_ns) == noon);
    CHECK(stamp_age_ns(1, noon - 4 * second_ns) == 0U);
}

TEST_CASE("stamp_age_ns: a clock that is wrong by a whole hour counts as right, by half an hour as none",
          "[dis]")
{
    CHECK(stamp_age_ns(half_hour | 1U, noon + hour_ns + hour_ns / 2 + second_ns) == second_ns);
    CHECK_FALSE(stamp_age_ns(half_hour | 1U, noon));
    CHECK_FALSE(stamp_age_ns(half_hour | 1U, noon - 1));
}

TEST_CASE("absolute_stamp: stamp_utc_ns() leads back within a unit, through the whole hour", "[dis]")
{
    CHECK(absolute_stamp(noon) == 1U);
    CHECK(absolute_stamp(noon + hour_ns / 2) == (half_hour | 1U));
    CHECK(absolute_stamp(noon + hour_ns - 1) == 1U);  // the next hour's
    for (std::uint64_t offset = 0; offset < hour_ns; offset += 7'777'777'777) {
        const auto found = stamp_utc_ns(absolute_stamp(noon + offset), noon + offset);
        REQUIRE(found);
        CHECK(*found + 840 > noon + offset);
        CHECK(*found < noon + offset + 840);
    }
}
