#pragma once

#include "model/calendar/calendar.h"

#include <optional>
#include <string>
#include <string_view>

namespace farfield::compute {

/// A date and time of day in words.
struct DateInWords {
    double seconds = 0.0;      ///< since 1970-01-01 of its calendar, in UTC
    std::string unknown = {};  ///< text behind the date that is not understood: "PST"
    /// True for year 0 of a calendar without such a year: it counts as the one before 1.
    bool has_year_0 = false;
};

/// Reads "1950-01-01 06:00:00.5 +01:00" and similar: parts of the day, the day and the month may lack;
/// numbers may be short, with -, /, ., _ or blanks between; "19500101", "1950010106", "19500101T0600Z";
/// "1-JAN-1950", "January 1, 1950", "31/12/1950" where one number alone can be the month. None for other
/// texts, and dates not in the calendar. In the standard and Julian calendars year 1 follows -1, as in CF.
[[nodiscard]] std::optional<DateInWords> date_in_words(std::string_view text, model::CalendarKind calendar);

/// True when a text that follows "since" has no date at all: "0.0", "initialization".
[[nodiscard]] bool is_no_date(std::string_view text);

}  // namespace farfield::compute
