#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

/// The header of a message. docs/protocol.md is normative.
namespace farfield::net {

inline constexpr std::uint32_t message_magic = 0x46464C44;  ///< "FFLD"
inline constexpr std::uint8_t protocol_version = 1;
inline constexpr std::uint16_t default_port = 7117, default_relay_port = 7118;
inline constexpr std::size_t header_bytes = 40;

enum class MessageType : std::uint8_t {
    Control = 1,
    Particles = 2,
    Polylines = 3,
    TerrainView = 4,
    TerrainTile = 5,
    EntityBundle = 6,
    Slice = 7,
    Echo = 8,
    Credit = 9,
    Block = 10,  ///< bytes of a call, in both directions
    Surface = 11,
    Part = 12,   ///< part of a frame or Block, where one connection carries everything
    Piece = 13,  ///< reserved, as are all that follow except Report
    Report = 14,
    Array = 15,
};

/// True when frames of a stream may have this type.
[[nodiscard]] constexpr bool is_frame(MessageType type) noexcept
{
    return (type >= MessageType::Particles && type <= MessageType::Slice) || type == MessageType::Surface ||
           type == MessageType::Array;
}

/// True when a message of this type is cut into Parts, where one connection carries everything.
[[nodiscard]] constexpr bool is_cut(MessageType type) noexcept
{
    return is_frame(type) || type == MessageType::Block;
}

/// Flags of a Part: the message begins, or ends, with it.
inline constexpr std::uint16_t flag_first_part = 1, flag_last_part = 2;

/// Flag of an Echo: it is the reply, which is not echoed again.
inline constexpr std::uint16_t flag_reply = 1;

/// Flag of a Block: it is the last one of its call.
inline constexpr std::uint16_t flag_last = 1;

/// The 40 bytes before every payload, in native order.
struct MessageHeader {
    MessageType type = MessageType::Control;
    std::uint16_t flags = 0;
    std::uint32_t stream = 0;       ///< 0 outside of a stream; in a Block: the call's id
    std::uint32_t interaction = 0;  ///< number of the newest user action this message reflects
    std::uint64_t sequence = 0;  ///< number of the frame in its stream, from 0; in a Credit: frames granted;
                                 ///< in a Block: bytes of the call that precede it
    std::uint64_t time_ns = 0;   ///< sender's clock when it began to send, Unix epoch
    std::uint64_t payload_bytes = 0;

    friend bool operator==(const MessageHeader&, const MessageHeader&) = default;
};

/// The fault of 40 bytes that are not a valid header.
enum class HeaderFault { BadMagic, BadVersion };

using HeaderBytes = std::array<std::byte, header_bytes>;

[[nodiscard]] HeaderBytes encode_header(const MessageHeader& header) noexcept;

/// Decodes a header, or returns the fault. Does not judge payload_bytes: the reader does, against its
/// limit. On BadVersion `version_found` (when given) receives the peer's version.
[[nodiscard]] std::optional<HeaderFault> decode_header(std::span<const std::byte, header_bytes> bytes,
                                                       MessageHeader& header,
                                                       std::uint8_t* version_found = nullptr) noexcept;

}  // namespace farfield::net
