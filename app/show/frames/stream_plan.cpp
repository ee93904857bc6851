#include "app/show/frames/stream_plan.h"

#include <algorithm>
#include <bit>

namespace farfield::app {

namespace {

constexpr std::uint64_t smallest_slot_bytes =
    256 << 10;  // some 16,000 particles: most rakes grow without a restart

/// Slot size for a frame: a power of two, with at least a quarter of headroom for small frames; for large
/// ones (where memory counts) with the headroom that the power of two leaves.
std::uint64_t roomy_slot_bytes(std::uint64_t frame_bytes)
{
    constexpr std::uint64_t large = 4 << 20;
    const auto headroom = frame_bytes < large ? frame_bytes / 4 : 0;
    return std::max(smallest_slot_bytes, std::bit_ceil(frame_bytes + headroom));
}

}  // namespace

StreamPlan plan_stream(std::uint64_t frame_bytes, std::size_t wanted_history, std::uint64_t max_frame_bytes)
{
    StreamPlan plan;
    plan.slot_bytes = std::max(frame_bytes, std::min(roomy_slot_bytes(frame_bytes), max_frame_bytes));
    const auto slots = std::max<std::uint64_t>(2, max_ring_bytes / plan.slot_bytes);
    plan.ahead = std::min<std::size_t>(slots_ahead(plan.slot_bytes, wanted_history), slots - 1);
    plan.history = std::min<std::size_t>(wanted_history, slots - 1 - plan.ahead);
    plan.history_cut = plan.history < wanted_history;
    return plan;
}

}  // namespace farfield::app
