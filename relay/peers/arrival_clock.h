#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "relay/core/congestion.h"

namespace farfield::net::relay {

/// Converts arrivals at another relay to this relay's clock. The fastest bundle counts as one that took no
/// time, so that ages lack this least delay. Threads: one.
class ArrivalClock {
public:
    /// Notes a bundle that the other relay closed at closed_at_ns (its clock), and that came at now_ns.
    void note(std::uint64_t closed_at_ns, std::uint64_t now_ns)
    {
        const auto offset = static_cast<std::int64_t>(now_ns - closed_at_ns);
        // A clock that was set back counts as a new one.
        if (offset < offset_ || offset > offset_ + longest_way_ns) offset_ = offset;
    }
    [[nodiscard]] std::uint64_t here(std::uint64_t arrival_ns, std::uint64_t now_ns) const
    {
        return std::min(arrival_ns + static_cast<std::uint64_t>(offset_), now_ns);
    }

private:
    static constexpr std::int64_t longest_way_ns = 60 * static_cast<std::int64_t>(ns_per_second);
    std::int64_t offset_ = std::numeric_limits<std::int64_t>::max() / 2;
};

}  // namespace farfield::net::relay
