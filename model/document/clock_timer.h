#pragma once

#include <cstdint>
#include <optional>

#include "model/document/clock.h"

namespace farfield::model {

/// The ticks of a window in which no layer leads: as many a second as the clock has, while it plays. Threads:
/// one.
class ClockTimer {
public:
    /// The newest tick at this time, which does not go back.
    [[nodiscard]] std::uint64_t tick(const Clock& clock, std::uint64_t now_ns);
    /// Goes on from there.
    void seek(std::uint64_t tick) { ticks_ = static_cast<double>(tick); }
    /// One tick on, as of a clock that does not play.
    void step() { ticks_ += 1.0; }

private:
    double ticks_ = 0.0;
    std::optional<std::uint64_t> seen_ns_;  ///< while it played
};

/// Ticks a second: of a clock that leaves them open, as many as take their time of the document.
[[nodiscard]] double timer_rate(const Clock& clock) noexcept;

}  // namespace farfield::model
