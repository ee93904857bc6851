#include "app/viewer/session/frame_figures.h"

#include <algorithm>

namespace farfield::app {

namespace {

/// Signed difference: with clocks of two machines a later event can look earlier; a slightly negative value
/// then shows that error.
double milliseconds(std::uint64_t from_ns, std::uint64_t to_ns) noexcept
{
    return static_cast<double>(static_cast<std::int64_t>(to_ns - from_ns)) * 1e-6;
}

}  // namespace

FrameTimes frame_times(const ShownFrame& frame, std::int64_t clock_offset_ns) noexcept
{
    const auto sent_here_ns = frame.info.header.time_ns - static_cast<std::uint64_t>(clock_offset_ns);
    return {
        .compute_ms = static_cast<double>(frame.stamp.compute_ns) * 1e-6,
        .wait_ms = milliseconds(frame.stamp.computed_at_ns, frame.info.header.time_ns),
        .network_ms = std::max(0.0, milliseconds(sent_here_ns, frame.info.received_ns)),
        .ring_ms = milliseconds(frame.info.received_ns, frame.taken_ns),
        .draw_ms = milliseconds(frame.taken_ns, frame.shown_ns),
    };
}

double age_ms(const ShownFrame& frame, std::int64_t clock_offset_ns, std::uint64_t now_ns) noexcept
{
    const auto ready_here_ns = frame.stamp.computed_at_ns - static_cast<std::uint64_t>(clock_offset_ns);
    return std::max(0.0, milliseconds(ready_here_ns, now_ns));
}

void RateMeter::add(std::uint64_t total, double at_seconds)
{
    constexpr double window_seconds = 1.1;
    if (!samples_.empty() && total < samples_.back().total) samples_.clear();
    samples_.push_back({total, at_seconds});
    while (samples_.size() > 2 && at_seconds - samples_.front().at_seconds > window_seconds)
        samples_.pop_front();
}

double RateMeter::per_second() const noexcept
{
    if (samples_.size() < 2) return 0.0;
    const auto& first = samples_.front();
    const auto& last = samples_.back();
    const double seconds = last.at_seconds - first.at_seconds;
    return seconds > 0.0 ? static_cast<double>(last.total - first.total) / seconds : 0.0;
}

}  // namespace farfield::app
