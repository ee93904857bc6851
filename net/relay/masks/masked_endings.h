#pragma once

#include "net/relay/masks/mask_counter.h"

namespace farfield::net::relay {

/// What became of messages that one queue holds for many hosts, for each of these: Endings as masks.
struct MaskedEndings {
    MaskCounter own, filtered, late;  ///< before the queue
    MaskCounter delivered, conflated, policy, waiting;

    /// A host's counts begin anew.
    void clear(std::uint32_t bit)
    {
        for (MaskCounter* counter : {&own, &filtered, &late, &delivered, &conflated, &policy, &waiting})
            counter->clear(bit);
    }
};

}  // namespace farfield::net::relay
