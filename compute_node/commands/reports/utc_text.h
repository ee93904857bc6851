#pragma once

#include "model/calendar/calendar.h"

#include <string>

namespace farfield::node {

/// Text of a date and time of day, "2002-01-03 12:00:00 UTC"; with thousandths where the second has a part.
/// seconds: since 1970, finite. Years beyond those of four digits are written as they are.
[[nodiscard]] std::string utc_text(double seconds);

/// The same by a calendar, which may have a 30 February. seconds: since its 1970-01-01, finite.
[[nodiscard]] std::string date_text(double seconds, model::CalendarKind calendar);

}  // namespace farfield::node
