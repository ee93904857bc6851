#pragma once

#include <cstdint>

namespace farfield::app {

/// Figures about entities for one picture, since the picture before it.
struct EntityCounts {
    std::uint64_t entities = 0;  ///< known entities
    std::uint64_t updates = 0;   ///< messages
    std::uint64_t lost = 0;      ///< messages that were sent and did not arrive
    std::uint64_t conflated = 0;
    double age_p95_ms = 0.0;  ///< of the last messages, when received or recorded
};

}  // namespace farfield::app
