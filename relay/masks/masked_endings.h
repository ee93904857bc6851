#pragma once

#include "relay/masks/mask_counter.h"

namespace farfield::net::relay {

/// Endings of messages that one queue holds for many hosts, counted for each host: Endings as masks.
struct MaskedEndings {
    MaskCounter own, filtered, late;  ///< ends before the queue
    MaskCounter delivered, conflated, policy, waiting;

    /// Resets the counts of one host.
    void clear(std::uint32_t bit)
    {
        for (MaskCounter* counter : {&own, &filtered, &late, &delivered, &conflated, &policy, &waiting})
            counter->clear(bit);
    }
};

}  // namespace farfield::net::relay
