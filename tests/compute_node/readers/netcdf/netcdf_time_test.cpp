#include "compute_node/datasets/dataset_catalogue.h"
#include "compute_node/datasets/time_series.h"
#include "compute_node/readers/netcdf/netcdf_reader.h"
#include "compute_node/readers/netcdf/netcdf_time.h"
#include "compute_node/support/lower_case.h"
#include "tests/catch.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <cmath>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using Catch::Matchers::ContainsSubstring;
using farfield::test::TemporaryFolder;

namespace {

/// x 3 by y 2, u = the time step's number + 1, v = 0; times as given.
void write_steps(const std::filesystem::path& path, const std::string& units,
                 const std::vector<double>& times, const std::vector<double>& y = {0, 1})
{
    Writer file{path};
    write_axis(file, "time", units, times);
    write_axis(file, "y", "m", y);
    write_axis(file, "x", "m", {0, 50, 100});
    const int u = file.variable("u", NC_FLOAT, {"time", "y", "x"});
    const int v = file.variable("v", NC_FLOAT, {"time", "y", "x"});
    std::vector<double> values;
    for (std::size_t time = 0; time < times.size(); ++time)
        values.insert(values.end(), 6, static_cast<double>(time) + 1.0);
    file.values(u, values);
    file.values(v, std::vector<double>(values.size(), 0.0));
}

}  // namespace

namespace {

enum class Beside { Nothing, Days, Words, OtherWords };

/// Hours from 2005-07-01 on, as days since 1858-11-17 in binary32, and so that they are exact.
void write_rounded_hours(const std::filesystem::path& path, Beside beside)
{
    constexpr double first_day = 53552.0;
    Writer file{path};
    file.dimension("time", 3);
    file.dimension("DateStrLen", 19);
    const int time = file.variable("time", NC_FLOAT, {"time"});
    file.text(time, "units", "days since 1858-11-17 00:00:00");
    file.values(time, {first_day, first_day + 1.0 / 24, first_day + 2.0 / 24});
    write_axis(file, "y", "m", {0, 1});
    write_axis(file, "x", "m", {0, 1});
    for (const char* name : {"u", "v"})
        file.values(file.variable(name, NC_FLOAT, {"time", "y", "x"}), std::vector<double>(12, 1.0));
    if (beside == Beside::Days) {
        const int days = file.variable("Itime", NC_INT, {"time"}),
                  rest = file.variable("Itime2", NC_INT, {"time"});
        file.text(days, "units", "days since 1858-11-17 00:00:00");
        file.text(rest, "units", "msec since 00:00:00");
        file.values(days, {first_day, first_day, first_day});
        file.values(rest, {0, 3'600'000, 7'200'000});
    }
    if (beside == Beside::Words || beside == Beside::OtherWords)
        file.characters(file.variable("Times", NC_CHAR, {"time", "DateStrLen"}),
                        beside == Beside::Words
                            ? "2005-07-01T00:00:002005-07-01T01:00:002005-07-01T02:00:00"
                            : "2006-07-01T00:00:002006-07-01T01:00:002006-07-01T02:00:00");
}

}  // namespace

TEST_CASE("NetCDF: times that binary32 rounds are those that the file has exactly", "[netcdf]")
{
    const auto [beside, is_exact, remark] = GENERATE(table<Beside, bool, const char*>(
        {{Beside::Days, true,
          "Times are those of 'Itime' and 'Itime2': 'time' rounds them by up to 168.8 s."},
         {Beside::Words, true, "Times are those of 'Times': 'time' rounds them by up to 168.8 s."},
         {Beside::OtherWords, false, "Times ('time') are rounded by up to 168.8 s"},
         {Beside::Nothing, false, "Times ('time') are rounded by up to 168.8 s"}}));
    const TemporaryFolder folder;
    write_rounded_hours(folder / "gom.nc", beside);
    const TimeSeries series = open_series({(folder / "gom.nc").string()});
    const std::vector<double> hours{0.0, 3600.0, 7200.0};
    CHECK((series.times() == hours) == is_exact);
    CHECK(std::ranges::any_of(series.info().remarks, [&](const std::string& said) {
        return said.find(remark) != std::string::npos;
    }));
}

TEST_CASE("NetCDF: half hours since 1970 in binary32 are said to be rounded, though all steps are alike",
          "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "half_hours.nc"};
        file.dimension("time", 3);
        const int time = file.variable("time", NC_FLOAT, {"time"});
        file.text(time, "units", "seconds since 1970-01-01");
        file.values(time, {1104537600.0, 1104539400.0, 1104541200.0});
        write_axis(file, "y", "m", {0, 1});
        write_axis(file, "x", "m", {0, 1});
        for (const char* name : {"u", "v"})
            file.values(file.variable(name, NC_FLOAT, {"time", "y", "x"}), std::vector<double>(12, 1.0));
    }
    const TimeSeries series = open_series({(folder / "half_hours.nc").string()});
    CHECK(std::ranges::any_of(series.info().remarks, [](const std::string& remark) {
        return remark.find("are rounded by up to 64 s") != std::string::npos;
    }));
}

TEST_CASE("NetCDF: times in binary32 that are whole or halves are exact", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "half.nc"};
        file.dimension("time", 2);
        const int time = file.variable("time", NC_FLOAT, {"time"});
        file.text(time, "units", "days since 1858-11-17");
        file.values(time, {53552.5, 53553.25});
        write_axis(file, "y", "m", {0, 1});
        write_axis(file, "x", "m", {0, 1});
        for (const char* name : {"u", "v"}) {
            const int id = file.variable(name, NC_FLOAT, {"time", "y", "x"});
            file.text(id, "units", "m/s");
            file.values(id, std::vector<double>(8, 1.0));
        }
    }
    const TimeSeries series = open_series({(folder / "half.nc").string()});
    for (const std::string& remark : series.info().remarks) CHECK_THAT(remark, !ContainsSubstring("rounded"));
}

TEST_CASE("parse_time_unit: units and dates of CF", "[netcdf]")
{
    CHECK(parse_time_unit("seconds").seconds == 1.0);
    CHECK_FALSE(parse_time_unit("s").epoch);
    CHECK(parse_time_unit("days since 1970-01-02").seconds == 86400.0);
    CHECK(parse_time_unit("days since 1970-01-02").epoch == 86400.0);
    CHECK(parse_time_unit("hours since 1970-1-1 01:30:00").epoch == 5400.0);
    CHECK(parse_time_unit("Minutes since 1969-12-31T23:59:30Z").epoch == -30.0);
    CHECK(parse_time_unit("days since 1900-1-1").epoch == -25567.0 * 86400.0);
    for (const char* wrong : {"moons", "days since", "days since 2001-13-01", ""})
        CHECK_THROWS_WITH(parse_time_unit(wrong), ContainsSubstring("expected time in seconds"));
}

// By cftime 1.6.6 2458849.5 days later it is 2020-01-01, in the Julian calendar 2019-12-19: 13 days less from
// its 1970-01-01.
TEST_CASE("parse_time_unit: in the standard and Julian calendars year -1 is that before 1", "[netcdf]")
{
    constexpr double to_2020 = 2458849.5 * 86400.0;
    const auto epoch = [](const char* units, const char* calendar) {
        return parse_time_unit(units, calendar).epoch.value();
    };
    CHECK(epoch("days since -4713-01-01 12:00:00", "standard") == 18262 * 86400.0 - to_2020);
    CHECK(epoch("days since -4713-01-01T12:00:00Z", "julian") == (18262 - 13) * 86400.0 - to_2020);
    CHECK(epoch("days since -4713-11-24 12:00:00", "proleptic_gregorian") == 18262 * 86400.0 - to_2020);
    CHECK(epoch("days since -1-12-31", "standard") == epoch("days since 1-1-1", "standard") - 86400.0);
    CHECK(epoch("days since -1-01-01", "noleap") == -1971 * 365.0 * 86400.0);
}

TEST_CASE("parse_time_unit: a year 0 of a calendar without one is said", "[netcdf]")
{
    const TimeUnit unit = parse_time_unit("days since 0000-01-01", "standard");
    REQUIRE(unit.remarks.size() == 1);
    CHECK_THAT(unit.remarks.front(), ContainsSubstring("has no year 0"));
    CHECK(unit.epoch == parse_time_unit("days since -1-01-01", "standard").epoch);
    CHECK(parse_time_unit("days since 0000-01-01", "noleap").remarks.empty());
}

TEST_CASE("parse_time_unit: a clock's zone counts, and what is no date is none", "[netcdf]")
{
    CHECK(parse_time_unit("hours since 1970-1-2 0:0:0 -6:00").epoch ==
          86400.0 + 6 * 3600.0);  // UDUNITS' example
    CHECK(parse_time_unit("hours since 1970-01-02 00:00:00 +0530").epoch == 86400.0 - 5.5 * 3600.0);
    CHECK(parse_time_unit("hours since 1970-01-02 00:00:00.0 UTC").epoch == 86400.0);
    // UDUNITS 2 reads a clock behind the clock as its zone; wgrib2 writes that of UTC so.
    CHECK(parse_time_unit("seconds since 1970-01-01 00:00:00.0 0:00").remarks.empty());
    CHECK(parse_time_unit("seconds since 1970-01-01 06:00:00 5:30").epoch == 1800.0);
    CHECK(parse_time_unit("days since -4713-01-01", "proleptic_gregorian").epoch == -210895056000.0);
    CHECK_FALSE(parse_time_unit("days since 0.0").epoch);
    CHECK_FALSE(parse_time_unit("seconds since initialization").epoch);
    CHECK(parse_time_unit("weeks since 1970-01-01").seconds == 7.0 * 86400.0);
    CHECK_THROWS(parse_time_unit("days since 1971-02-29", "noleap"));
}

TEST_CASE("parse_time_unit: days of MATLAB's datenum have dates, with a remark", "[netcdf]")
{
    const TimeUnit unit = parse_time_unit("days since 0000-00-00 00:00:00");
    CHECK(unit.epoch == -719'529.0 * 86400.0);  // MATLAB: datenum(1970, 1, 1) is 719529
    REQUIRE(unit.remarks.size() == 1);
    CHECK_THAT(unit.remarks.front(), ContainsSubstring("datenum"));
    CHECK_THROWS(parse_time_unit("days since 0000-00-02"));
}

TEST_CASE("parse_time_unit: dates in other spellings are the same day", "[netcdf]")
{
    constexpr double day = 7305.0 * 86400.0;  // 1990-01-01, by `date -u -d 1990-01-01 +%s`
    for (const char* date :
         {"1990/01/01", "19900101", "1990-1-1", "1990.01.01", "1990-01", "1990", "1990-01-01T00:00:00Z",
          "1990-01-01T00:00", "19900101T000000Z", "1990010100", "1-JAN-1990", "January 1, 1990 00:00",
          "1990-01-01 01:00:00 +01:00", "1990-01-01 00:00:00.0 UTC", "01/01/1990", "1990-01-01 00Z"})
        CHECK(parse_time_unit("days since " + std::string{date}).epoch == day);
    CHECK(parse_time_unit("Hours Since 1990-01-01 12:30:15.25").epoch == day + 45015.25);
    CHECK(parse_time_unit("hours since 19900101 1230").epoch == day + 45000.0);
    CHECK(parse_time_unit("days since 31/12/1989").epoch == day - 86400.0);
    CHECK(parse_time_unit("days after 1990-01-01 6:00 PM").epoch == day + 64800.0);
    for (const char* wrong : {"1990-13-01", "01/02/1990", "1990-02-30", "1990-01-01 27:00", "1990-01-xx"})
        CHECK_THROWS_WITH(parse_time_unit("days since " + std::string{wrong}),
                          ContainsSubstring("expected time in seconds"));
    for (const char* zone : {"PST", "America/New_York"}) {
        const TimeUnit unit = parse_time_unit("days since 1990-01-01 00:00 " + std::string{zone});
        REQUIRE(unit.remarks.size() == 1);
        CHECK(unit.remarks.front().starts_with("'" + lower_case(zone) + "' behind the date"));
    }
}

TEST_CASE("parse_time_unit: a calendar is known with blanks and by other names, and named where it is not",
          "[netcdf][calendar]")
{
    const auto seconds = [](const char* calendar) {
        return *parse_time_unit("days since 2000-01-01", calendar).epoch;
    };
    CHECK(seconds(" NoLeap ") == 30.0 * 365.0 * 86400.0);
    CHECK(seconds("365") == 30.0 * 365.0 * 86400.0);
    CHECK(seconds("360") == 30.0 * 360.0 * 86400.0);
    CHECK(seconds("360-Day") == 30.0 * 360.0 * 86400.0);
    CHECK(parse_time_unit("days since 2000-01-01", "360").remarks.empty());
    const TimeUnit unknown = parse_time_unit("days since 2000-01-01", "martian");
    CHECK(unknown.epoch == 10957.0 * 86400.0);
    REQUIRE(unknown.remarks.size() == 1);
    CHECK_THAT(unknown.remarks.front(), ContainsSubstring("'martian' is not known"));
    const TimeUnit none = parse_time_unit("days since 2000-01-01", "none");
    CHECK_FALSE(none.epoch);
    CHECK(none.remarks.size() == 1);
}

TEST_CASE("open_series: FMS's calendar_type is the calendar where there is no other", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "fms.nc"};
        file.dimension("time", 2);
        const int time = file.variable("time", NC_DOUBLE, {"time"});
        file.text(time, "units", "days since 2000-01-01 00:00:00");
        file.text(time, "calendar_type", "THIRTY_DAY_MONTHS");
        file.values(time, {0, 720});
        write_axis(file, "y", "m", {0, 1});
        write_axis(file, "x", "m", {0, 1});
        for (const char* name : {"u", "v"})
            file.values(file.variable(name, NC_FLOAT, {"time", "y", "x"}), std::vector<double>(8, 1.0));
    }
    const TimeSeries series = open_series({(folder / "fms.nc").string()});
    CHECK(series.info().calendar == "360_day");
}

TEST_CASE("open_series: files whose dates are written with slashes or without any are all members",
          "[netcdf]")
{
    const TemporaryFolder folder;
    write_steps(folder / "a.nc", "hours since 1990/01/01", {0, 6});
    write_steps(folder / "b.nc", "hours since 19900102", {0});
    const TimeSeries series = open_series({(folder / "a.nc").string(), (folder / "b.nc").string()});
    CHECK(series.times() == std::vector<double>{0, 21600, 86400});
    CHECK(series.info().utc_seconds == 631152000.0);
}

TEST_CASE("read_netcdf: any time step is read, and the times of all", "[netcdf]")
{
    const TemporaryFolder folder;
    write_steps(folder / "steps.nc", "hours since 1970-01-01", {1, 2, 4});
    CHECK(netcdf_heading({folder / "steps.nc"}).times == std::vector<double>{3600, 7200, 14400});
    for (std::size_t step = 0; step < 3; ++step)
        CHECK(read_netcdf({folder / "steps.nc"}, 1000, step).arrays.front().values.front() ==
              static_cast<float>(step + 1));
}

TEST_CASE("open_series: files with clocks from different dates are one series", "[netcdf]")
{
    const TemporaryFolder folder;
    write_steps(folder / "a.nc", "hours since 1970-01-01", {0, 6});
    write_steps(folder / "b.nc", "days since 1970-01-02", {0});
    const TimeSeries series = open_series({(folder / "a.nc").string(), (folder / "b.nc").string()});
    CHECK(series.times() == std::vector<double>{0, 21600, 86400});
    const auto field = series.field({}, 1'000'000);
    CHECK(field->slices().times == std::vector<float>{0, 21600, 86400});
    CHECK(field->info().scalar_min == 1.0F);
    CHECK(field->info().scalar_max == 2.0F);
}

TEST_CASE("open_series: values along the time in a unit of time are the times, whatever their name",
          "[netcdf]")
{
    const TemporaryFolder folder;
    const bool is_alone = GENERATE(true, false);
    {
        Writer file{folder / "roms_his.nc"};
        file.dimension("time", 2);
        write_axis(file, "y", "m", {0, 1});
        write_axis(file, "x", "m", {0, 1});
        const auto put = [&](const char* name, const char* units, const std::vector<double>& values) {
            const int id = file.variable(name, NC_DOUBLE, {"time"});
            file.text(id, "units", units);
            file.values(id, values);
        };
        put("step_length", "second", {60, 60});  // does not ascend
        if (!is_alone) put("run", "days", {1, 2});
        put("scrum_time", "second", {0, 86400});
        for (const char* name : {"u", "v"})
            file.values(file.variable(name, NC_FLOAT, {"time", "y", "x"}), std::vector<double>(8, 1.0));
    }
    CHECK(open_series({(folder / "roms_his.nc").string()}).times() == std::vector<double>{0, 86400});
}

TEST_CASE("open_series: what does not go together is named", "[netcdf]")
{
    const TemporaryFolder folder;
    const auto name = [&](const char* file) { return (folder / file).string(); };
    write_steps(folder / "a.nc", "days since 2000-01-01", {0, 1});
    write_steps(folder / "other.nc", "days since 2000-01-01", {2}, {0, 2});
    write_steps(folder / "odd.nc", "moons since 2000-01-01", {2});
    CHECK_THROWS_WITH(open_series({name("a.nc"), name("other.nc")}).field({}, 1'000'000),
                      ContainsSubstring("another grid") && ContainsSubstring("other.nc"));
    CHECK_THROWS_WITH(open_series({name("a.nc"), name("odd.nc")}),
                      ContainsSubstring("no time") && ContainsSubstring("odd.nc"));
    CHECK_THROWS_WITH(open_series({name("a.nc")}).field({}, 10), ContainsSubstring("max_dataset_bytes"));
}

TEST_CASE("open_series: files are put in the order of their times, and of those at one time the first counts",
          "[netcdf]")
{
    const TemporaryFolder folder;
    const auto name = [&](const char* file) { return (folder / file).string(); };
    write_steps(folder / "a.nc", "days since 2000-01-01", {2, 3});
    write_steps(folder / "b.nc", "days since 2000-01-02", {0, 1, 2, 3});
    const TimeSeries series = open_series({name("a.nc"), name("b.nc")});
    CHECK(series.times() == std::vector<double>{0, 86400, 2 * 86400, 3 * 86400});
    CHECK(series.source(1).find("a.nc") != std::string::npos);
    CHECK(series.source(3).find("b.nc") != std::string::npos);
    REQUIRE_FALSE(series.info().remarks.empty());
    CHECK_THAT(series.info().remarks.back(),
               ContainsSubstring("2 time steps of its files are at a time that a file before has") &&
                   ContainsSubstring("b.nc (step 2)', as '") && ContainsSubstring("a.nc (step 1)"));
    CHECK(series.field({}, 1'000'000)->slices().times.size() == 4);
}

TEST_CASE("open_series: steps with times that are not understood are read as the first alone, with a remark",
          "[netcdf]")
{
    const TemporaryFolder folder;
    write_steps(folder / "odd.nc", "moons since 2000-01-01", {1, 2, 4});
    const TimeSeries series = open_series({(folder / "odd.nc").string()});
    CHECK(series.slices() == 1);
    const auto& remarks = series.info().remarks;
    CHECK(std::any_of(remarks.begin(), remarks.end(), [](const std::string& remark) {
        return remark.find("3 steps") != std::string::npos && remark.find("moons") != std::string::npos;
    }));
    CHECK(series.field()->info().scalar_max == 1.0F);
}

TEST_CASE("open_series: steps of a file with times that do not ascend are read as the first alone",
          "[netcdf]")
{
    const TemporaryFolder folder;
    write_steps(folder / "unset.nc", "days since 2000-01-01", {1, 1, 1});
    const TimeSeries series = open_series({(folder / "unset.nc").string()});
    CHECK(series.slices() == 1);
    const auto& remarks = series.info().remarks;
    CHECK(std::any_of(remarks.begin(), remarks.end(), [](const std::string& remark) {
        return remark.find("those of 'time' do not ascend") != std::string::npos;
    }));
}

TEST_CASE("open_series: a time that is NetCDF's fill value is not known", "[netcdf]")
{
    const TemporaryFolder folder;
    write_steps(folder / "fill.nc", "days since 2000-01-01", {1, NC_FILL_DOUBLE});
    CHECK(open_series({(folder / "fill.nc").string()}).slices() == 1);
}

TEST_CASE("open_series: times that are dates in digits, as CDO writes them", "[netcdf]")
{
    const TemporaryFolder folder;
    write_steps(folder / "digits.nc", "day as %Y%m%d.%f", {20000131, 20000131.25, 20000201.5});
    const TimeSeries series = open_series({(folder / "digits.nc").string()});
    CHECK(series.times() == std::vector<double>{0, 21600, 129600});
    CHECK(series.info().utc_seconds == 949276800.0);
}

TEST_CASE("open_series: a series has the date of its first slice, or none", "[netcdf]")
{
    const TemporaryFolder folder;
    const auto utc_of_series = [&](const char* units) {
        write_steps(folder / "dated.nc", units, {1, 2});
        return open_series({(folder / "dated.nc").string()}).info().utc_seconds;
    };
    CHECK(utc_of_series("days since 1970-01-01") == 86400.0);
    CHECK(std::isnan(utc_of_series("days since 0.0")));
    CHECK(std::isnan(utc_of_series("days")));
}

TEST_CASE("open_series: months are a twelfth of the tropical year", "[netcdf]")
{
    const TemporaryFolder folder;
    write_steps(folder / "months.nc", "month", {1, 7});
    const TimeSeries series = open_series({(folder / "months.nc").string()});
    CHECK(series.times().back() == Approx(3.15569259747e7 / 2.0));  // UDUNITS' year
}

TEST_CASE("open_series: WRF says in words when its steps are", "[netcdf]")
{
    const TemporaryFolder folder;
    const auto write = [&](const std::string& words) {
        Writer file{folder / "wrf.nc"};
        file.dimension("Time", 2);
        file.dimension("DateStrLen", words.size() / 2);
        write_axis(file, "y", "m", {0, 1});
        write_axis(file, "x", "m", {0, 50, 100});
        for (const char* name : {"u", "v"})
            file.values(file.variable(name, NC_FLOAT, {"Time", "y", "x"}), std::vector<double>(12, 1.0));
        file.characters(file.variable("Times", NC_CHAR, {"Time", "DateStrLen"}), words);
    };
    write("2010-10-26_23:00:00"
          "2010-10-27_02:30:00");
    CHECK(open_series({(folder / "wrf.nc").string()}).times() == std::vector{0.0, 12'600.0});
    write("yesterday "
          "2010-10-27");
    CHECK(open_series({(folder / "wrf.nc").string()}).slices() == 1);
}

TEST_CASE("DatasetCatalogue: a file with time steps, or a file for each, is one unsteady field", "[netcdf]")
{
    const TemporaryFolder folder;
    write_steps(folder / "steps.nc", "hours since 1970-01-01", {1, 2, 4});
    write_steps(folder / "day1.nc", "days since 1970-01-01", {1});
    write_steps(folder / "day2.nc", "days since 1970-01-01", {2});
    const DatasetCatalogue catalogue{{folder.path()}};
    const TimeSeries steps = catalogue.open("steps.nc"), days = catalogue.open("day*.nc");
    CHECK(steps.info().time_steps == 3);
    CHECK(std::ranges::none_of(steps.info().remarks, [](const std::string& remark) {
        return remark.find("time") != std::string::npos;
    }));
    CHECK(steps.field()->slices().times == std::vector<float>{0, 3600, 10800});
    CHECK(days.info().name == "day*.nc");
    CHECK(days.field()->slices().times == std::vector<float>{0, 86400});
    CHECK(catalogue.open("day1.nc").field()->slices().steady());
}

TEST_CASE("DatasetCatalogue::memory_needed: of a file with many time steps, what one of them takes",
          "[netcdf]")
{
    const TemporaryFolder folder;
    write_steps(folder / "steps.nc", "s", {0, 1, 2, 3});
    const DatasetCatalogue catalogue{{folder.path()}};
    CHECK(catalogue.memory_needed("steps.nc") == 3 * std::filesystem::file_size(folder / "steps.nc") / 4);
}

namespace {

constexpr double day_of_2021 = 18628.0 * 86400.0;  // 2021-01-01, s

/// Forecasts 0, 6 and 12 hours after 2021-01-01, along "step", as cfgrib writes them: the step's number + 1.
void write_forecast(const std::filesystem::path& path, bool has_valid_time, bool has_start = true)
{
    Writer file{path};
    write_axis(file, "step", "hours", {0, 6, 12});
    file.text(file.find("step"), "standard_name", "forecast_period");
    write_axis(file, "y", "m", {0, 1});
    write_axis(file, "x", "m", {0, 1});
    if (has_start) {
        const int start = file.variable("time", NC_DOUBLE, {});
        file.text(start, "units", "days since 2020-12-31");
        file.text(start, "standard_name", "forecast_reference_time");
        file.values(start, {1.0});
    }
    if (has_valid_time) {
        const int valid = file.variable("valid_time", NC_DOUBLE, {"step"});
        file.text(valid, "units", "hours since 2021-01-01");
        file.text(valid, "standard_name", "time");
        file.values(valid, {0, 6, 12});
    }
    for (const char* name : {"u", "v"})
        file.values(file.variable(name, NC_FLOAT, {"step", "y", "x"}), {1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3});
}

}  // namespace

TEST_CASE("NetCDF: steps of a forecast are times, by those beside them or counted from its start",
          "[netcdf][time]")
{
    const TemporaryFolder folder;
    write_forecast(folder / "a.nc", GENERATE(true, false));
    const TimeSeries series = open_series({(folder / "a.nc").string()});
    CHECK(series.times() == std::vector<double>{0, 6 * 3600, 12 * 3600});
    CHECK(open_dataset({folder / "a.nc"}, "a.nc").data().utc_seconds == day_of_2021);
    CHECK(series.field({})->all_nodes()[2][0].x == 3.0F);
}

TEST_CASE("NetCDF: steps of a forecast without a start have times without dates", "[netcdf][time]")
{
    const TemporaryFolder folder;
    write_forecast(folder / "a.nc", false, false);
    CHECK(open_series({(folder / "a.nc").string()}).times() == std::vector<double>{0, 6 * 3600, 12 * 3600});
}

TEST_CASE("NetCDF: a single step of a forecast is at its own time, not at the forecast's start",
          "[netcdf][time]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "a.nc"};
        write_axis(file, "y", "m", {0, 1});
        write_axis(file, "x", "m", {0, 1});
        const int start = file.variable("time", NC_DOUBLE, {}), lead = file.variable("step", NC_DOUBLE, {});
        file.text(start, "units", "days since 2020-12-31");
        file.text(start, "standard_name", "forecast_reference_time");
        file.values(start, {1.0});
        file.text(lead, "units", "hours");
        file.text(lead, "standard_name", "forecast_period");
        file.values(lead, {6.0});
        for (const char* name : {"u", "v"})
            file.values(file.variable(name, NC_FLOAT, {"y", "x"}), {1, 1, 1, 1});
    }
    const Dataset dataset = open_dataset({folder / "a.nc"}, "a.nc");
    CHECK(dataset.data().utc_seconds == day_of_2021 + 6 * 3600);
}
