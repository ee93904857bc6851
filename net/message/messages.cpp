#include "net/message/messages.h"

#include <algorithm>

#include "net/message/byte_order.h"
#include "net/message/frame_stamp.h"

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

void encode_preamble(const ParticlePreamble& preamble,
                     std::span<std::byte, particle_preamble_bytes> to) noexcept
{
    std::fill(to.begin(), to.end(), std::byte{0});
    encode_stamp({.counts = {preamble.particles, preamble.alive},
                  .frame = preamble.frame,
                  .compute_ns = preamble.compute_ns,
                  .computed_at_ns = preamble.computed_at_ns},
                 to.first<frame_stamp_bytes>());
    store_big(to.data() + 32, preamble.time);
}

ParticlePreamble decode_preamble(std::span<const std::byte, particle_preamble_bytes> from) noexcept
{
    const FrameStamp stamp = stamp_of(from);
    return {
        .particles = stamp.counts[0],
        .alive = stamp.counts[1],
        .frame = stamp.frame,
        .compute_ns = stamp.compute_ns,
        .computed_at_ns = stamp.computed_at_ns,
        .time = load_big<double>(from.data() + 32),
    };
}

}  // namespace farfield::net
