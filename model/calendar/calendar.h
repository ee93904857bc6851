#pragma once

#include <optional>
#include <string_view>

namespace farfield::model {

/// A rule by which a calendar counts years. Source: CF Conventions 1.11, section 4.4.1.
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
    double seconds = 0.0;  ///< since midnight
};

/// True when the calendar's years are those of a model, or of before 1582, rather than the Earth's.
[[nodiscard]] constexpr bool has_own_years(CalendarKind calendar) noexcept
{
    return calendar != CalendarKind::Mixed && calendar != CalendarKind::Gregorian;
}

/// The calendar of a CF name, in any case and with blanks around it, or of a name that other programs write
/// ("360", "365", "no_leap"); nullopt for an unknown word, and for "none", which has no dates.
[[nodiscard]] std::optional<CalendarKind> known_calendar(std::string_view name);

/// The calendar of a name as known_calendar() finds it; Mixed for unknown names.
[[nodiscard]] CalendarKind calendar_named(std::string_view name);

/// CF's spelling of a name that known_calendar() knows: "360_day" for "360", "noleap" for " NoLeap". Other
/// names are returned unchanged.
[[nodiscard]] std::string_view cf_name_of_calendar(std::string_view name);

/// Days from 1970-01-01 to a date, both in `calendar`; nullopt when the calendar has no such date.
[[nodiscard]] std::optional<double> days_since_1970(CalendarDate date, CalendarKind calendar);

/// The date that lies `days` whole days after 1970-01-01, both in `calendar`.
[[nodiscard]] CalendarDate date_after_1970(long days, CalendarKind calendar);

/// Converts seconds since 1970-01-01 of `calendar` to seconds from 1970-01-01 (UTC) to the same date of the
/// Earth's years; nullopt when those have no such date (30 February).
[[nodiscard]] std::optional<double> utc_of(double seconds, CalendarKind calendar);

/// Converts seconds since 1970-01-01 of `calendar` to its date and time of day; nullopt millennia away.
[[nodiscard]] std::optional<CalendarTime> time_in(double seconds, CalendarKind calendar);

/// Days of the calendar's mean year; for the Earth's calendars UDUNITS's tropical year.
[[nodiscard]] double days_a_year(CalendarKind calendar);

}  // namespace farfield::model
