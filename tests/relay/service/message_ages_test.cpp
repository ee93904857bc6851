#include "relay/commands/message_ages.h"

#include "tests/catch.h"

using namespace farfield::net::relay;

TEST_CASE("MessageAges: percentiles are of what was added", "[relay]")
{
    MessageAges ages;
    CHECK(ages.percentile(0.5) == 0.0);
    for (int ms = 100; ms >= 0; --ms) CHECK(ages.add(ms) == ms);
    CHECK(ages.percentile(0.5) == 50.0);
    CHECK(ages.percentile(0.99) == 99.0);
    CHECK(ages.ahead_ms() == 0.0);
}

TEST_CASE("MessageAges: an arrival that lies ahead has no age, and says that clocks differ", "[relay]")
{
    MessageAges ages;
    CHECK(ages.add(-3'600'000.0) == 0.0);
    CHECK(ages.add(-20.0) == 0.0);
    CHECK(ages.percentile(0.5) == 0.0);
    CHECK(ages.ahead_ms() == 3'600'000.0);
}

TEST_CASE("MessageAges: what the clocks' difference is known to is no difference", "[relay]")
{
    MessageAges ages;
    CHECK(ages.add(-99.0) == 0.0);
    CHECK(ages.ahead_ms() == 0.0);
}
