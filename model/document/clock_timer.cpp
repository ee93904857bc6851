#include "model/document/clock_timer.h"

#include <cmath>

namespace farfield::model {

double timer_rate(const Clock& clock) noexcept
{
    const double rate = clock.max_rate.value_or(0.0);
    return rate > 0.0 ? rate : clock.frames_per_second;
}

std::uint64_t ClockTimer::tick(const Clock& clock, std::uint64_t now_ns)
{
    constexpr double seconds_per_ns = 1e-9;
    const std::uint64_t since_ns = seen_ns_ && now_ns > *seen_ns_ ? now_ns - *seen_ns_ : 0;
    seen_ns_.reset();
    if (clock.playing) {
        seen_ns_ = now_ns;
        ticks_ += static_cast<double>(since_ns) * seconds_per_ns * timer_rate(clock);
    }
    return static_cast<std::uint64_t>(std::floor(ticks_));
}

}  // namespace farfield::model
