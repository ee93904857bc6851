#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "relay/core/congestion.h"

namespace farfield::net::relay {

/// Times at which bundles are closed.
enum class BundleMode {
    Adaptive,  ///< after an interval of quiet a message at once, then one bundle an interval
    Fixed,     ///< at the end of each interval in which messages came, as in the thesis
    Off,       ///< for each message at once: for comparison
};

inline constexpr std::uint64_t never_ns = std::numeric_limits<std::uint64_t>::max();
/// Time after the last bundle at which an empty one tells that the relay is alive.
inline constexpr std::uint64_t silence_ns = ns_per_second;

/// The times of one subscriber's bundles. Threads: one.
class BundleRule {
public:
    BundleRule(BundleMode mode, std::uint64_t interval_ns, std::uint64_t now_ns)
        : mode_{mode}, interval_ns_{interval_ns}, last_ns_{now_ns}
    {}

    /// Time at which the next bundle is due; may be in the past. waiting_since_ns: time since which the first
    /// message waits, or never_ns. is_full: the waiting messages fill a bundle.
    [[nodiscard]] std::uint64_t due_ns(std::uint64_t waiting_since_ns, bool is_full) const
    {
        if (waiting_since_ns == never_ns) return last_ns_ + silence_ns;
        if (is_full || mode_ == BundleMode::Off) return waiting_since_ns;
        if (mode_ == BundleMode::Adaptive) return std::max(waiting_since_ns, last_ns_ + interval_ns_);
        return (std::max(waiting_since_ns, last_ns_) / interval_ns_ + 1) * interval_ns_;
    }

    void sent(std::uint64_t now_ns) { last_ns_ = now_ns; }
    [[nodiscard]] bool is_off() const { return mode_ == BundleMode::Off; }

private:
    BundleMode mode_;
    std::uint64_t interval_ns_;
    std::uint64_t last_ns_;
};

}  // namespace farfield::net::relay
