#include "relay/sockets/input_health.h"

#include <utility>

namespace farfield::net::relay {

void InputHealth::note(std::uint64_t received, Time now)
{
    if (received != std::exchange(received_, received)) heard_ = now;
}

bool InputHealth::wants_join(bool changed, Time now) const
{
    if (!is_up()) return changed || now - joined_ >= search_interval;
    return changed || (now - heard_ >= joined_again_after && now - joined_ >= joined_again_after);
}

void InputHealth::joined(std::string why, Time now)
{
    why_down_ = std::move(why);
    joined_ = now;
}

std::optional<std::chrono::seconds> InputHealth::silence(Time now) const
{
    const auto silent = std::chrono::duration_cast<std::chrono::seconds>(now - heard_);
    return silent >= reported_silence ? std::optional(silent) : std::nullopt;
}

}  // namespace farfield::net::relay
