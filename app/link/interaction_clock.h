#pragma once

#include <cstdint>
#include <deque>
#include <optional>

namespace farfield::app {

/// Measures interaction latency: from the user's action to the first drawn frame that reflects it.
class InteractionClock {
public:
    void sent(std::uint32_t number, std::uint64_t acted_ns);
    /// Notes that a frame with this number is on the screen. Returns the latency in milliseconds, where the
    /// frame is the first to reflect an action.
    std::optional<double> shown(std::uint32_t number, std::uint64_t shown_ns);
    void clear() noexcept { waiting_.clear(); }

private:
    static constexpr std::size_t most_waiting = 64;
    struct Action {
        std::uint32_t number;
        std::uint64_t acted_ns;
    };
    std::deque<Action> waiting_;
};

}  // namespace farfield::app
