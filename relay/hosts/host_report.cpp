#include "relay/hosts/host_report.h"

#include <algorithm>

#include "net/message/byte_order.h"

namespace farfield::net::relay {

std::array<std::byte, report_bytes> encode_report(const HostReport& report) noexcept
{
    std::array<std::byte, report_bytes> datagram;
    const HeaderBytes header = encode_header({.type = MessageType::Report,
                                              .flags = flag_of_bundles,
                                              .stream = report.path,
                                              .interaction = report.host,
                                              .sequence = report.key,
                                              .time_ns = report.bundle_time_ns,
                                              .payload_bytes = report_bytes - header_bytes});
    std::byte* const payload = std::ranges::copy(header, datagram.begin()).out;
    store_big(payload, report.bundle);
    store_big(payload + 8, report.before);
    store_big(payload + 16, report.messages);
    return datagram;
}

std::optional<HostReport> decode_report(std::span<const std::byte> datagram) noexcept
{
    MessageHeader header;
    if (datagram.size() != report_bytes || decode_header(datagram.first<header_bytes>(), header) ||
        header.type != MessageType::Report || header.flags != flag_of_bundles ||
        header.payload_bytes != report_bytes - header_bytes)
        return std::nullopt;
    const std::byte* const payload = datagram.data() + header_bytes;
    return HostReport{.host = header.interaction,
                      .path = header.stream,
                      .key = header.sequence,
                      .bundle_time_ns = header.time_ns,
                      .bundle = load_big<std::uint64_t>(payload),
                      .before = load_big<std::uint64_t>(payload + 8),
                      .messages = load_big<std::uint64_t>(payload + 16)};
}

}  // namespace farfield::net::relay
