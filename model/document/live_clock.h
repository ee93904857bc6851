#pragma once

#include <cstdint>

#include "model/document/clock.h"

namespace farfield::model {

/// The instant that a live clock shows: `delay` before now while the clock plays, else the last one shown.
/// Instants are ns since 1970 on this machine's clock. Threads: one.
class LiveClock {
public:
    /// Returns the instant to show. now_ns: the present instant.
    [[nodiscard]] std::uint64_t instant_ns(const Clock& clock, std::uint64_t now_ns);
    /// Advances by one tick's time in the document, for a clock that does not play.
    void step(const Clock& clock);
    /// The first instant that was shown; 0: none yet.
    [[nodiscard]] std::uint64_t begin_ns() const noexcept { return begin_ns_; }

private:
    std::uint64_t begin_ns_ = 0, shown_ns_ = 0;
};

}  // namespace farfield::model
