#include "compute_node/commands/reports/utc_text.h"

#include "tests/catch.h"

using farfield::node::utc_text;

TEST_CASE("utc_text: dates before and after 1970, leap days and parts of seconds", "[time]")
{
    // Seconds by `date -u -d DATE +%s`.
    CHECK(utc_text(0.0) == "1970-01-01 00:00:00 UTC");
    CHECK(utc_text(1009843200.0) == "2002-01-01 00:00:00 UTC");
    CHECK(utc_text(951825600.5) == "2000-02-29 12:00:00.500 UTC");
    CHECK(utc_text(-1.0) == "1969-12-31 23:59:59 UTC");
    CHECK(utc_text(-2208988800.0) == "1900-01-01 00:00:00 UTC");
    CHECK(utc_text(1e20) == "1e+20 s");
}
