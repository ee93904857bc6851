#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace farfield::net {

/// An IPv6 address, or an IPv4 address as ::ffff:a.b.c.d (RFC 4291, section 2.5.5.2); network order.
using IpAddress = std::array<std::byte, 16>;

/// A UDP datagram of a capture. Ownership: borrows the packet.
struct CapturedDatagram {
    std::uint64_t time_ns = 0;  ///< Unix epoch; set by the reader of the file
    IpAddress source{}, destination{};
    std::uint16_t source_port = 0, destination_port = 0;
    std::span<const std::byte> payload{};
};

/// Outcome of reading a captured packet.
enum class PacketKind : std::uint8_t {
    Datagram,  ///< a whole UDP datagram
    Fragment,  ///< fragment of an IP packet; fragments are not joined
    Cut,       ///< lengths in the packet do not fit the captured bytes
    Other,     ///< neither IP nor UDP, or a link of unknown type
};

/// Form of a packet's beginning on an interface: LINKTYPE_ (https://www.tcpdump.org/linktypes.html).
enum class LinkType : std::uint16_t {
    Null = 0,         ///< u32 family, in the byte order of the capturing machine
    Ethernet = 1,     ///< with any number of VLAN tags
    RawOpenBsd = 12,  ///< begins with the IP packet itself, as the other raw types do
    RawOld = 14,
    Raw = 101,
    Loop = 108,      ///< u32 family, big-endian
    LinuxSll = 113,  ///< Linux "cooked", as from the interface `any`
    Ipv4 = 228,
    Ipv6 = 229,
    LinuxSll2 = 276,
};

/// Reads a packet of a link: IPv4 or IPv6 (with extension headers), UDP. Every length is checked against the
/// available bytes; checksums are not verified. datagram: changes only when the answer is Datagram; its time
/// never changes. Sources: IEEE 802.1Q, RFC 791, RFC 8200, RFC 768.
[[nodiscard]] PacketKind read_captured_packet(LinkType link, std::span<const std::byte> packet,
                                              CapturedDatagram& datagram) noexcept;

}  // namespace farfield::net
