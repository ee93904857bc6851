#include "compute_node/readers/netcdf/netcdf_time.h"

#include "compute_node/support/lower_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace farfield::compute {

namespace {

/// UDUNITS: of the tropical year, and a month is a twelfth of it.
constexpr double seconds_a_year = 3.15569259747e7, seconds_a_month = seconds_a_year / 12.0;

constexpr std::array<std::pair<std::string_view, double>, 28> unit_seconds{{{"ms", 1e-3},
                                                                            {"msec", 1e-3},
                                                                            {"millisec", 1e-3},
                                                                            {"millisecond", 1e-3},
                                                                            {"milliseconds", 1e-3},
                                                                            {"week", 604800.0},
                                                                            {"weeks", 604800.0},
                                                                            {"s", 1.0},
                                                                            {"sec", 1.0},
                                                                            {"secs", 1.0},
                                                                            {"second", 1.0},
                                                                            {"seconds", 1.0},
                                                                            {"min", 60.0},
                                                                            {"mins", 60.0},
                                                                            {"minute", 60.0},
                                                                            {"minutes", 60.0},
                                                                            {"h", 3600.0},
                                                                            {"hr", 3600.0},
                                                                            {"hrs", 3600.0},
                                                                            {"hour", 3600.0},
                                                                            {"hours", 3600.0},
                                                                            {"d", 86400.0},
                                                                            {"day", 86400.0},
                                                                            {"days", 86400.0},
                                                                            {"month", seconds_a_month},
                                                                            {"months", seconds_a_month},
                                                                            {"year", seconds_a_year},
                                                                            {"years", seconds_a_year}}};

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

/// How many days of a calendar lie between 1970-01-01 and a date; nothing where it has no such date.
std::optional<double> days_since_1970(int year_number, int month_number, int day_number,
                                      std::string_view calendar)
{
    using namespace std::chrono;
    const bool no_leap = calendar == "noleap" || calendar == "365_day",
               all_leap = calendar == "all_leap" || calendar == "366_day";
    if (calendar == "360_day") {
        if (month_number < 1 || month_number > 12 || day_number < 1 || day_number > 30) return std::nullopt;
        return 360.0 * (year_number - 1970) + 30.0 * (month_number - 1) + day_number - 1;
    }
    // Where all years are alike, one such year stands for them: 2000 had a 29th of February, 2001 none.
    const year of{no_leap ? 2001 : all_leap ? 2000 : year_number};
    const year_month_day date{of, month{static_cast<unsigned>(month_number)},
                              day{static_cast<unsigned>(day_number)}};
    if (!date.ok()) return std::nullopt;
    if (!no_leap && !all_leap) return static_cast<double>(sys_days{date}.time_since_epoch().count());
    const double in_year = static_cast<double>((sys_days{date} - sys_days{of / January / 1}).count());
    return (no_leap ? 365.0 : 366.0) * (year_number - 1970) + in_year;
}

/// "1950-01-01", "1950-01-01 00:00:00", "1950-1-1T00:00:00Z", "1950-01-01_00:00:00". units: for errors.
double parse_date(std::string_view date, std::string_view units, std::string_view calendar)
{
    const auto year_number = take_integer(date), month_number = take_integer(date),
               day_number = take_integer(date);
    if (!year_number || !month_number || !day_number) throw_unit(units);
    const auto days = days_since_1970(*year_number, *month_number, *day_number, calendar);
    if (!days) throw_unit(units);
    double seconds = 86400.0 * *days;
    for (const double weight : {3600.0, 60.0, 1.0}) seconds += weight * take_number(date, ":").value_or(0.0);
    return seconds;
}

}  // namespace

TimeUnit parse_time_unit(std::string_view units, std::string_view calendar)
{
    const std::size_t since = units.find(" since ");
    const std::string unit = lower_case(std::string{units.substr(0, since)});
    const auto* known = std::find_if(unit_seconds.begin(), unit_seconds.end(),
                                     [&](const auto& entry) { return entry.first == unit; });
    if (known == unit_seconds.end()) throw_unit(units);
    return {known->second,
            since == std::string_view::npos ? 0.0 : parse_date(units.substr(since + 7), units, calendar)};
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
        const TimeUnit unit =
            units.empty() ? TimeUnit{} : parse_time_unit(units, file.text(coordinate, "calendar"));
        std::vector<double> times = file.coordinates(coordinate);
        for (double& time : times) time = unit.epoch + unit.seconds * time;
        return times;
    } catch (const std::invalid_argument& error) {
        throw std::runtime_error(
            fmt::format("cannot read '{}': '{}': {}", file.path().string(), coordinate.name, error.what()));
    }
}

namespace {

/// As WRF writes them: of each step a line of text. None where the file has no such variable for the steps.
std::vector<double> times_in_words(const NetcdfFile& file, std::size_t steps)
{
    const NetcdfVariable* words = file.find("Times");
    std::vector<double> seconds;
    constexpr std::size_t longest = 64;
    if (words == nullptr || words->dimensions.size() != 2 || words->dimensions[0].length != steps ||
        words->dimensions[1].length > longest)
        return seconds;
    for (const std::string& date : file.lines(*words)) seconds.push_back(parse_date(date, date, {}));
    return seconds;
}

}  // namespace

NetcdfTimes times_along(const NetcdfFile& file, const NetcdfVariable* coordinate, std::size_t steps)
{
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    if (coordinate == nullptr && steps == 1) return {{0.0}, {}};
    try {
        if (coordinate == nullptr) {
            std::vector<double> seconds = times_in_words(file, steps);
            if (seconds.empty()) return {{unknown}, "it has none along them"};
            return {std::move(seconds), {}};
        }
        std::vector<double> seconds = read_times(file, *coordinate);
        if (std::ranges::adjacent_find(seconds, std::greater_equal{}) != seconds.end())
            return {{unknown}, fmt::format("those of '{}' do not ascend", coordinate->name)};
        return {std::move(seconds), {}};
    } catch (const std::exception& error) {
        return {{unknown}, error.what()};
    }
}

bool counts_from_date(const NetcdfFile& file, const NetcdfVariable* coordinate)
{
    if (coordinate == nullptr) return file.find("Times") != nullptr;
    if (time_unit_of(file, *coordinate).find(" since ") == std::string::npos) return false;
    const std::string calendar = lower_case(file.text(*coordinate, "calendar"));
    constexpr std::array of_the_earth{"", "standard", "gregorian", "proleptic_gregorian"};
    return std::find(of_the_earth.begin(), of_the_earth.end(), calendar) != of_the_earth.end();
}

}  // namespace farfield::compute
