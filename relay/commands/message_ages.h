#pragma once

#include <cstddef>
#include <vector>

namespace farfield::net::relay {

/// Ages of messages when they come: time since their arrival at the relay, by its clock as far as it is known
/// here. When that arrival lies in the future, the clocks differ, and the age is 0. Threads: one.
class MessageAges {
public:
    /// Clocks that differ by less count as equal: the difference is known to this at least over usual links.
    static constexpr double least_ahead_ms = 100.0;

    /// Adds an age. Returns it in ms, at least 0.
    double add(double age_ms);
    /// Age below which a part of the newest million lies; 0: there are none. Changes their order.
    [[nodiscard]] double percentile(double part);
    /// Largest lead of arrivals over this clock, ms; 0 below least_ahead_ms.
    [[nodiscard]] double ahead_ms() const { return ahead_ms_ < least_ahead_ms ? 0.0 : ahead_ms_; }

private:
    std::vector<double> ages_ms_;
    std::size_t next_ = 0;
    double ahead_ms_ = 0.0;
};

}  // namespace farfield::net::relay
