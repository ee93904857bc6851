#pragma once

#include <cstdint>

namespace farfield::net::relay {

inline constexpr std::uint64_t ns_per_ms = 1'000'000, ns_per_second = 1'000'000'000;

/// A subscriber's congestion as a level from 0 to 3, with hysteresis in load and time.
/// The thresholds of 80 and 40 % come from A. Bobo, "Message-Bundle Converting in Internet Protocol
/// Multicast-Based High Level Architecture Exercises", 1997; the times keep the level from flapping.
/// Threads: one.
class Congestion {
public:
    static constexpr std::uint8_t most = 3;
    static constexpr double high = 0.8, low = 0.4;

    /// load: 1 is the full capacity. now_ns: never earlier than before. Returns the level.
    std::uint8_t update(double load, std::uint64_t now_ns);
    [[nodiscard]] std::uint8_t level() const { return level_; }

private:
    void set_level(std::uint8_t level, std::uint64_t now_ns);

    std::uint8_t level_ = 0;
    bool is_high_ = false, is_low_ = false;
    std::uint64_t since_ns_ = 0;  ///< begin of the high, or low, load at this level
};

/// The policy of the thesis, for comparison: one level up or down each 5 ms, and under congestion only the
/// first few messages of each 5 ms. It leaves out messages at random, so that entities stay at places that
/// they have left.
/// Source: A. Bobo, the same. Threads: one.
class Bobo1997Policy {
public:
    static constexpr std::uint8_t least = 3, most = 6;
    static constexpr std::uint64_t window_ns = 5 * ns_per_ms;
    static constexpr std::uint32_t ethernet_bytes = 6'000, fast_ethernet_bytes = 60'000;

    /// medium_bytes: capacity of the medium in 5 ms.
    explicit Bobo1997Policy(std::uint32_t medium_bytes) : medium_bytes_{medium_bytes} {}

    /// True when a message is sent; its bytes are then counted. now_ns: never earlier than before.
    [[nodiscard]] bool admits(bool has_priority, std::uint32_t bytes, std::uint64_t now_ns);
    [[nodiscard]] std::uint8_t level() const { return level_; }

private:
    void close_windows(std::uint64_t now_ns);

    std::uint32_t medium_bytes_;
    std::uint64_t window_ = 0;  ///< number of the 5 ms window since the clock's origin
    std::uint64_t bytes_ = 0;
    std::uint32_t ordinary_ = 0;  ///< messages without priority that were sent in this window
    std::uint8_t level_ = least;
};

}  // namespace farfield::net::relay
