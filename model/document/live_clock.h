#pragma once

#include <cstdint>

#include "model/document/clock.h"

namespace farfield::model {

/// The instant that a live clock shows: `delay` ago while the clock plays; otherwise it stands. Instants are
/// ns since 1970 on the clock of this machine. Threads: one.
class LiveClock {
public:
    /// now_ns: the instant of this call.
    [[nodiscard]] std::uint64_t instant_ns(const Clock& clock, std::uint64_t now_ns);
    /// As long as a tick takes in the document further, as of a clock that does not play.
    void step(const Clock& clock);
    /// The first instant that was shown; 0: none was.
    [[nodiscard]] std::uint64_t begin_ns() const noexcept { return begin_ns_; }

private:
    std::uint64_t begin_ns_ = 0, shown_ns_ = 0;
};

}  // namespace farfield::model
