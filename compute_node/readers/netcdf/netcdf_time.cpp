#include "compute_node/readers/netcdf/netcdf_time.h"

#include "compute_node/readers/common/units.h"
#include "compute_node/readers/netcdf/netcdf_date.h"
#include "compute_node/support/lower_case.h"
#include "model/calendar/calendar.h"

#include <fmt/format.h>
#include <netcdf.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

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

/// Seconds in a unit of time; a month is a twelfth of a year.
std::optional<double> seconds_of_unit(std::string_view unit, CalendarKind calendar)
{
    const double a_year = 86400.0 * model::days_a_year(calendar);
    if (unit == "year" || unit == "years") return a_year;
    if (unit == "month" || unit == "months") return a_year / 12.0;
    if (unit == "common_year" || unit == "common_years") return 365.0 * 86400.0;
    const auto* known = std::ranges::find(unit_seconds, unit, &NamedUnit::name);
    return known != unit_seconds.end() ? std::optional{known->seconds} : seconds_in(unit);
}

[[noreturn]] void throw_unit(std::string_view units)
{
    throw std::invalid_argument(fmt::format("expected time in seconds, minutes, hours, days, months or "
                                            "years, 'since YYYY-MM-DD hh:mm:ss' or not, found '{}'",
                                            units));
}

/// The text behind "since", or behind another word that UDUNITS has for it; none where there is no such word.
/// unit: set to the text before it.
std::optional<std::string_view> after_since(std::string_view units, std::string_view& unit)
{
    const std::string lower = lower_case(std::string{units});
    for (const std::string_view word : {" since", " after ", " from ", " ref ", " @ "})
        if (const std::size_t at = lower.find(word); at != std::string::npos) {
            unit = units.substr(0, at);
            return units.substr(at + word.size());
        }
    return std::nullopt;
}

/// The date behind "since"; empty where there is none.
std::string_view after_since_of(std::string_view units)
{
    std::string_view unit = units;
    return after_since(units, unit).value_or(std::string_view{});
}

/// Names of times that count from a forecast's start, in small letters.
constexpr std::array<std::string_view, 11> lead_names{
    "step",      "lead",  "leadtime", "lead_time",     "forecast_time", "forecast_period",
    "fcst_time", "fhour", "fxx",      "forecast_hour", "forecast"};

/// Number of digits of dates as CDO writes them: 8 for "day as %Y%m%d.%f" (20000131.25 is 6 hours into the
/// 31st) and "YYYYMMDD", 6 for "month as %Y%m.%f"; or 0.
int digits_of_dates(std::string_view units)
{
    const std::string lower = lower_case(std::string{units});
    for (const char* of_days : {"day as %y%m%d", "%y%m%d", "yyyymmdd"})
        if (lower.starts_with(of_days)) return 8;
    for (const char* of_months : {"month as %y%m", "%y%m", "yyyymm"})
        if (lower.starts_with(of_months)) return 6;
    return 0;
}

double seconds_of_digits(double number, std::string_view units, CalendarKind calendar)
{
    const bool of_days = digits_of_dates(units) == 8;
    if (!(number >= 0.0 && number < (of_days ? 1e8 : 1e6))) throw_unit(units);
    const auto whole = static_cast<int>(number);
    const model::CalendarDate date = of_days
                                         ? model::CalendarDate{whole / 10000, whole / 100 % 100, whole % 100}
                                         : model::CalendarDate{whole / 100, whole % 100, 1};
    const model::CalendarDate next{date.year + date.month / 12, date.month % 12 + 1, 1};
    const auto days = model::days_since_1970(date, calendar), after = model::days_since_1970(next, calendar);
    if (!days || !after) throw_unit(units);
    const double fraction = (number - whole) * (of_days ? 1.0 : *after - *days);
    // Rounded to 0.01 s: times are mostly whole seconds, which fractions of such dates do not hold exactly.
    return 86400.0 * *days + std::round(fraction * 86400.0 * 100.0) / 100.0;
}

/// True for the date from which MATLAB's datenum counts days: January 0 of year 0, the day before January 1.
bool is_matlab_date(std::string_view date)
{
    while (date.starts_with(' ')) date.remove_prefix(1);
    return (date.starts_with("0000-00-00") || date.starts_with("0000-01-00")) &&
           date.substr(10).find_first_not_of(" 0:.-TZUC") == std::string_view::npos;
}

/// True for CF's calendar "none": a model without seasons, which has no dates.
bool has_no_dates(std::string_view calendar)
{
    return lower_case(std::string{model::cf_name_of_calendar(calendar)}).starts_with("none");
}

/// A remark on an unknown calendar; empty where it is known.
std::string remark_on_calendar(std::string_view calendar)
{
    if (model::known_calendar(calendar)) return {};
    if (has_no_dates(calendar)) return "The calendar is 'none': steps have no dates.";
    return fmt::format("The calendar '{}' is not known; dates are those of the standard one.", calendar);
}

/// The calendar that a variable names; FMS has an attribute of its own beside, or in place of, CF's.
std::string calendar_text(const NetcdfFile& file, const NetcdfVariable& coordinate)
{
    const std::string calendar = file.text(coordinate, "calendar");
    if (!calendar.empty()) return calendar;
    const std::string type = file.text(coordinate, "calendar_type");
    if (!type.empty()) return type;
    const std::string of_file = file.text("config_calendar_type");  // MPAS
    return of_file == "gregorian_noleap" ? "noleap" : of_file == "360day" ? "360_day" : of_file;
}

CalendarKind calendar_of(const NetcdfFile& file, const NetcdfVariable& coordinate)
{
    return calendar_named(calendar_text(file, coordinate));
}

}  // namespace

TimeUnit parse_time_unit(std::string_view units, std::string_view calendar)
{
    const CalendarKind kind = calendar_named(calendar);
    std::string_view word = units;
    const auto since = after_since(units, word);
    while (word.starts_with(' ')) word.remove_prefix(1);
    while (word.ends_with(' ')) word.remove_suffix(1);
    const auto seconds = seconds_of_unit(lower_case(std::string{word}), kind);
    if (!seconds) throw_unit(units);
    TimeUnit unit{*seconds, {}};
    if (!since) return unit;
    if (is_no_date(*since)) {
        unit.remarks.push_back(fmt::format("Times ('{}') count from no date: steps have none.", units));
        return unit;
    }
    const bool is_datenum = is_matlab_date(*since);
    constexpr double datenum_of_1970 = 719'529.0;
    const auto date =
        is_datenum ? DateInWords{-86400.0 * datenum_of_1970, {}, false} : date_in_words(*since, kind);
    if (!date) throw_unit(units);
    if (is_datenum)
        unit.remarks.push_back(fmt::format(
            "Times ('{}') count as MATLAB's datenum does, of which 719529 is 1970-01-01.", units));
    if (!date->unknown.empty())
        unit.remarks.push_back(fmt::format(
            "'{}' behind the date of '{}' is not understood; the date counts as UTC.", date->unknown, units));
    if (date->has_year_0)
        unit.remarks.push_back(
            fmt::format("The calendar has no year 0: that of '{}' counts as the one before year 1.", units));
    if (const std::string remark = remark_on_calendar(calendar); !remark.empty())
        unit.remarks.push_back(remark);
    if (!has_no_dates(calendar)) unit.epoch = date->seconds;
    return unit;
}

bool is_time_unit(std::string_view units)
{
    try {
        static_cast<void>(parse_time_unit(units));
        return !units.empty();
    } catch (const std::invalid_argument&) {
        return false;
    }
}

std::string time_unit_of(const NetcdfFile& file, const NetcdfVariable& coordinate)
{
    for (const char* attribute : {"units", "unit", "Unit", "Units"})
        if (std::string units = file.text(coordinate, attribute); !units.empty()) return units;
    return "";
}

bool is_reference_time(const NetcdfFile& file, const NetcdfVariable& variable)
{
    const std::string standard = file.text(variable, "standard_name"), name = lower_case(variable.name),
                      said = lower_case(file.text(variable, "long_name"));
    if (after_since_of(time_unit_of(file, variable)).empty()) return false;
    if (!standard.empty()) return standard == "forecast_reference_time";
    const auto says = [&](const char* word) { return said.find(word) != std::string::npos; };
    return name.starts_with("forecast_reference") || name.starts_with("reftime") ||
           name.starts_with("reference_time") || name.starts_with("initial_time") ||
           name.starts_with("init_time") || name.starts_with("analysis") || says("reference time") ||
           says("initial time of forecast");
}

bool is_lead_time(const NetcdfFile& file, const NetcdfVariable& variable)
{
    const std::string units = time_unit_of(file, variable), name = lower_case(variable.name);
    const bool is_named = file.text(variable, "standard_name") == "forecast_period" ||
                          std::ranges::find(lead_names, std::string_view{name}) != lead_names.end();
    return variable.numeric && is_named && after_since_of(units).empty() && is_time_unit(units);
}

namespace {

/// The start of a forecast: the only reference time of one value, else a scalar called time; null where there
/// is none.
const NetcdfVariable* reference_of(const NetcdfFile& file, const NetcdfVariable& coordinate)
{
    if (!is_lead_time(file, coordinate)) return nullptr;
    const auto is_one = [](const NetcdfVariable& variable) {
        return variable.numeric && (variable.dimensions.empty() || (variable.dimensions.size() == 1 &&
                                                                    variable.dimensions.front().length == 1));
    };
    for (const NetcdfVariable& variable : file.variables())
        if (is_one(variable) && is_reference_time(file, variable)) return &variable;
    for (const char* name : {"time", "Time", "TIME"})
        if (const NetcdfVariable* found = file.find(name);
            found != nullptr && is_one(*found) && !after_since_of(time_unit_of(file, *found)).empty())
            return found;
    return nullptr;
}

/// Times of a coordinate variable, in the file's order. With a date they count from 1970-01-01 of their
/// calendar. Throws std::runtime_error with the file's name when the unit is not understood.
NetcdfTimes read_times(const NetcdfFile& file, const NetcdfVariable& coordinate)
{
    try {
        const std::string units = time_unit_of(file, coordinate), calendar = calendar_text(file, coordinate);
        NetcdfTimes times{coordinate.dimensions.empty() ? file.exact_values(coordinate, {}, {})
                                                        : file.coordinates(coordinate),
                          {}};
        constexpr double fill = 1e30;  // and NetCDF's own
        if (!std::ranges::all_of(times.seconds, [](double time) { return std::abs(time) < fill; }))
            throw std::invalid_argument("some of them have no value");
        if (digits_of_dates(units) != 0) {
            for (double& time : times.seconds)
                time = seconds_of_digits(time, units, calendar_of(file, coordinate));
            if (const std::string remark = remark_on_calendar(calendar); !remark.empty())
                times.remarks.push_back(remark);
            return times;
        }
        const TimeUnit unit = units.empty() ? TimeUnit{} : parse_time_unit(units, calendar);
        for (double& time : times.seconds) time = unit.epoch.value_or(0.0) + unit.seconds * time;
        times.remarks = unit.remarks;
        if (const NetcdfVariable* start = reference_of(file, coordinate); start != nullptr) {
            const NetcdfTimes from = read_times(file, *start);
            for (double& time : times.seconds) time += from.seconds.front();
            times.remarks = from.remarks;
            times.remarks.push_back(
                fmt::format("Times are those of '{}', counted from '{}'.", coordinate.name, start->name));
        }
        if (units.empty())
            times.remarks.push_back(
                fmt::format("Times ('{}') have no unit and are taken as seconds.", coordinate.name));
        if (lower_case(units).starts_with("month"))
            times.remarks.push_back(fmt::format("Times ('{}') are in months, each taken as {:.6g} days.",
                                                coordinate.name,
                                                model::days_a_year(calendar_named(calendar)) / 12.0));
        if (!file.numbers(coordinate, "month_lengths").empty())
            times.remarks.push_back(fmt::format("Times ('{}') have a calendar of their own (month_lengths); "
                                                "dates are those of the standard one.",
                                                coordinate.name));
        return times;
    } catch (const std::invalid_argument& error) {
        throw std::runtime_error(
            fmt::format("cannot read '{}': '{}': {}", file.path().string(), coordinate.name, error.what()));
    }
}

}  // namespace

namespace {

/// The variable that has each step's time as a line of text: WRF's "Times", MPAS's "xtime" and others.
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

/// The time without a dimension, in a file with one time cut out of a longer one: by its standard name, or
/// "time". Where that is a forecast's start, the time that counts from it.
const NetcdfVariable* time_alone(const NetcdfFile& file)
{
    const auto is_scalar = [](const NetcdfVariable& variable) {
        return variable.numeric && variable.dimensions.empty();
    };
    bool has_start = false;
    for (const NetcdfVariable& variable : file.variables()) {
        if (!is_scalar(variable) || after_since_of(time_unit_of(file, variable)).empty()) continue;
        if (file.text(variable, "standard_name") == "time") return &variable;
        has_start = has_start || is_reference_time(file, variable);
    }
    for (const NetcdfVariable& variable : file.variables())
        if (has_start && is_scalar(variable) && is_lead_time(file, variable)) return &variable;
    for (const char* name : {"time", "Time", "TIME"})
        if (const NetcdfVariable* found = file.find(name);
            found != nullptr && found->numeric && found->dimensions.empty() &&
            lower_case(time_unit_of(file, *found)).find(" since ") != std::string::npos)
            return found;
    return nullptr;
}

/// Times by the lines of one variable.
std::vector<double> seconds_of_lines(const NetcdfFile& file, const NetcdfVariable& words)
{
    std::vector<double> seconds;
    for (const std::string& line : file.lines(words)) {
        const auto date = date_in_words(line, calendar_of(file, words));
        if (!date) throw_unit(line);
        seconds.push_back(date->seconds);
    }
    return seconds;
}

/// MPAS's "xtime_startMonthly" and "xtime_endMonthly", which means over time have in place of a time; nulls
/// where there are none.
std::pair<const NetcdfVariable*, const NetcdfVariable*> periods_in_words(const NetcdfFile& file)
{
    constexpr std::string_view start = "xtime_start";
    for (const NetcdfVariable& begins : file.variables()) {
        if (begins.numeric || !begins.name.starts_with(start)) continue;
        const NetcdfVariable* ends = file.find("xtime_end" + begins.name.substr(start.size()));
        if (ends != nullptr && !ends->numeric) return {&begins, ends};
    }
    return {};
}

/// Times midway between the ends of periods in words; empty where the file has none for the steps.
NetcdfTimes times_between_words(const NetcdfFile& file, std::size_t steps)
{
    const auto [begins, ends] = periods_in_words(file);
    if (begins == nullptr) return {};
    NetcdfTimes times{seconds_of_lines(file, *begins), {}};
    const std::vector<double> until = seconds_of_lines(file, *ends);
    if (times.seconds.size() != steps || until.size() != steps) return {};
    for (std::size_t i = 0; i < steps; ++i) times.seconds[i] = 0.5 * (times.seconds[i] + until[i]);
    times.remarks.push_back(fmt::format("Times are midway between '{}' and '{}'.", begins->name, ends->name));
    return times;
}

/// Times by lines of text; empty where the file has no such variable for the steps.
NetcdfTimes times_of_words(const NetcdfFile& file, std::size_t steps)
{
    const NetcdfVariable* words = times_in_words(file);
    if (words == nullptr) return times_between_words(file, steps);
    if (words->dimensions[0].length != steps) return {};
    NetcdfTimes times{seconds_of_lines(file, *words), {}};
    if (const std::string remark = remark_on_calendar(calendar_text(file, *words)); !remark.empty())
        times.remarks.push_back(remark);
    return times;
}

/// FVCOM's times: whole days since 1858-11-17 and milliseconds of the day.
NetcdfTimes times_of_days(const NetcdfFile& file, std::size_t steps)
{
    constexpr double milliseconds = 1e-3;
    const NetcdfVariable *days = file.find("Itime"), *rest = file.find("Itime2");
    for (const NetcdfVariable* variable : {days, rest})
        if (variable == nullptr || !variable->numeric || variable->dimensions.size() != 1 ||
            variable->dimensions[0].length != steps)
            return {};
    NetcdfTimes times = read_times(file, *days);
    const std::vector<double> of_day = file.coordinates(*rest);
    for (std::size_t i = 0; i < steps; ++i) times.seconds[i] += milliseconds * of_day[i];
    return times;
}

/// Largest rounding, in seconds, of times in binary32; 0 for other types, and for whole minutes, which
/// rounding hardly ever leaves.
double rounding_of(const NetcdfFile& file, const NetcdfVariable& coordinate)
{
    nc_type type = NC_NAT;
    const std::string units = time_unit_of(file, coordinate);
    if (nc_inq_vartype(coordinate.group, coordinate.id, &type) != NC_NOERR || type != NC_FLOAT ||
        units.empty() || digits_of_dates(units) != 0 || coordinate.dimensions.size() != 1)
        return 0.0;
    constexpr double minute = 60.0;
    const double seconds = parse_time_unit(units).seconds;
    double most = 0.0;
    for (const double time : file.coordinates(coordinate)) {
        const auto stored = std::abs(static_cast<float>(time));
        const float unit = std::nextafter(stored, std::numeric_limits<float>::infinity()) - stored;
        if (std::remainder(time * seconds, minute) != 0.0)
            most = std::max(most, 0.5 * seconds * double{unit});
    }
    return most;
}

/// Replaces times in binary32 by the same times that the file has in words, or in days and milliseconds.
/// Without these, a remark says by how much the times are rounded.
void take_finer(const NetcdfFile& file, const NetcdfVariable& coordinate, NetcdfTimes& times)
{
    constexpr double noticeable = 1.0, slack = 1.01;  // s
    const double rounding = rounding_of(file, coordinate);
    if (rounding < noticeable) return;
    for (const auto& read : {times_of_days, times_of_words}) {
        NetcdfTimes finer;
        try {
            finer = read(file, times.seconds.size());
        } catch (const std::exception&) {
            continue;  // these say nothing, then
        }
        const auto is_same = [&](double coarse, double fine) {
            return std::abs(coarse - fine) <= slack * rounding;
        };
        if (!std::ranges::equal(times.seconds, finer.seconds, is_same)) continue;
        times.seconds = std::move(finer.seconds);
        times.remarks.push_back(
            fmt::format("Times are those of '{}': '{}' rounds them by up to {:.4g} s.",
                        read == times_of_days ? "Itime' and 'Itime2" : times_in_words(file)->name,
                        coordinate.name, rounding));
        return;
    }
    times.remarks.push_back(
        fmt::format("Times ('{}') are rounded by up to {:.4g} s, as their numbers are in binary32.",
                    coordinate.name, rounding));
}

}  // namespace

NetcdfTimes times_along(const NetcdfFile& file, const NetcdfVariable* coordinate, std::size_t steps)
{
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    const bool needs_none = steps == 1;
    const NetcdfVariable* times_of = coordinate == nullptr && needs_none ? time_alone(file) : coordinate;
    try {
        NetcdfTimes times = times_of == nullptr ? times_of_words(file, steps) : read_times(file, *times_of);
        if (times_of != nullptr) take_finer(file, *times_of, times);
        if (times.seconds.empty() && needs_none) return {{0.0}, {}};
        if (times.seconds.empty()) return {{unknown}, "it has none along them"};
        if (std::ranges::adjacent_find(times.seconds, std::greater_equal{}) != times.seconds.end())
            return {
                {unknown},
                fmt::format("those of '{}' do not ascend", times_of == nullptr ? "Times" : times_of->name)};
        return times;
    } catch (const std::exception& error) {
        return {{coordinate == nullptr && needs_none ? 0.0 : unknown}, error.what()};
    }
}

std::string remark_on_unknown(const NetcdfTimes& times, std::size_t steps)
{
    if (steps <= 1) return fmt::format("The time of its step is not known: {}.", times.unknown);
    return fmt::format("The times of its {} steps are not known, so that only the first is read: {}.", steps,
                       times.unknown);
}

namespace {

/// The calendar by which times have dates; none where they have no dates.
std::optional<std::string> calendar_of_dates(const NetcdfFile& file, const NetcdfVariable* coordinate)
{
    if (coordinate == nullptr) coordinate = time_alone(file);
    if (coordinate == nullptr) {
        const NetcdfVariable* words = times_in_words(file);
        if (words == nullptr) words = periods_in_words(file).first;
        return words == nullptr ? std::nullopt : std::optional{calendar_text(file, *words)};
    }
    if (const NetcdfVariable* start = reference_of(file, *coordinate); start != nullptr) coordinate = start;
    const std::string units = time_unit_of(file, *coordinate), calendar = calendar_text(file, *coordinate);
    try {
        if (digits_of_dates(units) != 0 || parse_time_unit(units, calendar).epoch) return calendar;
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
    data.calendar = lower_case(std::string{model::cf_name_of_calendar(*calendar)});
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
