#include "net/client/link_meter.h"

#include <algorithm>
#include <span>

namespace farfield::net {

void LinkMeter::add(std::uint64_t sent_ns, std::uint64_t replied_ns, std::uint64_t peer_ns) noexcept
{
    if (replied_ns < sent_ns) return;
    const auto round_trip_ns = replied_ns - sent_ns;
    const auto middle_ns = sent_ns + round_trip_ns / 2;
    recent_[samples_ % window] = {round_trip_ns, static_cast<std::int64_t>(peer_ns - middle_ns)};
    const auto round_trip = static_cast<double>(round_trip_ns);
    smoothed_ns_ = samples_ == 0 ? round_trip : smoothed_ns_ + (round_trip - smoothed_ns_) / 8.0;
    ++samples_;
}

std::int64_t LinkMeter::clock_offset_ns() const noexcept
{
    if (samples_ == 0) return 0;
    const auto known = std::span(recent_).first(std::min<std::uint64_t>(samples_, window));
    return std::ranges::min_element(known, {}, &Sample::round_trip_ns)->offset_ns;
}

}  // namespace farfield::net
