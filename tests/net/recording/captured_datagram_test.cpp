#include "net/recording/captured_datagram.h"

#include "tests/catch.h"
#include "tests/net/recording/packets.h"

using namespace farfield::net;
using namespace farfield::net::test;

namespace {

const Bytes payload = pattern(30, 5);

PacketKind kind_of(LinkType link, const Bytes& packet)
{
    CapturedDatagram datagram;
    return read_captured_packet(link, packet, datagram);
}

Bytes payload_of(LinkType link, const Bytes& packet)
{
    CapturedDatagram datagram;
    REQUIRE(read_captured_packet(link, packet, datagram) == PacketKind::Datagram);
    CHECK(datagram.source_port == 4001);
    CHECK(datagram.destination_port == 3000);
    return copy_of(datagram.payload);
}

Bytes tagged(std::uint16_t type, const Bytes& content)
{
    return joined({big(std::uint16_t{0x2007}, type), content});
}

}  // namespace

TEST_CASE("read_captured_packet: finds UDP behind each kind of link", "[pcap]")
{
    const Bytes four = ipv4(udp(payload)), six = ipv6(udp(payload));
    CHECK(payload_of(LinkType::Ethernet, ethernet(four)) == payload);
    CHECK(payload_of(LinkType::Ethernet, ethernet(six, 0x86dd)) == payload);
    for (const LinkType raw : {LinkType::Raw, LinkType::RawOld, LinkType::RawOpenBsd})
        for (const Bytes& packet : {four, six}) CHECK(payload_of(raw, packet) == payload);
    CHECK(payload_of(LinkType::Ipv4, four) == payload);
    CHECK(payload_of(LinkType::Ipv6, six) == payload);
    CHECK(payload_of(LinkType::Loop, joined({big(2U), four})) == payload);
    for (const Bytes& family : {big(2U), little(2U)})
        CHECK(payload_of(LinkType::Null, joined({family, four})) == payload);
    for (const std::uint32_t family : {10U, 24U, 28U, 30U})
        CHECK(payload_of(LinkType::Null, joined({little(family), six})) == payload);
    CHECK(payload_of(LinkType::LinuxSll, joined({Bytes(14), big(std::uint16_t{0x0800}), four})) == payload);
    CHECK(payload_of(LinkType::LinuxSll2, joined({big(std::uint16_t{0x86dd}), Bytes(18), six})) == payload);
}

TEST_CASE("read_captured_packet: takes VLAN tags off, stacked ones too", "[pcap]")
{
    const Bytes inner = tagged(0x0800, ipv4(udp(payload)));
    CHECK(payload_of(LinkType::Ethernet, ethernet(inner, 0x8100)) == payload);
    CHECK(payload_of(LinkType::Ethernet, ethernet(tagged(0x8100, inner), 0x88a8)) == payload);
    CHECK(payload_of(LinkType::Ethernet, ethernet(tagged(0x9100, tagged(0x8100, inner)), 0x9100)) == payload);
    CHECK(kind_of(LinkType::Ethernet, ethernet(octets({0x20, 7, 8}), 0x8100)) == PacketKind::Cut);
}

TEST_CASE("read_captured_packet: addresses are those of the packet, IPv4 ones mapped", "[pcap]")
{
    CapturedDatagram datagram{.time_ns = 99};
    REQUIRE(read_captured_packet(LinkType::Raw, ipv4(udp(payload)), datagram) == PacketKind::Datagram);
    CHECK(copy_of(datagram.source) == octets({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 192, 0, 2, 7}));
    CHECK(copy_of(datagram.destination) == octets({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 239, 1, 2, 3}));
    CHECK(datagram.time_ns == 99);
    REQUIRE(read_captured_packet(LinkType::Raw, ipv6(udp(payload)), datagram) == PacketKind::Datagram);
    CHECK(copy_of(datagram.source) == octets({0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7}));
    CHECK(copy_of(datagram.destination) == octets({0xff, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9}));
}

TEST_CASE("read_captured_packet: options and extension headers are passed over", "[pcap]")
{
    CHECK(payload_of(LinkType::Raw, ipv4(udp(payload), 0x4000, 17, 40)) == payload);
    const Bytes hop_by_hop = joined({octets({60, 1}), Bytes(14)}),
                options = joined({octets({51, 0}), Bytes(6)});
    const Bytes authentication = joined({octets({44, 4}), Bytes(22)});
    const Bytes fragment_in_one_piece = joined({octets({17, 0, 0, 0}), Bytes(4)});
    const Bytes all = joined({hop_by_hop, options, authentication, fragment_in_one_piece, udp(payload)});
    CHECK(payload_of(LinkType::Raw, ipv6(all, 0)) == payload);
}

TEST_CASE("read_captured_packet: fragments are said to be such, the first too", "[pcap]")
{
    CHECK(kind_of(LinkType::Raw, ipv4(udp(payload), 0x2000)) == PacketKind::Fragment);
    CHECK(kind_of(LinkType::Raw, ipv4(payload, 0x00b9)) == PacketKind::Fragment);
    for (const std::uint16_t offset : {std::uint16_t{1}, std::uint16_t{8}})
        CHECK(kind_of(LinkType::Raw, ipv6(joined({big(std::uint16_t{0x1100}, offset, 7U), udp(payload)}),
                                          44)) == PacketKind::Fragment);
}

TEST_CASE("read_captured_packet: padding behind a short packet is not its payload", "[pcap]")
{
    const Bytes padded = joined({ipv4(udp(octets({1, 2}))), Bytes(16)});
    CHECK(payload_of(LinkType::Ethernet, ethernet(padded)) == octets({1, 2}));
}

TEST_CASE("read_captured_packet: what is neither IP nor UDP is another packet", "[pcap]")
{
    CHECK(kind_of(LinkType::Ethernet, ethernet(Bytes(28), 0x0806)) == PacketKind::Other);
    CHECK(kind_of(LinkType::Raw, ipv4(Bytes(20), 0, 6)) == PacketKind::Other);
    CHECK(kind_of(LinkType::Raw, ipv6(Bytes(20), 58)) == PacketKind::Other);
    CHECK(kind_of(LinkType::Raw, octets({0x10, 0})) == PacketKind::Other);
    CHECK(kind_of(LinkType::Null, joined({big(7U), ipv4(udp(payload))})) == PacketKind::Other);
    CHECK(kind_of(static_cast<LinkType>(147), ipv4(udp(payload))) == PacketKind::Other);
}

TEST_CASE("read_captured_packet: a packet cut at any byte is cut, and no byte behind it is read", "[pcap]")
{
    const Bytes six = ipv6(joined({octets({17, 1}), Bytes(14), udp(payload)}), 0);
    for (const Bytes& whole :
         {ethernet(tagged(0x0800, ipv4(udp(payload), 0, 17, 8)), 0x8100), ethernet(six, 0x86dd)})
        for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
            const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(bytes));
            REQUIRE(kind_of(LinkType::Ethernet, cut) == PacketKind::Cut);
        }
}

TEST_CASE("read_captured_packet: lengths that lie are refused", "[pcap]")
{
    Bytes packet = ipv4(udp(payload));
    packet[0] = std::byte{0x44};  // a header of 16 bytes
    CHECK(kind_of(LinkType::Raw, packet) == PacketKind::Cut);
    packet = ipv4(udp(payload));
    packet[3] = std::byte{19};  // a packet shorter than its header
    CHECK(kind_of(LinkType::Raw, packet) == PacketKind::Cut);
    packet = ipv4(udp(payload));
    packet[25] = std::byte{7};  // UDP shorter than its header
    CHECK(kind_of(LinkType::Raw, packet) == PacketKind::Cut);
    packet[25] = std::byte{39};  // and longer than the packet
    CHECK(kind_of(LinkType::Raw, packet) == PacketKind::Cut);
}
