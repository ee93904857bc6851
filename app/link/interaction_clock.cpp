#include "app/link/interaction_clock.h"

namespace farfield::app {

void InteractionClock::sent(std::uint32_t number, std::uint64_t acted_ns)
{
    if (waiting_.size() == most_waiting) waiting_.pop_front();
    waiting_.push_back({number, acted_ns});
}

std::optional<double> InteractionClock::shown(std::uint32_t number, std::uint64_t shown_ns)
{
    std::optional<double> latency;
    while (!waiting_.empty() && waiting_.front().number <= number) {
        latency = static_cast<double>(static_cast<std::int64_t>(shown_ns - waiting_.front().acted_ns)) * 1e-6;
        waiting_.pop_front();
    }
    return latency;
}

}  // namespace farfield::app
