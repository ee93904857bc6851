#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace farfield::net {

inline constexpr std::size_t frame_stamp_bytes = 32;

/// The first 32 bytes of every frame's payload, whatever its type. The payload's type defines the meaning of
/// `counts`.
struct FrameStamp {
    std::array<std::uint32_t, 2> counts{};
    std::uint64_t frame = 0;       ///< frames that the program computed before this one
    std::uint64_t compute_ns = 0;  ///< time the node spent computing and encoding this frame
    /// Node's clock when the frame was ready; header.time_ns minus this is the frame's wait at the node.
    std::uint64_t computed_at_ns = 0;

    friend bool operator==(const FrameStamp&, const FrameStamp&) = default;
};

void encode_stamp(const FrameStamp& stamp, std::span<std::byte, frame_stamp_bytes> to) noexcept;
/// Reads the stamp of a payload; all zeros where the payload is shorter than a stamp.
[[nodiscard]] FrameStamp stamp_of(std::span<const std::byte> payload) noexcept;

}  // namespace farfield::net
