#pragma once

#include <optional>
#include <string_view>

namespace farfield::model {

/// How years are counted. Source: CF Conventions 1.11, section 4.4.1.
enum class CalendarKind {
    Mixed,      ///< "standard", "gregorian", or none: Julian to 1582-10-04, then Gregorian from 1582-10-15 on
    Gregorian,  ///< "proleptic_gregorian"
    Julian,
    NoLeap,   ///< "noleap", "365_day"
    AllLeap,  ///< "all_leap", "366_day"
    Days360   ///< "360_day": twelve months of 30 days
};

struct CalendarDate {
    int year = 1970, month = 1, day = 1;
};

struct CalendarTime {
    CalendarDate date;
    double seconds = 0.0;  ///< of the day
};

/// Whether its years are those of a model, or of before 1582, rather than the Earth's.
[[nodiscard]] constexpr bool has_own_years(CalendarKind calendar) noexcept
{
    return calendar != CalendarKind::Mixed && calendar != CalendarKind::Gregorian;
}

/// By CF's name, in any case, blanks around it passed over, or by one that other programs give it ("360",
/// "365", "no_leap"); nothing for a word that is not known, and for "none", which has no dates.
[[nodiscard]] std::optional<CalendarKind> known_calendar(std::string_view name);

/// The same; those that are not known are Mixed.
[[nodiscard]] CalendarKind calendar_named(std::string_view name);

/// CF's spelling of a name of known_calendar(): "360_day" of "360", "noleap" of " NoLeap". Others as they
/// are.
[[nodiscard]] std::string_view cf_name_of_calendar(std::string_view name);

/// Days from 1970-01-01 to a date, both of a calendar; nothing where it has no such date.
[[nodiscard]] std::optional<double> days_since_1970(CalendarDate date, CalendarKind calendar);

/// The date so many whole days after 1970-01-01, both of a calendar.
[[nodiscard]] CalendarDate date_after_1970(long days, CalendarKind calendar);

/// Seconds since 1970-01-01 of a calendar as those from 1970-01-01 (UTC) to the same date of the Earth's
/// years; nothing where these have no such date (30 February).
[[nodiscard]] std::optional<double> utc_of(double seconds, CalendarKind calendar);

/// Seconds since 1970-01-01 of a calendar as its date and time of day; nothing millennia away.
[[nodiscard]] std::optional<CalendarTime> time_in(double seconds, CalendarKind calendar);

/// Days of a mean year; of the Earth's calendars that of UDUNITS, the tropical one.
[[nodiscard]] double days_a_year(CalendarKind calendar);

}  // namespace farfield::model
