#include "relay/dis/pdu_header.h"

#include "net/message/byte_order.h"

#include <algorithm>

namespace farfield::net::dis {

const char* text_of(PduFault fault) noexcept
{
    switch (fault) {
    case PduFault::None:
        return "it is well formed";
    case PduFault::Truncated:
        return "fewer than 12 bytes are left for a header";
    case PduFault::Version:
        return "its version is none of 5, 6 and 7";
    case PduFault::TooShort:
        return "its length is below the least of its type";
    case PduFault::TooLong:
        return "its length is beyond the datagram";
    case PduFault::Articulations:
        return "it counts more variable records than its length has room for";
    case PduFault::NotFinite:
        return "a number in it is NaN or infinite";
    }
    return "unknown fault";
}

std::size_t least_bytes_of(PduType type) noexcept
{
    switch (type) {
    case PduType::EntityState:
        return 144;
    case PduType::Fire:
        return 96;
    case PduType::Detonation:
        return 104;
    case PduType::Collision:
        return 60;
    case PduType::RemoveEntity:
        return 28;
    case PduType::StartResume:
        return 44;
    case PduType::StopFreeze:
        return 40;
    case PduType::EntityStateUpdate:
        return 72;
    }
    return pdu_header_bytes;
}

PduFault read_pdu(std::span<const std::byte> rest, Pdu& pdu) noexcept
{
    if (rest.size() < pdu_header_bytes) return PduFault::Truncated;
    const std::byte* from = rest.data();
    const PduHeader header{.version = load_big<std::uint8_t>(from),
                           .exercise = load_big<std::uint8_t>(from + 1),
                           .type = static_cast<PduType>(load_big<std::uint8_t>(from + 2)),
                           .family = load_big<std::uint8_t>(from + 3),
                           .time_stamp = load_big<std::uint32_t>(from + 4),
                           .length = load_big<std::uint16_t>(from + 8)};
    if (header.version < min_version || header.version > max_version) return PduFault::Version;
    if (header.length < least_bytes_of(header.type)) return PduFault::TooShort;
    if (header.length > rest.size()) return PduFault::TooLong;
    pdu = {header, rest.first(header.length)};
    return PduFault::None;
}

std::span<const std::byte> without_padding(std::span<const std::byte> rest) noexcept
{
    const auto first = std::ranges::find_if(rest, [](std::byte byte) { return byte != std::byte{0}; });
    return rest.subspan(static_cast<std::size_t>(first - rest.begin()));
}

}  // namespace farfield::net::dis
