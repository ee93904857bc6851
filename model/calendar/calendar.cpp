#include "model/calendar/calendar.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cmath>
#include <string>

namespace farfield::model {

namespace {

using namespace std::chrono;

struct CalendarName {
    std::string_view name, cf;  ///< in lower case; CF's spelling
    CalendarKind kind;
};

/// CF's names, and those that the IRI Data Library, GFDL's FMS, ROMS and others write.
constexpr std::array names{
    CalendarName{"standard", "standard", CalendarKind::Mixed},
    CalendarName{"gregorian", "gregorian", CalendarKind::Mixed},
    CalendarName{"", "", CalendarKind::Mixed},
    CalendarName{"mixed", "standard", CalendarKind::Mixed},
    CalendarName{"proleptic_gregorian", "proleptic_gregorian", CalendarKind::Gregorian},
    CalendarName{"proleptic", "proleptic_gregorian", CalendarKind::Gregorian},
    CalendarName{"gregorian_proleptic", "proleptic_gregorian", CalendarKind::Gregorian},
    CalendarName{"julian", "julian", CalendarKind::Julian},
    CalendarName{"365.25_days_in_every_year", "julian", CalendarKind::Julian},
    CalendarName{"noleap", "noleap", CalendarKind::NoLeap},
    CalendarName{"no_leap", "noleap", CalendarKind::NoLeap},
    CalendarName{"365_day", "365_day", CalendarKind::NoLeap},
    CalendarName{"365_days", "365_day", CalendarKind::NoLeap},
    CalendarName{"365", "365_day", CalendarKind::NoLeap},
    CalendarName{"all_leap", "all_leap", CalendarKind::AllLeap},
    CalendarName{"allleap", "all_leap", CalendarKind::AllLeap},
    CalendarName{"366_day", "366_day", CalendarKind::AllLeap},
    CalendarName{"366_days", "366_day", CalendarKind::AllLeap},
    CalendarName{"366", "366_day", CalendarKind::AllLeap},
    CalendarName{"360_day", "360_day", CalendarKind::Days360},
    CalendarName{"360_days", "360_day", CalendarKind::Days360},
    CalendarName{"360.0_days_in_every_year", "360_day", CalendarKind::Days360},
    CalendarName{"thirty_day_months", "360_day", CalendarKind::Days360},
    CalendarName{"360", "360_day", CalendarKind::Days360}};

std::string_view without_blanks(std::string_view text)
{
    const auto is_blank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

/// The entry of a name; null when it is unknown. Hyphens and blanks count as underscores ("360-day").
const CalendarName* find(std::string_view name)
{
    const auto same = [](char known, char c) {
        return known == (c == '-' || c == ' ' ? '_' : std::tolower(static_cast<unsigned char>(c)));
    };
    name = without_blanks(name);
    const auto found = std::ranges::find_if(
        names, [&](const CalendarName& one) { return std::ranges::equal(one.name, name, same); });
    return found == names.end() ? nullptr : &*found;
}

/// Years of the Earth that stand for leap and common years: 2000 had a 29th of February, 2001 none.
constexpr int leap_year = 2000, common_year = 2001;

constexpr long floor_div(long a, long b)
{
    return a / b - (a % b < 0 ? 1 : 0);
}

/// Days since 0000-03-01 of the Julian calendar, in which years that begin in March differ in their last day.
constexpr long julian_day(CalendarDate date)
{
    const long year_number = date.month <= 2 ? date.year - 1L : date.year;
    const long month_number = date.month <= 2 ? date.month + 9L : date.month - 3L;
    return 365 * year_number + floor_div(year_number, 4) + (153 * month_number + 2) / 5 + date.day - 1;
}

constexpr CalendarDate julian_date(long days)
{
    const long year_number = floor_div(4 * days + 3, 1461);
    const long in_year = days - (365 * year_number + floor_div(year_number, 4));
    const long month_number = (5 * in_year + 2) / 153;
    const bool is_next = month_number >= 10;
    return {static_cast<int>(year_number + (is_next ? 1 : 0)),
            static_cast<int>(month_number + (is_next ? -9 : 3)),
            static_cast<int>(in_year - (153 * month_number + 2) / 5 + 1)};
}

/// 1970-01-01 of the Gregorian calendar was 1969-12-19 of the Julian one.
constexpr long julian_1970 = julian_day({1970, 1, 1}), gregorian_1970 = julian_day({1969, 12, 19});
constexpr long first_gregorian = -141427;  ///< 1582-10-15, in days since 1970-01-01

std::optional<sys_days> on_earth(CalendarDate date)
{
    const year_month_day found{year{date.year}, month{static_cast<unsigned>(date.month)},
                               day{static_cast<unsigned>(date.day)}};
    return found.ok() ? std::optional{sys_days{found}} : std::nullopt;
}

CalendarDate date_of(sys_days days)
{
    const year_month_day date{days};
    return {static_cast<int>(date.year()), static_cast<int>(static_cast<unsigned>(date.month())),
            static_cast<int>(static_cast<unsigned>(date.day()))};
}

sys_days begin_of(int year_number)
{
    return sys_days{year{year_number} / January / 1};
}

std::optional<double> gregorian_days(CalendarDate date)
{
    const auto found = on_earth(date);
    return found ? std::optional<double>{static_cast<double>(found->time_since_epoch().count())}
                 : std::nullopt;
}

/// True when the Julian calendar has the date: 29 days in each fourth February.
bool is_julian(CalendarDate date)
{
    return on_earth({date.year % 4 == 0 ? leap_year : common_year, date.month, date.day}).has_value();
}

}  // namespace

std::optional<CalendarKind> known_calendar(std::string_view name)
{
    const CalendarName* found = find(name);
    return found == nullptr ? std::nullopt : std::optional{found->kind};
}

CalendarKind calendar_named(std::string_view name)
{
    return known_calendar(name).value_or(CalendarKind::Mixed);
}

std::string_view cf_name_of_calendar(std::string_view name)
{
    const CalendarName* found = find(name);
    return found == nullptr ? name : found->cf;
}

std::optional<double> days_since_1970(CalendarDate date, CalendarKind calendar)
{
    if (calendar == CalendarKind::Gregorian) return gregorian_days(date);
    if (calendar == CalendarKind::Days360) {
        if (date.month < 1 || date.month > 12 || date.day < 1 || date.day > 30) return std::nullopt;
        return 360.0 * (date.year - 1970) + 30.0 * (date.month - 1) + date.day - 1;
    }
    if (calendar == CalendarKind::NoLeap || calendar == CalendarKind::AllLeap) {
        const int alike = calendar == CalendarKind::NoLeap ? common_year : leap_year;
        const auto found = on_earth({alike, date.month, date.day});
        if (!found) return std::nullopt;
        return days_a_year(calendar) * (date.year - 1970) +
               static_cast<double>((*found - begin_of(alike)).count());
    }
    if (calendar == CalendarKind::Mixed)
        if (const auto days = gregorian_days(date); days && *days >= first_gregorian) return days;
    if (!is_julian(date)) return std::nullopt;
    if (calendar == CalendarKind::Julian) return static_cast<double>(julian_day(date) - julian_1970);
    const auto days = static_cast<double>(julian_day(date) - gregorian_1970);
    return days < first_gregorian ? std::optional{days} : std::nullopt;  // 4 October 1582 came before the 15th
}

CalendarDate date_after_1970(long days, CalendarKind calendar)
{
    if (calendar == CalendarKind::Julian) return julian_date(days + julian_1970);
    if (calendar == CalendarKind::Mixed && days < first_gregorian) return julian_date(days + gregorian_1970);
    if (calendar == CalendarKind::Gregorian || calendar == CalendarKind::Mixed)
        return date_of(sys_days{sys_days::duration{days}});
    const long a_year = std::lround(days_a_year(calendar));
    const long years = floor_div(days, a_year), in_year = days - years * a_year;
    const int year_number = static_cast<int>(1970 + years);
    if (calendar == CalendarKind::Days360)
        return {year_number, static_cast<int>(in_year / 30 + 1), static_cast<int>(in_year % 30 + 1)};
    const int alike = calendar == CalendarKind::NoLeap ? common_year : leap_year;
    CalendarDate date = date_of(begin_of(alike) + sys_days::duration{in_year});
    date.year = year_number;
    return date;
}

std::optional<double> utc_of(double seconds, CalendarKind calendar)
{
    constexpr double a_day = 86400.0;
    const auto time = time_in(seconds, calendar);
    const auto on = time ? gregorian_days(time->date) : std::nullopt;
    return on ? std::optional{a_day * *on + time->seconds} : std::nullopt;
}

std::optional<CalendarTime> time_in(double seconds, CalendarKind calendar)
{
    constexpr double a_day = 86400.0, most_days = 1e7;  // years that chrono has
    const double days = std::floor(seconds / a_day);
    if (!(std::abs(days) < most_days)) return std::nullopt;
    return CalendarTime{date_after_1970(static_cast<long>(days), calendar), seconds - a_day * days};
}

double days_a_year(CalendarKind calendar)
{
    switch (calendar) {
    case CalendarKind::NoLeap:
        return 365.0;
    case CalendarKind::AllLeap:
        return 366.0;
    case CalendarKind::Days360:
        return 360.0;
    default:
        return 3.15569259747e7 / 86400.0;
    }
}

}  // namespace farfield::model
