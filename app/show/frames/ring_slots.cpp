#include "app/show/frames/ring_slots.h"

#include <algorithm>

namespace farfield::app {

std::size_t slots_ahead(std::uint64_t slot_bytes, std::size_t history) noexcept
{
    constexpr std::uint64_t least = 4, most = 16;
    const auto slots = max_ring_bytes / std::max<std::uint64_t>(slot_bytes, 1);
    const auto taken = std::min<std::uint64_t>(history + 1, slots);
    return static_cast<std::size_t>(std::clamp(slots - taken, least, most));
}

std::vector<std::span<std::byte>> memory_of(const render::FrameSlots& slots)
{
    std::vector<std::span<std::byte>> memory(slots.count());
    for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = slots.slot(i);
    return memory;
}

}  // namespace farfield::app
