#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "net/message/messages.h"
#include "relay/core/bundle_builder.h"
#include "relay/hosts/host_report.h"

namespace farfield::net::relay::test {

/// A message of a bundle to hosts: its source is its number, its bytes are eight.
struct MaskedMessage {
    std::uint64_t mask = 0;
    std::uint32_t source = 1;
    bool has_priority = false;
};

/// The datagram with a bundle of these.
inline std::vector<std::byte> datagram_of(std::uint32_t path, std::uint64_t number,
                                          std::uint64_t messages_before,
                                          const std::vector<MaskedMessage>& messages,
                                          std::uint64_t time_ns = 1)
{
    std::vector<std::byte> buffer(2'000);
    BundleBuilder builder(buffer, static_cast<std::uint32_t>(messages.size()));
    const std::vector<std::byte> bytes(8, std::byte{7});
    bool has_priority = false;
    for (const MaskedMessage& message : messages) {
        const std::uint8_t priority = message.has_priority ? model::record_priority : std::uint8_t{0};
        has_priority = has_priority || message.has_priority;
        if (!builder.add({.bytes = bytes,
                          .kind = RecordKind::Addressed,
                          .flags = static_cast<std::uint8_t>(model::record_masked | priority),
                          .source = message.source,
                          .mask = message.mask}))
            throw std::logic_error("a message that does not fit");
    }
    const auto payload = builder.finish({.number = number, .messages_before = messages_before});
    const HeaderBytes header = encode_header({.type = MessageType::EntityBundle,
                                              .flags = has_priority ? flag_acknowledge : std::uint16_t{0},
                                              .stream = path,
                                              .sequence = number,
                                              .time_ns = time_ns,
                                              .payload_bytes = payload.size()});
    std::vector<std::byte> datagram(header.begin(), header.end());
    datagram.insert(datagram.end(), payload.begin(), payload.end());
    return datagram;
}

}  // namespace farfield::net::relay::test
