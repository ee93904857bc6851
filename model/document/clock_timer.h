#pragma once

#include <cstdint>
#include <optional>

#include "model/document/clock.h"

namespace farfield::model {

/// Counts the ticks of a window in which no layer leads the clock: timer_rate() of them a second while the
/// clock plays. Threads: one.
class ClockTimer {
public:
    /// The number of the newest tick at the time now_ns; never lower than before.
    [[nodiscard]] std::uint64_t tick(const Clock& clock, std::uint64_t now_ns);
    /// Continues at the given tick.
    void seek(std::uint64_t tick) { ticks_ = static_cast<double>(tick); }
    /// Advances by one tick while the clock does not play.
    void step() { ticks_ += 1.0; }

private:
    double ticks_ = 0.0;
    std::optional<std::uint64_t> seen_ns_;  ///< time of the last call of tick() while the clock played
};

/// Ticks a second: max_rate; when that is absent or 0, frames_per_second.
[[nodiscard]] double timer_rate(const Clock& clock) noexcept;

}  // namespace farfield::model
