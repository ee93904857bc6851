#include "net/recording/pcap_reader.h"

#include <cstdlib>
#include <sstream>

#include "tests/catch.h"
#include "tests/net/recording/packets.h"
#include "tests/temporary_folder.h"

using namespace farfield::net;
using namespace farfield::net::test;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Writes numbers in a file's byte order.
struct CaptureWriter {
    bool is_little = true;

    template <class... Numbers>
    [[nodiscard]] Bytes numbers(Numbers... all) const
    {
        return is_little ? little(all...) : big(all...);
    }
    [[nodiscard]] Bytes head(std::uint32_t magic = 0xa1b2c3d4, std::uint32_t link = 1) const
    {
        return numbers(magic, std::uint16_t{2}, std::uint16_t{4}, 0U, 0U, 65'535U, link);
    }
    [[nodiscard]] Bytes packet(std::uint32_t seconds, std::uint32_t fraction, const Bytes& bytes) const
    {
        const auto size = static_cast<std::uint32_t>(bytes.size());
        return joined({numbers(seconds, fraction, size, size), bytes});
    }

    [[nodiscard]] Bytes block(std::uint32_t type, Bytes body) const
    {
        body.resize((body.size() + 3) / 4 * 4);
        const auto size = static_cast<std::uint32_t>(body.size() + 12);
        return joined({numbers(type, size), body, numbers(size)});
    }
    [[nodiscard]] Bytes section() const
    {
        return block(0x0a0d0d0a, numbers(0x1a2b3c4dU, std::uint16_t{1}, std::uint16_t{0}, ~std::uint64_t{0}));
    }
    [[nodiscard]] Bytes interface(std::uint16_t link, const Bytes& options = {}) const
    {
        return block(1, joined({numbers(link, std::uint16_t{0}, 262'144U), options}));
    }
    /// if_tsresol, and if_tsoffset.
    [[nodiscard]] Bytes resolution(int value, std::uint64_t offset_seconds = 0) const
    {
        return joined({numbers(std::uint16_t{9}, std::uint16_t{1}), octets({value, 0, 0, 0}),
                       numbers(std::uint16_t{14}, std::uint16_t{8}, offset_seconds, 0U)});
    }
    [[nodiscard]] Bytes enhanced(std::uint32_t interface, std::uint64_t ticks, const Bytes& bytes) const
    {
        const auto size = static_cast<std::uint32_t>(bytes.size());
        return block(6, joined({numbers(interface, static_cast<std::uint32_t>(ticks >> 32U),
                                        static_cast<std::uint32_t>(ticks), size, size),
                                bytes}));
    }
};

PcapReader reader_of(const Bytes& file)
{
    return {std::make_unique<std::istringstream>(text_of(file)), "test.pcap"};
}

struct Copy {
    std::uint64_t time_ns = 0;
    Bytes payload;
    friend bool operator==(const Copy&, const Copy&) = default;
};

std::vector<Copy> all_of(PcapReader& reader)
{
    std::vector<Copy> all;
    while (const auto datagram = reader.next())
        all.push_back({datagram->time_ns, copy_of(datagram->payload)});
    return all;
}
std::vector<Copy> all_of(const Bytes& file)
{
    auto reader = reader_of(file);
    return all_of(reader);
}

std::string complaint_of(const Bytes& file)
{
    try {
        (void)all_of(file);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

Bytes packet_with(std::size_t number)
{
    return ethernet(ipv4(udp(pattern(10 + number, number))));
}

constexpr std::uint64_t second = 1'000'000'000;

/// Ends in whole packets: a file, and where each of its packets begins, the end last.
struct Parts {
    Bytes file;
    std::vector<std::size_t> ends;
    void add(const Bytes& part)
    {
        append(file, part);
        ends.push_back(file.size());
    }
};

void check_all_cuts(const Parts& parts)
{
    for (std::size_t cut = parts.ends.front(); cut <= parts.file.size(); ++cut) {
        auto reader = reader_of({parts.file.begin(), parts.file.begin() + static_cast<std::ptrdiff_t>(cut)});
        const auto whole = static_cast<std::size_t>(
            std::ranges::count_if(parts.ends, [cut](std::size_t end) { return end <= cut; }));
        REQUIRE(all_of(reader).size() == whole - 1);
        REQUIRE(reader.counts().bytes_cut == cut - parts.ends[whole - 1]);
    }
}

}  // namespace

TEST_CASE("PcapReader: reads classic captures of both byte orders, in us and in ns", "[pcap]")
{
    for (const bool is_little : {true, false}) {
        const CaptureWriter write{is_little};
        const std::vector<Copy> expected{{1'700'000'000 * second + 1'000, pattern(11, 1)},
                                         {1'700'000'001 * second + 999'999'000, pattern(12, 2)}};
        CHECK(all_of(joined({write.head(0xa1b2c3d4), write.packet(1'700'000'000, 1, packet_with(1)),
                             write.packet(1'700'000'001, 999'999, packet_with(2))})) == expected);
        CHECK(all_of(joined({write.head(0xa1b23c4d), write.packet(1'700'000'000, 1'000, packet_with(1)),
                             write.packet(1'700'000'001, 999'999'000, packet_with(2))})) == expected);
    }
}

TEST_CASE("PcapReader: reads pcapng of both byte orders with several interfaces and sections", "[pcap]")
{
    for (const bool is_little : {true, false}) {
        const CaptureWriter write{is_little}, other{!is_little};
        const Bytes file =
            joined({write.section(), write.interface(1), write.interface(101, write.resolution(9, 5)),
                    write.block(5, Bytes(40)),  // statistics
                    write.enhanced(0, 1'700'000'000'000'001, packet_with(1)),
                    write.enhanced(1, 77, ipv4(udp(pattern(7)))),
                    write.block(3, joined({write.numbers(static_cast<std::uint32_t>(packet_with(2).size())),
                                           packet_with(2)})),
                    other.section(), other.interface(101, other.resolution(0x80 | 10)),
                    other.enhanced(0, 3 * 1024 + 512, ipv4(udp(pattern(8))))});
        const std::vector<Copy> expected{{1'700'000'000 * second + 1'000, pattern(11, 1)},
                                         {5 * second + 77, pattern(7)},
                                         {5 * second + 77, pattern(12, 2)},
                                         {3 * second + second / 2, pattern(8)}};
        CHECK(all_of(file) == expected);
    }
}

TEST_CASE("PcapReader: times of any resolution become ns", "[pcap]")
{
    const CaptureWriter write;
    const auto time_of = [&write](int resolution, std::uint64_t ticks) {
        return all_of(joined({write.section(), write.interface(1, write.resolution(resolution)),
                              write.enhanced(0, ticks, packet_with(1))}))
            .at(0)
            .time_ns;
    };
    CHECK(time_of(0, 12) == 12 * second);
    CHECK(time_of(3, 12'345) == 12'345'000'000);
    CHECK(time_of(12, 12'345'678) == 12'345);
    CHECK(time_of(0x80 | 32, std::uint64_t{7} << 32U | 1U << 31U) == 7 * second + second / 2);
    CHECK(time_of(0x80 | 40, std::uint64_t{7} << 40U | std::uint64_t{1} << 38U) == 7 * second + second / 4);
}

TEST_CASE("PcapReader: the obsolete packet block is read, too", "[pcap]")
{
    const CaptureWriter write;
    const Bytes bytes = packet_with(3);
    const auto size = static_cast<std::uint32_t>(bytes.size());
    const Bytes body =
        joined({write.numbers(std::uint16_t{0}, std::uint16_t{9}, 0U, 4'000'000U, size, size), bytes});
    CHECK(all_of(joined({write.section(), write.interface(1), write.block(2, body)})) ==
          std::vector<Copy>{{4 * second, pattern(13, 3)}});
}

TEST_CASE("PcapReader: counts what it leaves out by name", "[pcap]")
{
    const CaptureWriter write;
    auto cut = packet_with(1);
    cut.resize(cut.size() - 1);
    const Bytes file = joined({write.head(), write.packet(1, 0, packet_with(1)),
                               write.packet(1, 0, ethernet(ipv4(udp(pattern(9)), 0x2000))),
                               write.packet(1, 0, ethernet(ipv4(pattern(9), 0x0004))),
                               write.packet(1, 0, cut), write.packet(1, 0, ethernet(Bytes(28), 0x0806)),
                               write.packet(1, 0, {}), write.packet(2, 0, packet_with(2))});
    auto reader = reader_of(file);
    CHECK(all_of(reader).size() == 2);
    const CaptureCounts& counts = reader.counts();
    CHECK(counts.packets == 7);
    CHECK(counts.datagrams == 2);
    CHECK(counts.fragments == 2);
    CHECK(counts.cut == 2);
    CHECK(counts.other == 1);
}

TEST_CASE("PcapReader: a file cut at any byte reads to its last whole packet", "[pcap]")
{
    const CaptureWriter write;
    Parts classic, next_generation;
    classic.add(write.head());
    next_generation.add(joined({write.section(), write.interface(1)}));
    for (std::size_t i = 0; i < 4; ++i) {
        classic.add(write.packet(1, 0, packet_with(i)));
        next_generation.add(write.enhanced(0, i, packet_with(i)));
    }
    check_all_cuts(classic);
    check_all_cuts(next_generation);
}

TEST_CASE("PcapReader: lengths that lie are refused with the place", "[pcap]")
{
    const CaptureWriter write;
    CHECK_THAT(complaint_of(joined({write.head(), write.numbers(1U, 0U, 262'145U, 262'145U), Bytes(99)})),
               ContainsSubstring("test.pcap") && ContainsSubstring("at byte 40") &&
                   ContainsSubstring("262145"));
    const Bytes begin = joined({write.section(), write.interface(1)});
    CHECK_THAT(complaint_of(joined({begin, write.numbers(6U, 13U), Bytes(99)})),
               ContainsSubstring("13 bytes"));
    CHECK_THAT(complaint_of(joined({begin, write.numbers(6U, 8U), Bytes(99)})), ContainsSubstring("8 bytes"));
    CHECK_THAT(complaint_of(joined({begin, write.numbers(6U, 0x10000000U), Bytes(99)})),
               ContainsSubstring("268435456"));
    CHECK_THAT(complaint_of(joined({begin, write.numbers(9U, 16U, 0U, 20U)})),
               ContainsSubstring("at its end"));
    CHECK_THAT(complaint_of(joined({begin, write.enhanced(1, 0, packet_with(0))})),
               ContainsSubstring("interface 1"));
    CHECK_THAT(complaint_of(joined({begin, write.block(6, write.numbers(0U, 0U, 0U, 5U, 5U, 0U))})),
               ContainsSubstring("claims 5 bytes"));
    CHECK_THAT(complaint_of(joined({write.section(), write.block(3, write.numbers(4U, 0U))})),
               ContainsSubstring("without an interface"));
}

TEST_CASE("PcapReader: what is no capture is refused", "[pcap]")
{
    CHECK_THAT(complaint_of({}), ContainsSubstring("found 0 bytes"));
    CHECK_THAT(complaint_of(bytes_of("FFLD and more")), ContainsSubstring("neither pcap nor pcapng"));
    CHECK_THAT(complaint_of(joined({big(0xa1b2c3d4U), Bytes(9)})), ContainsSubstring("found 13"));
    CHECK_THROWS_WITH(PcapReader("/nowhere/test.pcap"),
                      "cannot read capture '/nowhere/test.pcap': No such file or directory");
}

// Made by text2pcap and editcap of Wireshark 4.0.17: one datagram from 192.0.2.1:3001 to 239.1.2.3:3000.
TEST_CASE("PcapReader: reads what Wireshark's tools wrote", "[pcap]")
{
    const Bytes file =
        from_hex("4d3cb2a1 02000400 00000000 00000000 00000400 01000000 b92e076b e8030000 3c000000 3c000000"
                 "20524543 56002053 454e4400 08004500 002e1234 0000ff11 f684c000 0201ef01 02030bb9 0bb8001a"
                 "2c880701 01010000 00000090 00000011 00170001");
    auto reader = reader_of(file);
    const auto datagram = reader.next();
    REQUIRE(datagram);
    CHECK(datagram->time_ns == 0x6b072eb9ULL * second + 1'000);
    CHECK(copy_of(datagram->source) == octets({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 192, 0, 2, 1}));
    CHECK(datagram->source_port == 3001);
    CHECK(datagram->destination_port == 3000);
    CHECK(copy_of(datagram->payload) == from_hex("070101010000000000900000001100170001"));
    CHECK_FALSE(reader.next());
}

// Where text2pcap is installed: the pcapng that it writes.
TEST_CASE("PcapReader: reads pcapng that text2pcap writes", "[pcap]")
{
    const farfield::test::TemporaryFolder folder;
    const std::string text = folder.write("bytes.txt", "0000 07 01 01 01 00 11 00 17\n");
    const std::string file = folder.file("bytes.pcapng");
    const std::string command =
        "text2pcap -q -4 192.0.2.1,239.1.2.3 -u 3001,3000 " + text + " " + file + " >/dev/null 2>&1";
    if (std::system(command.c_str()) != 0) return;
    PcapReader reader{std::filesystem::path(file)};
    const auto datagram = reader.next();
    REQUIRE(datagram);
    CHECK(copy_of(datagram->payload) == from_hex("0701010100110017"));
    CHECK(datagram->source_port == 3001);
    CHECK_FALSE(reader.next());
    CHECK(reader.counts().packets == 1);
}
