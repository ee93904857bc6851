#include "model/document/live_clock.h"

#include <algorithm>

namespace farfield::model {

std::uint64_t LiveClock::instant_ns(const Clock& clock, std::uint64_t now_ns)
{
    const std::uint64_t behind_ns = std::min(now_ns, ns_of_seconds(clock.delay));
    if (clock.playing || shown_ns_ == 0) shown_ns_ = now_ns - behind_ns;
    if (begin_ns_ == 0) begin_ns_ = shown_ns_;
    return shown_ns_;
}

void LiveClock::step(const Clock& clock)
{
    shown_ns_ += ns_of_seconds(1.0 / clock.frames_per_second);
}

}  // namespace farfield::model
