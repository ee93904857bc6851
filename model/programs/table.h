#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

/// A table of the types of programs' frames: docs/protocol.md, sections 5 and 9 to 11.
namespace farfield::model {

/// Facts about a frame by the number of its message type.
struct FrameType {
    std::uint8_t number;
    /// Returns true when the payload is sound: its length fits its counts, and its indices are in range.
    bool (*check)(std::span<const std::byte> payload);
    /// Returns the number of items that a viewer draws, from the two counts of the frame's stamp.
    std::uint64_t (*shown_items)(const std::array<std::uint32_t, 2>& counts);
};

/// The facts of a message type; null when it is no frame of a program.
[[nodiscard]] const FrameType* frame_type(std::uint8_t number);

}  // namespace farfield::model
