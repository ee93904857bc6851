#include "compute_node/commands/reports/utc_text.h"

#include <fmt/format.h>

#include <cmath>

namespace farfield::node {

std::string utc_text(double seconds)
{
    return date_text(seconds, model::CalendarKind::Gregorian);
}

std::string date_text(double seconds, model::CalendarKind calendar)
{
    constexpr double thousand = 1e3;
    const auto time = model::time_in(std::round(seconds * thousand) / thousand, calendar);
    if (!time) return fmt::format("{:.9g} s", seconds);
    const long ms = std::lround(time->seconds * thousand);
    constexpr long a_second = 1000, a_minute = 60 * a_second, an_hour = 60 * a_minute;
    const auto& [year, month, day] = time->date;
    std::string text = fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}", year, month, day, ms / an_hour,
                                   ms % an_hour / a_minute, ms % a_minute / a_second);
    if (ms % a_second != 0) text += fmt::format(".{:03}", ms % a_second);
    return text + " UTC";
}

}  // namespace farfield::node
