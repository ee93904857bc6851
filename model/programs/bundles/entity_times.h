#pragma once

#include <algorithm>
#include <cstdint>

#include "model/fields/fields.h"

namespace farfield::model {

/// Times without news after which an entity is stale; after twice as long it is forgotten. A relay says which
/// it has; what says nothing has these: DIS sends a state every 5 s, of entities at rest every 60 s (IEEE
/// 1278.1-2012), and these are 2.4 times that.
struct EntityTimes {
    std::uint64_t stale_ns = 12'000'000'000;
    std::uint64_t standing_stale_ns = 144'000'000'000;  ///< of one that stands
    friend bool operator==(const EntityTimes&, const EntityTimes&) = default;

    static constexpr double most_ns = 86'400e9;

    static void fields(auto& visit)
    {
        visit("stale_ns", &EntityTimes::stale_ns, required, from_to(1.0, most_ns));
        visit("standing_stale_ns", &EntityTimes::standing_stale_ns, required, from_to(1.0, most_ns));
    }

    /// When no entity is known any more, whether it moved or stood, of which nothing came since this time.
    [[nodiscard]] constexpr std::uint64_t longest_silence_ns() const noexcept
    {
        return 2 * std::max(stale_ns, standing_stale_ns);
    }
};

}  // namespace farfield::model
