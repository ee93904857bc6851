#pragma once

#include <algorithm>
#include <cstdint>

#include "model/fields/fields.h"

namespace farfield::model {

/// Times without messages after which an entity is stale; after twice as long it is forgotten. A relay may
/// announce its own; these defaults are 2.4 times the interval at which DIS sends states: 5 s, and 60 s for
/// entities at rest (IEEE 1278.1-2012).
struct EntityTimes {
    std::uint64_t stale_ns = 12'000'000'000;
    std::uint64_t standing_stale_ns = 144'000'000'000;  ///< of an entity at rest
    friend bool operator==(const EntityTimes&, const EntityTimes&) = default;

    static constexpr double most_ns = 86'400e9;

    static void fields(auto& visit)
    {
        visit("stale_ns", &EntityTimes::stale_ns, required, from_to(1.0, most_ns));
        visit("standing_stale_ns", &EntityTimes::standing_stale_ns, required, from_to(1.0, most_ns));
    }

    /// Time without messages after which any entity is forgotten, whether it moved or stood.
    [[nodiscard]] constexpr std::uint64_t longest_silence_ns() const noexcept
    {
        return 2 * std::max(stale_ns, standing_stale_ns);
    }
};

}  // namespace farfield::model
