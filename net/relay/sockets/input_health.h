#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace farfield::net::relay {

/// Whether an input that joins groups still gets them: its interface may have gone or changed its address,
/// and a network without an IGMP querier forgets memberships. Time comes from the caller. Threads: one.
class InputHealth {
public:
    using Time = std::chrono::steady_clock::time_point;

    /// A lost interface is looked for so often, also where the system announces nothing.
    static constexpr std::chrono::seconds search_interval{1};
    /// From so long a silence on it is reported, and after a longer one the groups are joined again.
    static constexpr std::chrono::seconds reported_silence{30}, joined_again_after{60};

    explicit InputHealth(Time now) : heard_(now), joined_(now) {}

    /// received: datagrams of the input until now.
    void note(std::uint64_t received, Time now);
    /// It cannot hear anything now: its silence begins later.
    void rest(Time now) { heard_ = now; }
    /// Whether its groups are to be joined again now. changed: the interfaces of the host did.
    [[nodiscard]] bool wants_join(bool changed, Time now) const;
    /// What became of that; why: empty where it worked.
    void joined(std::string why, Time now);

    [[nodiscard]] bool is_up() const { return why_down_.empty(); }
    [[nodiscard]] const std::string& why_down() const { return why_down_; }
    /// Nothing came for reported_silence or longer: for how long.
    [[nodiscard]] std::optional<std::chrono::seconds> silence(Time now) const;

private:
    std::uint64_t received_ = 0;
    Time heard_, joined_;
    std::string why_down_;
};

}  // namespace farfield::net::relay
