#include "compute_node/commands/reports/utc_text.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

namespace farfield::node {

std::string utc_text(double seconds)
{
    namespace ch = std::chrono;
    constexpr double most = 1e14;  // three million years, which the calendar's days can count
    if (!(std::abs(seconds) < most)) return fmt::format("{:.9g} s", seconds);
    const ch::sys_time<ch::milliseconds> time{ch::milliseconds{std::llround(seconds * 1e3)}};
    const auto day = ch::floor<ch::days>(time);
    const ch::year_month_day date{day};
    const ch::hh_mm_ss clock{time - day};
    std::string text = fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}", static_cast<int>(date.year()),
                                   static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                                   clock.hours().count(), clock.minutes().count(), clock.seconds().count());
    if (clock.subseconds().count() != 0) text += fmt::format(".{:03}", clock.subseconds().count());
    return text + " UTC";
}

}  // namespace farfield::node
