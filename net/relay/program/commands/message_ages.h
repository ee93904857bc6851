#pragma once

#include <cstddef>
#include <vector>

namespace farfield::net::relay {

/// How old messages were when they came: since their arrival at the relay, by its clock as far as it is known
/// here. Where that arrival lies ahead, the clocks differ, and the age is 0. Threads: one.
class MessageAges {
public:
    /// Closer clocks are as good as one: so far the difference is known at least over any usual link.
    static constexpr double least_ahead_ms = 100.0;

    /// Returns the age, ms, not below 0.
    double add(double age_ms);
    /// Below which a part of the newest million is; 0: there are none. Changes their order.
    [[nodiscard]] double percentile(double part);
    /// By how much arrivals lay ahead, at most, ms; 0: by less than least_ahead_ms.
    [[nodiscard]] double ahead_ms() const { return ahead_ms_ < least_ahead_ms ? 0.0 : ahead_ms_; }

private:
    std::vector<double> ages_ms_;
    std::size_t next_ = 0;
    double ahead_ms_ = 0.0;
};

}  // namespace farfield::net::relay
