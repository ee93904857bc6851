#pragma once

#include <algorithm>
#include <chrono>

namespace farfield::net {

/// Time between two frames at `rate` frames a second; at most a day, so that no clock overflows. 0 for a rate
/// of 0, which means no limit.
[[nodiscard]] inline std::chrono::nanoseconds interval_of(double rate)
{
    constexpr double longest_seconds = 24.0 * 3600.0;
    if (rate <= 0.0) return std::chrono::nanoseconds(0);
    const std::chrono::duration<double> seconds(std::min(1.0 / rate, longest_seconds));
    return std::chrono::duration_cast<std::chrono::nanoseconds>(seconds);
}

}  // namespace farfield::net
