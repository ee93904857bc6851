#include "app/viewer/docks/clock/time_text.h"
#include "tests/catch.h"

#include <optional>
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

TEST_CASE("time_text: a date is that of the calendar which the dataset has", "[clock]")
{
    constexpr double day = 86'400.0;
    model::DatasetInfo dataset;
    dataset.calendar = "360_day";
    dataset.calendar_origin = 58 * day;  // 1970-02-29
    const auto text = [&](double days) { return app::time_text(dataset, days * day).toStdString(); };
    CHECK(text(0.0) == "1970-02-29 00:00 UTC");
    CHECK(text(1.25) == "1970-02-30 06:00 UTC");
    CHECK(text(2.0) == "1970-03-01 00:00 UTC");
    dataset.calendar = "noleap";
    dataset.calendar_origin = (2 * 365 + 58) * day;  // 1972-02-28
    CHECK(text(0.5) == "1972-02-28 12:00 UTC");      // between two steps, too
    CHECK(text(1.0) == "1972-03-01 00:00 UTC");
}

TEST_CASE("time_text: a time between steps with dates of their own is between these", "[clock]")
{
    constexpr double day = 86'400.0;
    model::DatasetInfo dataset;
    dataset.time_units = "s";
    dataset.time_origin =
        58 * day;  // 1970-02-28, of a calendar without a 29th, from where on one is left out
    dataset.times = {0.0, day, 3 * day};
    dataset.dates = {58 * day, std::nullopt, 60 * day};
    const auto text = [&](double days) { return app::time_text(dataset, days * day).toStdString(); };
    CHECK(text(0.0) == "1970-02-28 00:00 UTC");
    CHECK(text(1.0) == "86400 s");
    CHECK(text(4.0) == "1970-03-03 00:00 UTC");
    dataset.dates[1] = 58.5 * day;
    CHECK(text(2.0) == "1970-03-01 06:00 UTC");
    dataset.dates.clear();
    CHECK(text(1.0) == "1970-03-01 00:00 UTC");
}
