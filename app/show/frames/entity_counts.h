#pragma once

#include <cstdint>

namespace farfield::app {

/// What came of entities for one picture, since the one before it.
struct EntityCounts {
    std::uint64_t entities = 0;  ///< that are known
    std::uint64_t updates = 0;   ///< messages
    std::uint64_t lost = 0;      ///< messages that were sent and did not come
    std::uint64_t conflated = 0;
    double age_p95_ms = 0.0;  ///< of the last messages, when they were taken, or were recorded
};

}  // namespace farfield::app
