#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "render/gl/frame_slots.h"

namespace farfield::app {

/// Most memory of the viewer for one stream's slots.
inline constexpr std::uint64_t max_ring_bytes = 512ull << 20;

/// Slots for the producer, beyond those of the newest frame and the history. A node that may send many frames
/// ahead computes several at once, which is quicker. 16, or as many as fit into max_ring_bytes
/// beside the history, but at least 4.
[[nodiscard]] std::size_t slots_ahead(std::uint64_t slot_bytes, std::size_t history) noexcept;

/// The slots' memory, in the form that net::FrameRing takes.
[[nodiscard]] std::vector<std::span<std::byte>> memory_of(const render::FrameSlots& slots);

}  // namespace farfield::app
