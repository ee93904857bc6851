// Calendars of CF against cftime (tests/real_files/calendar_reference.py).
#include "compute_node/readers/netcdf/netcdf_time.h"
#include "model/calendar/calendar.h"
#include "tests/catch.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <string>

using namespace farfield::compute;
using namespace farfield::model;
using Json = nlohmann::json;

TEST_CASE("calendars: times lie where cftime has them, and have its dates", "[netcdf][calendar]")
{
    const Json all = Json::parse(std::ifstream{std::filesystem::path{FARFIELD_SOURCE_DIR} /
                                               "tests/real_files/calendar_reference.json"});
    REQUIRE(all.size() > 15);
    for (const Json& expected : all) {
        const auto calendar = expected["calendar"].get<std::string>();
        INFO(expected["units"] << ' ' << calendar << ' ' << expected["date"]);
        const TimeUnit unit = parse_time_unit(expected["units"].get<std::string>(), calendar);
        const double seconds = unit.epoch.value() + unit.seconds * expected["value"].get<double>();
        CHECK(seconds == Approx(expected["seconds"].get<double>()).margin(1e-3));
        const auto utc = utc_of(seconds, calendar_named(calendar));
        CHECK(utc.has_value() == !expected["utc"].is_null());
        if (utc) CHECK(*utc == Approx(expected["utc"].get<double>()).margin(1e-3));
    }
}

TEST_CASE("calendars: each day's date leads back to the day", "[netcdf][calendar]")
{
    for (const char* name : {"standard", "proleptic_gregorian", "julian", "noleap", "all_leap", "360_day"}) {
        INFO(name);
        const CalendarKind calendar = calendar_named(name);
        for (long day = -1'000'000; day < 100'000; day += 97)
            REQUIRE(days_since_1970(date_after_1970(day, calendar), calendar) == static_cast<double>(day));
    }
}

TEST_CASE("calendars: dates that a calendar does not have are none", "[netcdf][calendar]")
{
    CHECK_FALSE(days_since_1970({1971, 2, 29}, CalendarKind::Mixed));
    CHECK_FALSE(days_since_1970({1582, 10, 32}, CalendarKind::Mixed));
    CHECK_FALSE(days_since_1970({1582, 10, 5}, CalendarKind::Mixed));
    CHECK_FALSE(days_since_1970({1582, 10, 14}, CalendarKind::Mixed));
    CHECK(*days_since_1970({1582, 10, 15}, CalendarKind::Mixed) ==
          *days_since_1970({1582, 10, 4}, CalendarKind::Mixed) + 1.0);
    CHECK_FALSE(days_since_1970({2000, 2, 29}, CalendarKind::NoLeap));
    CHECK_FALSE(days_since_1970({2000, 1, 31}, CalendarKind::Days360));
    CHECK_FALSE(days_since_1970({2000, 13, 1}, CalendarKind::Julian));
    CHECK(days_since_1970({2001, 2, 29}, CalendarKind::AllLeap));
}

TEST_CASE("calendars: names that models write are CF's", "[netcdf][calendar]")
{
    CHECK(cf_name_of_calendar("THIRTY_DAY_MONTHS") == "360_day");         // GFDL's FMS
    CHECK(cf_name_of_calendar("360.0 days in every year") == "360_day");  // ROMS
    CHECK(cf_name_of_calendar("365.25 days in every year") == "julian");  // ROMS
    CHECK(cf_name_of_calendar("gregorian_proleptic") == "proleptic_gregorian");
    CHECK_FALSE(known_calendar("months of thirty days"));
}
