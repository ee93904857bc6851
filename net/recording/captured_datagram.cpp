#include "net/recording/captured_datagram.h"

#include <algorithm>

#include "net/message/byte_order.h"

namespace farfield::net {
namespace {

using Bytes = std::span<const std::byte>;

constexpr std::uint16_t ether_ipv4 = 0x0800, ether_ipv6 = 0x86dd;
constexpr std::uint8_t protocol_udp = 17;

std::uint8_t byte_at(Bytes bytes, std::size_t at)
{
    return std::to_integer<std::uint8_t>(bytes[at]);
}

/// The unread rest of a packet, and its kind. A header that is cut leaves the rest empty and the kind Cut.
struct Packet {
    Bytes rest;
    PacketKind kind = PacketKind::Datagram;

    /// The next `bytes` bytes, removed from the rest; empty when the rest has fewer.
    Bytes take(std::size_t bytes)
    {
        if (rest.size() < bytes) {
            kind = PacketKind::Cut;
            return rest = {};
        }
        const Bytes taken = rest.first(bytes);
        rest = rest.subspan(bytes);
        return taken;
    }
    bool refuse(PacketKind why)
    {
        kind = why;
        return false;
    }
};

/// EtherType behind an Ethernet header, with VLAN tags removed; 0 when the packet is cut.
std::uint16_t without_tags(std::uint16_t type, Packet& packet)
{
    while (type == 0x8100 || type == 0x88a8 || type == 0x9100) {
        const Bytes tag = packet.take(4);
        if (tag.empty()) return 0;
        type = load_big<std::uint16_t>(tag.data() + 2);
    }
    return type;
}

std::uint16_t type_in_header(Packet& packet, std::size_t header_bytes, std::size_t type_at)
{
    const Bytes header = packet.take(header_bytes);
    return header.empty() ? std::uint16_t{0}
                          : without_tags(load_big<std::uint16_t>(header.data() + type_at), packet);
}

/// EtherType of a u32 address family, by the numbers of the BSD systems, macOS and Linux.
std::uint16_t type_of_family(Packet& packet, bool is_any_order)
{
    const Bytes header = packet.take(4);
    if (header.empty()) return 0;
    std::uint32_t family = load_big<std::uint32_t>(header.data());
    if (is_any_order && family > 0xffff) family = swap_bytes(family);
    constexpr std::array<std::uint32_t, 4> of_ipv6{10, 24, 28, 30};
    if (family == 2) return ether_ipv4;
    return std::ranges::find(of_ipv6, family) != of_ipv6.end() ? ether_ipv6 : std::uint16_t{0};
}

std::uint16_t type_of_version(const Packet& packet)
{
    const unsigned version = packet.rest.empty() ? 0 : byte_at(packet.rest, 0) >> 4U;
    if (version == 4) return ether_ipv4;
    return version == 6 ? ether_ipv6 : std::uint16_t{0};
}

/// Removes the link's header. Returns the EtherType of the rest.
std::uint16_t take_link(LinkType link, Packet& packet)
{
    switch (link) {
    case LinkType::Null:
        return type_of_family(packet, true);
    case LinkType::Loop:
        return type_of_family(packet, false);
    case LinkType::Ethernet:
        return type_in_header(packet, 14, 12);
    case LinkType::LinuxSll:
        return type_in_header(packet, 16, 14);
    case LinkType::LinuxSll2:
        return type_in_header(packet, 20, 0);
    case LinkType::RawOpenBsd:
    case LinkType::RawOld:
    case LinkType::Raw:
    case LinkType::Ipv4:
    case LinkType::Ipv6:
        return type_of_version(packet);
    }
    return 0;
}

/// Shortens the rest to `bytes`, the packet's own length. 0, in segments left for the network card to cut,
/// keeps all.
bool limit_to(std::size_t bytes, Packet& packet)
{
    if (bytes == 0) return true;
    if (bytes > packet.rest.size()) return packet.refuse(PacketKind::Cut);
    packet.rest = packet.rest.first(bytes);
    return true;
}

IpAddress mapped(Bytes ipv4)
{
    IpAddress address{};
    address[10] = address[11] = std::byte{0xff};
    std::ranges::copy(ipv4, address.begin() + 12);
    return address;
}

bool take_ipv4(Packet& packet, CapturedDatagram& datagram)
{
    if (packet.rest.size() < 20) return packet.refuse(PacketKind::Cut);
    const std::size_t header_bytes = std::size_t{byte_at(packet.rest, 0) & 0xfU} * 4;
    const std::size_t total = load_big<std::uint16_t>(packet.rest.data() + 2);
    if (header_bytes < 20 || (total != 0 && total < header_bytes)) return packet.refuse(PacketKind::Cut);
    if (!limit_to(total, packet)) return false;
    const Bytes header = packet.take(header_bytes);
    if (header.empty()) return false;
    if (byte_at(header, 9) != protocol_udp) return packet.refuse(PacketKind::Other);
    constexpr unsigned more_or_offset = 0x3fff;
    if ((load_big<std::uint16_t>(header.data() + 6) & more_or_offset) != 0)
        return packet.refuse(PacketKind::Fragment);
    datagram.source = mapped(header.subspan(12, 4));
    datagram.destination = mapped(header.subspan(16, 4));
    return true;
}

/// Removes the headers between those of IPv6 and UDP.
bool take_extensions(std::uint8_t next, Packet& packet)
{
    constexpr std::uint8_t hop_by_hop = 0, routing = 43, fragment = 44, authentication = 51, options = 60;
    while (next != protocol_udp) {
        const bool is_known = next == hop_by_hop || next == routing || next == fragment ||
                              next == authentication || next == options;
        if (!is_known) return packet.refuse(PacketKind::Other);
        if (packet.rest.size() < 8) return packet.refuse(PacketKind::Cut);
        const std::size_t length = byte_at(packet.rest, 1);
        std::size_t bytes = 8 * (length + 1);
        if (next == authentication) bytes = 4 * (length + 2);
        if (next == fragment) bytes = 8;
        const Bytes header = packet.take(bytes);
        if (header.empty()) return false;
        // Bits 1 and 2 are reserved; a packet in one piece is whole (RFC 6946).
        if (next == fragment && (load_big<std::uint16_t>(header.data() + 2) & 0xfff9U) != 0)
            return packet.refuse(PacketKind::Fragment);
        next = byte_at(header, 0);
    }
    return true;
}

bool take_ipv6(Packet& packet, CapturedDatagram& datagram)
{
    const Bytes header = packet.take(40);
    if (header.empty() || !limit_to(load_big<std::uint16_t>(header.data() + 4), packet)) return false;
    std::ranges::copy(header.subspan(8, 16), datagram.source.begin());
    std::ranges::copy(header.subspan(24, 16), datagram.destination.begin());
    return take_extensions(byte_at(header, 6), packet);
}

bool take_udp(Packet& packet, CapturedDatagram& datagram)
{
    constexpr std::size_t udp_header_bytes = 8;
    if (packet.rest.size() < udp_header_bytes) return packet.refuse(PacketKind::Cut);
    const std::size_t bytes = load_big<std::uint16_t>(packet.rest.data() + 4);
    if ((bytes != 0 && bytes < udp_header_bytes) || !limit_to(bytes, packet))
        return packet.refuse(PacketKind::Cut);
    const Bytes header = packet.take(udp_header_bytes);
    datagram.source_port = load_big<std::uint16_t>(header.data());
    datagram.destination_port = load_big<std::uint16_t>(header.data() + 2);
    datagram.payload = packet.rest;
    return true;
}

}  // namespace

PacketKind read_captured_packet(LinkType link, std::span<const std::byte> bytes,
                                CapturedDatagram& datagram) noexcept
{
    Packet packet{bytes};
    CapturedDatagram found{.time_ns = datagram.time_ns};
    const std::uint16_t type = take_link(link, packet);
    if (packet.kind != PacketKind::Datagram) return packet.kind;
    if (type != ether_ipv4 && type != ether_ipv6) return PacketKind::Other;
    const bool is_ip = type == ether_ipv4 ? take_ipv4(packet, found) : take_ipv6(packet, found);
    if (!is_ip || !take_udp(packet, found)) return packet.kind;
    datagram = found;
    return PacketKind::Datagram;
}

}  // namespace farfield::net
