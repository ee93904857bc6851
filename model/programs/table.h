#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

/// The programs and the types of their frames, one row each: docs/protocol.md, sections 5 and 9 to 11.
namespace farfield::model {

/// Throws FieldError, of the parameter `program`, where there is no program of this name.
void expect_program(const std::string& name);

/// What is known of a frame by the number of its message type.
struct FrameType {
    std::uint8_t number;
    /// Whether the payload is as long as its counts say.
    bool (*check)(std::span<const std::byte> payload);
    /// What a viewer draws of it, counted, by the counts of its stamp.
    std::uint64_t (*shown_items)(const std::array<std::uint32_t, 2>& counts);
};

/// Null where no program makes such frames.
[[nodiscard]] const FrameType* frame_type(std::uint8_t number);

}  // namespace farfield::model
