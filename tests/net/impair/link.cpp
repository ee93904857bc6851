#include "link.h"

#include <algorithm>

namespace farfield::impair {
namespace {

Clock::duration duration_of(double seconds)
{
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace

void Link::set(const LinkSettings& settings)
{
    settings_ = settings;
    if (settings_.up != 0.0) return;
    counts_.cut += waiting_.size();
    waiting_ = {};
    rate_free_at_ = last_due_ = {};
}

void Link::offer(std::span<const std::byte> frame, Clock::time_point now)
{
    ++counts_.offered;
    if (settings_.up == 0.0) {
        ++counts_.cut;
        return;
    }
    if (happens(settings_.loss)) {
        ++counts_.lost;
        return;
    }
    const auto left = through_rate(frame.size(), now);
    if (!left) {
        ++counts_.overflowed;
        return;
    }
    if (happens(settings_.reorder)) {
        ++counts_.reordered;
        return deliver_at(*left, frame);
    }
    const double jitter_ms = std::uniform_real_distribution<>(0.0, settings_.jitter_ms)(random_);
    last_due_ = std::max(last_due_, *left + duration_of((settings_.delay_ms + jitter_ms) / 1e3));
    deliver_at(last_due_, frame);
    if (!happens(settings_.duplicate)) return;
    ++counts_.duplicated;
    deliver_at(last_due_, frame);
}

/// When the frame has left at the rate; nothing: the queue before it is full.
std::optional<Clock::time_point> Link::through_rate(std::size_t bytes, Clock::time_point now)
{
    if (settings_.mbit <= 0.0) return now;
    const double bytes_a_second = settings_.mbit * 1e6 / 8.0;
    const auto begin = std::max(now, rate_free_at_);
    const double queued = std::chrono::duration<double>(begin - now).count() * bytes_a_second;
    if (queued + static_cast<double>(bytes) > settings_.queue_kib * 1024.0) return std::nullopt;
    rate_free_at_ = begin + duration_of(static_cast<double>(bytes) / bytes_a_second);
    return rate_free_at_;
}

bool Link::happens(double share)
{
    return share > 0.0 && std::uniform_real_distribution<>(0.0, 1.0)(random_) < share;
}

void Link::deliver_at(Clock::time_point due, std::span<const std::byte> frame)
{
    waiting_.push({.due = due, .number = number_++, .frame = {frame.begin(), frame.end()}});
}

std::optional<Clock::time_point> Link::next_due() const
{
    if (waiting_.empty()) return std::nullopt;
    return waiting_.top().due;
}

std::optional<Link::Frame> Link::take(Clock::time_point now)
{
    if (waiting_.empty() || waiting_.top().due > now) return std::nullopt;
    Frame frame = waiting_.top().frame;
    waiting_.pop();
    ++counts_.delivered;
    return frame;
}

}  // namespace farfield::impair
