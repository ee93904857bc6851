#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <string>

namespace farfield::net {

/// Recent wrong secrets by address: the fifth within 10 s from one address, and each after it, must be
/// answered late. Threads: one at a time.
class WrongSecrets {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::seconds remembered{10}, delay{1};
    static constexpr std::size_t answered_at_once = 4;
    static constexpr std::size_t max_entries = 4096;  ///< entries of all addresses together

    /// Adds a wrong secret. True when its answer must be late.
    [[nodiscard]] bool add(const std::string& address, Clock::time_point now = Clock::now());

private:
    struct Entry {
        std::string address;
        Clock::time_point at;
    };
    std::deque<Entry> entries_;  ///< oldest first
};

}  // namespace farfield::net
