#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace farfield::net::relay {

/// Tells if an input still gets the groups that it joined: its interface may disappear or change its address,
/// and a network without an IGMP querier forgets memberships. Time comes from the caller. Threads: one.
class InputHealth {
public:
    using Time = std::chrono::steady_clock::time_point;

    /// Interval of looking for a lost interface, even if the system announces no change.
    static constexpr std::chrono::seconds search_interval{1};
    /// Silence after which it is reported, and longer one after which the groups are joined again.
    static constexpr std::chrono::seconds reported_silence{30}, joined_again_after{60};

    explicit InputHealth(Time now) : heard_(now), joined_(now) {}

    /// received: datagrams of the input so far.
    void note(std::uint64_t received, Time now);
    /// The input cannot receive anything now: its silence begins later.
    void rest(Time now) { heard_ = now; }
    /// True when its groups must be joined again now. changed: the host's interfaces have changed.
    [[nodiscard]] bool wants_join(bool changed, Time now) const;
    /// Result of joining. why: reason of the failure, or empty.
    void joined(std::string why, Time now);

    [[nodiscard]] bool is_up() const { return why_down_.empty(); }
    [[nodiscard]] const std::string& why_down() const { return why_down_; }
    /// Length of the silence, if it is reported_silence or longer.
    [[nodiscard]] std::optional<std::chrono::seconds> silence(Time now) const;

private:
    std::uint64_t received_ = 0;
    Time heard_, joined_;
    std::string why_down_;
};

}  // namespace farfield::net::relay
