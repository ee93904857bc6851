#include "compute_node/readers/netcdf/netcdf_time.h"

#include "compute_node/support/lower_case.h"
#include "model/calendar/calendar.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>

namespace farfield::compute {

using model::calendar_named;
using model::CalendarKind;

namespace {

struct NamedUnit {
    std::string_view name;
    double seconds;
};
constexpr std::array unit_seconds{NamedUnit{"ns", 1e-9},           NamedUnit{"nanosecond", 1e-9},
                                  NamedUnit{"nanoseconds", 1e-9},  NamedUnit{"us", 1e-6},
                                  NamedUnit{"microsecond", 1e-6},  NamedUnit{"microseconds", 1e-6},
                                  NamedUnit{"ms", 1e-3},           NamedUnit{"msec", 1e-3},
                                  NamedUnit{"msecs", 1e-3},        NamedUnit{"millisec", 1e-3},
                                  NamedUnit{"millisecs", 1e-3},    NamedUnit{"millisecond", 1e-3},
                                  NamedUnit{"milliseconds", 1e-3}, NamedUnit{"s", 1.0},
                                  NamedUnit{"sec", 1.0},           NamedUnit{"secs", 1.0},
                                  NamedUnit{"second", 1.0},        NamedUnit{"seconds", 1.0},
                                  NamedUnit{"min", 60.0},          NamedUnit{"mins", 60.0},
                                  NamedUnit{"minute", 60.0},       NamedUnit{"minutes", 60.0},
                                  NamedUnit{"h", 3600.0},          NamedUnit{"hr", 3600.0},
                                  NamedUnit{"hrs", 3600.0},        NamedUnit{"hour", 3600.0},
                                  NamedUnit{"hours", 3600.0},      NamedUnit{"d", 86400.0},
                                  NamedUnit{"day", 86400.0},       NamedUnit{"days", 86400.0},
                                  NamedUnit{"week", 604800.0},     NamedUnit{"weeks", 604800.0}};

/// A month is a twelfth of a year.
std::optional<double> seconds_of_unit(std::string_view unit, CalendarKind calendar)
{
    const double a_year = 86400.0 * model::days_a_year(calendar);
    if (unit == "year" || unit == "years") return a_year;
    if (unit == "month" || unit == "months") return a_year / 12.0;
    if (unit == "common_year" || unit == "common_years") return 365.0 * 86400.0;
    const auto* known = std::ranges::find(unit_seconds, unit, &NamedUnit::name);
    return known != unit_seconds.end() ? std::optional{known->seconds} : std::nullopt;
}

[[noreturn]] void throw_unit(std::string_view units)
{
    throw std::invalid_argument(fmt::format("expected time in seconds, minutes, hours, days, months or "
                                            "years, 'since YYYY-MM-DD hh:mm:ss' or not, found '{}'",
                                            units));
}

/// Takes a number off the front, and one of the separators after it.
std::optional<double> take_number(std::string_view& text, std::string_view separators)
{
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (!text.empty() && separators.find(text.front()) != std::string_view::npos) text.remove_prefix(1);
    return value;
}

/// A date's number: digits only, so that the dash after it is not taken for a sign.
std::optional<int> take_integer(std::string_view& text)
{
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || value < 0) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (!text.empty() && std::string_view{"- T_"}.find(text.front()) != std::string_view::npos)
        text.remove_prefix(1);
    return value;
}

void skip_blanks(std::string_view& text)
{
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
}

/// "06:00:00.5", as far as it goes.
double take_clock(std::string_view& text)
{
    double seconds = 0.0;
    for (const double weight : {3600.0, 60.0, 1.0}) {
        if (text.empty() || text.front() < '0' || text.front() > '9') break;
        seconds += weight * take_number(text, ":").value_or(0.0);
    }
    return seconds;
}

/// What a clock is before UTC: "+10:00", "-6:00", "+0530", "-6"; 0 of "Z", "UTC" and none.
double zone_seconds(std::string_view text)
{
    skip_blanks(text);
    const bool is_west = text.starts_with('-');
    if (!is_west && !text.starts_with('+')) return 0.0;
    text.remove_prefix(1);
    const double first = take_number(text, ":").value_or(0.0);
    const bool is_joined = first >= 100.0;
    const double hours = is_joined ? std::floor(first / 100.0) : first,
                 minutes = is_joined ? std::fmod(first, 100.0) : take_number(text, "").value_or(0.0);
    const double seconds = 3600.0 * hours + 60.0 * minutes;
    return is_west ? -seconds : seconds;
}

/// "1950-01-01", "1950-01-01 00:00:00", "1950-1-1T00:00:00Z", "1950-01-01_00:00:00", "1990-1-1 0:0:0 -6:00".
/// units: for errors.
double parse_date(std::string_view date, std::string_view units, CalendarKind calendar)
{
    skip_blanks(date);
    const bool is_before_0 = date.starts_with('-');
    if (is_before_0) date.remove_prefix(1);
    const auto year_number = take_integer(date), month_number = take_integer(date),
               day_number = take_integer(date);
    if (!year_number || !month_number || !day_number) throw_unit(units);
    const auto days = model::days_since_1970(
        {is_before_0 ? -*year_number : *year_number, *month_number, *day_number}, calendar);
    if (!days) throw_unit(units);
    skip_blanks(date);
    const double clock = take_clock(date);
    return 86400.0 * *days + clock - zone_seconds(date);
}

/// "days since 0.0", "seconds since initialization": of a model that has no date.
bool is_without_date(std::string_view since)
{
    skip_blanks(since);
    return !since.empty() && since.find('-', 1) == std::string_view::npos;
}

/// As CDO writes them: "day as %Y%m%d.%f", of which 20000131.25 is 6 hours after the 31st began.
bool counts_in_dates(std::string_view units)
{
    return units.starts_with("day as %Y%m%d");
}

double seconds_of_digits(double digits, std::string_view units, CalendarKind calendar)
{
    constexpr double most = 1e8;
    if (!(digits >= 0.0 && digits < most)) throw_unit(units);
    const auto whole = static_cast<int>(digits);
    const auto days = model::days_since_1970({whole / 10000, whole / 100 % 100, whole % 100}, calendar);
    if (!days) throw_unit(units);
    // Times are mostly whole seconds, of which binary64 holds a part with eight digits before the point.
    return 86400.0 * *days + std::round((digits - whole) * 86400.0 * 100.0) / 100.0;
}

CalendarKind calendar_of(const NetcdfFile& file, const NetcdfVariable& coordinate)
{
    return calendar_named(file.text(coordinate, "calendar"));
}

}  // namespace

TimeUnit parse_time_unit(std::string_view units, std::string_view calendar)
{
    const CalendarKind kind = calendar_named(calendar);
    const std::size_t since = units.find(" since ");
    std::string_view word = units.substr(0, since);
    while (word.ends_with(' ')) word.remove_suffix(1);
    const auto seconds = seconds_of_unit(lower_case(std::string{word}), kind);
    if (!seconds) throw_unit(units);
    if (since == std::string_view::npos || is_without_date(units.substr(since + 7))) return {*seconds, {}};
    return {*seconds, parse_date(units.substr(since + 7), units, kind)};
}

std::string time_unit_of(const NetcdfFile& file, const NetcdfVariable& coordinate)
{
    for (const char* attribute : {"units", "unit", "Unit", "Units"})
        if (std::string units = file.text(coordinate, attribute); !units.empty()) return units;
    return "";
}

std::vector<double> read_times(const NetcdfFile& file, const NetcdfVariable& coordinate)
{
    try {
        const std::string units = time_unit_of(file, coordinate);
        std::vector<double> times = coordinate.dimensions.empty() ? file.exact_values(coordinate, {}, {})
                                                                  : file.coordinates(coordinate);
        if (counts_in_dates(units)) {
            for (double& time : times) time = seconds_of_digits(time, units, calendar_of(file, coordinate));
            return times;
        }
        const TimeUnit unit =
            units.empty() ? TimeUnit{} : parse_time_unit(units, file.text(coordinate, "calendar"));
        for (double& time : times) time = unit.epoch.value_or(0.0) + unit.seconds * time;
        return times;
    } catch (const std::invalid_argument& error) {
        throw std::runtime_error(
            fmt::format("cannot read '{}': '{}': {}", file.path().string(), coordinate.name, error.what()));
    }
}

namespace {

/// As WRF ("Times"), MPAS ("xtime") and others write them: of each step a line of text.
const NetcdfVariable* times_in_words(const NetcdfFile& file)
{
    constexpr std::size_t longest = 128;
    for (const char* name : {"Times", "xtime", "time", "Time", "datetime"}) {
        const NetcdfVariable* words = file.find(name);
        if (words == nullptr || words->numeric || words->dimensions.empty()) continue;
        if (words->dimensions.size() == 1 || words->dimensions[1].length <= longest) return words;
    }
    return nullptr;
}

/// Of a file with one time, cut out of a longer one: "time" without a dimension.
const NetcdfVariable* time_alone(const NetcdfFile& file)
{
    for (const char* name : {"time", "Time", "TIME"})
        if (const NetcdfVariable* found = file.find(name);
            found != nullptr && found->numeric && found->dimensions.empty() &&
            time_unit_of(file, *found).find(" since ") != std::string::npos)
            return found;
    return nullptr;
}

/// None where the file has no such variable for the steps.
std::vector<double> seconds_in_words(const NetcdfFile& file, std::size_t steps)
{
    const NetcdfVariable* words = times_in_words(file);
    std::vector<double> seconds;
    if (words == nullptr || words->dimensions[0].length != steps) return seconds;
    for (const std::string& date : file.lines(*words))
        seconds.push_back(parse_date(date, date, calendar_named(file.text(*words, "calendar"))));
    return seconds;
}

}  // namespace

NetcdfTimes times_along(const NetcdfFile& file, const NetcdfVariable* coordinate, std::size_t steps)
{
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    const bool needs_none = coordinate == nullptr && steps == 1;
    if (needs_none) coordinate = time_alone(file);
    try {
        std::vector<double> seconds =
            coordinate == nullptr ? seconds_in_words(file, steps) : read_times(file, *coordinate);
        if (seconds.empty() && needs_none) return {{0.0}, {}};
        if (seconds.empty()) return {{unknown}, "it has none along them"};
        if (std::ranges::adjacent_find(seconds, std::greater_equal{}) != seconds.end())
            return {{unknown},
                    fmt::format("those of '{}' do not ascend",
                                coordinate == nullptr ? "Times" : coordinate->name)};
        return {std::move(seconds), {}};
    } catch (const std::exception& error) {
        return {{needs_none ? 0.0 : unknown}, error.what()};
    }
}

namespace {

/// That by which times have dates; none where they have none.
std::optional<std::string> calendar_of_dates(const NetcdfFile& file, const NetcdfVariable* coordinate)
{
    if (coordinate == nullptr) coordinate = time_alone(file);
    if (coordinate == nullptr) {
        const NetcdfVariable* words = times_in_words(file);
        return words == nullptr ? std::nullopt : std::optional{file.text(*words, "calendar")};
    }
    const std::string units = time_unit_of(file, *coordinate), calendar = file.text(*coordinate, "calendar");
    try {
        if (counts_in_dates(units) || parse_time_unit(units, calendar).epoch) return calendar;
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace

std::optional<double> utc_of_time(const NetcdfFile& file, const NetcdfVariable* coordinate, double seconds)
{
    const auto calendar = calendar_of_dates(file, coordinate);
    return calendar && std::isfinite(seconds) ? model::utc_of(seconds, calendar_named(*calendar))
                                              : std::nullopt;
}

void note_date(const NetcdfFile& file, const NetcdfVariable* coordinate, double seconds, GridData& data)
{
    data.utc_seconds = utc_of_time(file, coordinate, seconds).value_or(data.utc_seconds);
    const auto calendar = calendar_of_dates(file, coordinate);
    if (!calendar || !std::isfinite(seconds) || !model::has_own_years(calendar_named(*calendar))) return;
    data.calendar = lower_case(*calendar);
    data.calendar_seconds = seconds;
}

std::vector<double> dates_of_times(const NetcdfFile& file, const NetcdfVariable* coordinate,
                                   const std::vector<double>& seconds)
{
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    std::vector<double> dates;
    for (const double time : seconds) dates.push_back(utc_of_time(file, coordinate, time).value_or(none));
    const bool has_any = std::ranges::any_of(dates, [](double date) { return std::isfinite(date); });
    return has_any ? dates : std::vector<double>{};
}

}  // namespace farfield::compute
