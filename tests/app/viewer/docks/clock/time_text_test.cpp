#include "app/viewer/docks/clock/time_text.h"
#include "tests/catch.h"

#include <string>

using namespace farfield;

namespace {

std::string text_of(double seconds)
{
    return app::utc_text(seconds).toStdString();
}

}  // namespace

TEST_CASE("utc_text: the year before 1 is 0, as ISO 8601 has it", "[clock]")
{
    // 0000-01-01 is 719,528 days before 1970-01-01, and a leap year's 366 before 0001-01-01.
    CHECK(text_of(-719'528 * 86'400.0) == "0000-01-01 00:00 UTC");
    CHECK(text_of(-719'162 * 86'400.0) == "0001-01-01 00:00 UTC");
    CHECK(text_of(-719'529 * 86'400.0) == "-0001-12-31 00:00 UTC");
    CHECK(text_of(0.0) == "1970-01-01 00:00 UTC");
}
