#include "relay/core/congestion.h"

#include <algorithm>
#include <array>

namespace farfield::net::relay {

namespace {

/// Time that the load must be high before the next level is entered.
constexpr std::array<std::uint64_t, Congestion::most> patience_ns{50 * ns_per_ms, 100 * ns_per_ms,
                                                                  200 * ns_per_ms};
constexpr std::uint64_t relief_ns = 500 * ns_per_ms;

/// Load of the medium, in tenths: above the first a level up, below the second a level down.
constexpr std::uint64_t high_tenths = 8, low_tenths = 4;
/// Number of idle windows after which the level is at its minimum in any case.
constexpr std::uint64_t idle_windows = Bobo1997Policy::most - Bobo1997Policy::least;

}  // namespace

std::uint8_t Congestion::update(double load, std::uint64_t now_ns)
{
    const bool is_high = load > high, is_low = load < low;
    if (is_high != is_high_ || is_low != is_low_) since_ns_ = now_ns;
    is_high_ = is_high;
    is_low_ = is_low;
    const std::uint64_t lasted_ns = now_ns - since_ns_;
    if (is_high && level_ < most && lasted_ns >= patience_ns[level_])
        set_level(static_cast<std::uint8_t>(level_ + 1), now_ns);
    else if (is_low && level_ > 0 && lasted_ns >= relief_ns)
        set_level(static_cast<std::uint8_t>(level_ - 1), now_ns);
    return level_;
}

void Congestion::set_level(std::uint8_t level, std::uint64_t now_ns)
{
    level_ = level;
    since_ns_ = now_ns;
}

void Bobo1997Policy::close_windows(std::uint64_t now_ns)
{
    const std::uint64_t window = now_ns / window_ns;
    for (std::uint64_t closed = 0; window_ < window && closed <= idle_windows; ++closed, ++window_) {
        if (bytes_ * 10 > high_tenths * medium_bytes_)
            level_ = static_cast<std::uint8_t>(std::min<int>(level_ + 1, most));
        else if (bytes_ * 10 < low_tenths * medium_bytes_)
            level_ = static_cast<std::uint8_t>(std::max<int>(level_ - 1, least));
        bytes_ = 0;
        ordinary_ = 0;
    }
    window_ = window;
}

bool Bobo1997Policy::admits(bool has_priority, std::uint32_t bytes, std::uint64_t now_ns)
{
    close_windows(now_ns);
    const bool is_sent = level_ < 4 || has_priority || (level_ < most && ordinary_ < 7U - level_);
    if (!is_sent) return false;
    bytes_ += bytes;
    if (!has_priority) ++ordinary_;
    return true;
}

}  // namespace farfield::net::relay
