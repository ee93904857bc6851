#pragma once

#include <cstddef>
#include <cstdint>

#include "app/show/frames/ring_slots.h"

namespace farfield::app {

/// Sizes of a stream's ring.
struct StreamPlan {
    std::uint64_t slot_bytes =
        0;  ///< a power of two with room for more particles than now, so that a rake can grow
    std::size_t history = 0;   ///< frames kept behind the newest
    std::size_t ahead = 4;     ///< further slots, for the producer; most of them yield to the history
    bool history_cut = false;  ///< shortened, because of max_ring_bytes
    [[nodiscard]] std::uint64_t ring_bytes() const noexcept { return slot_bytes * (history + 1 + ahead); }
};

/// frame_bytes: present size of a frame. max_frame_bytes: the node's limit; slots are not made larger than
/// that unless frame_bytes is.
[[nodiscard]] StreamPlan plan_stream(std::uint64_t frame_bytes, std::size_t wanted_history,
                                     std::uint64_t max_frame_bytes);

}  // namespace farfield::app
