#include "net/message/messages.h"

#include <algorithm>

#include "net/message/byte_order.h"

namespace farfield::net {

HeaderBytes encode_header(const MessageHeader& header) noexcept
{
    HeaderBytes bytes;
    std::byte* to = bytes.data();
    store_big(to, message_magic);
    store_big(to + 4, protocol_version);
    store_big(to + 5, static_cast<std::uint8_t>(header.type));
    store_big(to + 6, header.flags);
    store_big(to + 8, header.stream);
    store_big(to + 12, header.interaction);
    store_big(to + 16, header.sequence);
    store_big(to + 24, header.time_ns);
    store_big(to + 32, header.payload_bytes);
    return bytes;
}

std::optional<HeaderFault> decode_header(std::span<const std::byte, header_bytes> bytes,
                                         MessageHeader& header, std::uint8_t* version_found) noexcept
{
    const std::byte* from = bytes.data();
    if (load_big<std::uint32_t>(from) != message_magic) return HeaderFault::BadMagic;
    const auto version = load_big<std::uint8_t>(from + 4);
    if (version_found) *version_found = version;
    if (version != protocol_version) return HeaderFault::BadVersion;
    header.type = static_cast<MessageType>(load_big<std::uint8_t>(from + 5));
    header.flags = load_big<std::uint16_t>(from + 6);
    header.stream = load_big<std::uint32_t>(from + 8);
    header.interaction = load_big<std::uint32_t>(from + 12);
    header.sequence = load_big<std::uint64_t>(from + 16);
    header.time_ns = load_big<std::uint64_t>(from + 24);
    header.payload_bytes = load_big<std::uint64_t>(from + 32);
    return std::nullopt;
}

}  // namespace farfield::net
