#include "relay/sockets/recent_count.h"

#include "tests/catch.h"

using namespace farfield::net::relay;
using std::chrono::milliseconds;

namespace {
RecentCount::Time after_ms(int ms)
{
    return RecentCount::Time(milliseconds(1'000'000 + ms));
}
}  // namespace

TEST_CASE("RecentCount: events of the last second are counted, older ones are not", "[recent]")
{
    RecentCount count;
    CHECK(count.in_last_second(after_ms(0)) == 0);
    CHECK(count.in_last_second(RecentCount::Time{}) == 0);
    count.add(after_ms(0), 5);
    count.add(after_ms(50), 2);
    count.add(after_ms(300), 10);
    CHECK(count.in_last_second(after_ms(300)) == 17);
    CHECK(count.in_last_second(after_ms(999)) == 17);
    CHECK(count.in_last_second(after_ms(1000)) == 10);
    CHECK(count.in_last_second(after_ms(1299)) == 10);
    CHECK(count.in_last_second(after_ms(1300)) == 0);
    count.add(after_ms(2000), 1);  // the part of after_ms(0)
    CHECK(count.in_last_second(after_ms(2000)) == 1);
}
