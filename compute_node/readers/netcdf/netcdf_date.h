#pragma once

#include "model/calendar/calendar.h"

#include <optional>
#include <string>
#include <string_view>

namespace farfield::compute {

/// A date and time of day in words.
struct DateInWords {
    double seconds = 0.0;      ///< since 1970-01-01 of its calendar, in UTC
    std::string unknown = {};  ///< what stands behind it and is not understood: "PST"
    /// Of a calendar without a year 0: it counts as that before 1.
    bool has_year_0 = false;
};

/// Reads "1950-01-01 06:00:00.5 +01:00" and its like: parts of the day, the day and the month may lack;
/// numbers may be short, and parted by -, /, ., _ or blanks; "19500101", "1950010106", "19500101T0600Z";
/// "1-JAN-1950", "January 1, 1950", "31/12/1950" where one number alone can be the month. Nothing where it is
/// no date, or none of the calendar. In the standard and Julian calendars 1 follows on year -1, as CF has it.
[[nodiscard]] std::optional<DateInWords> date_in_words(std::string_view text, model::CalendarKind calendar);

/// True when a text that follows "since" has no date at all: "0.0", "initialization".
[[nodiscard]] bool is_no_date(std::string_view text);

}  // namespace farfield::compute
