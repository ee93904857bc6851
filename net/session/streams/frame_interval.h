#pragma once

#include <algorithm>
#include <chrono>

namespace farfield::net {

/// Between two frames at `rate` frames a second, at most a day, which no clock overflows by; 0 for 0, which
/// is no limit.
[[nodiscard]] inline std::chrono::nanoseconds interval_of(double rate)
{
    constexpr double longest_seconds = 24.0 * 3600.0;
    if (rate <= 0.0) return std::chrono::nanoseconds(0);
    const std::chrono::duration<double> seconds(std::min(1.0 / rate, longest_seconds));
    return std::chrono::duration_cast<std::chrono::nanoseconds>(seconds);
}

}  // namespace farfield::net
