#include <array>
#include <memory>
#include <sstream>
#include <stdexcept>

#include "net/recording/pcap_reader.h"
#include "tests/fuzz/fuzz_targets.h"
#include "tests/net/recording/packets.h"

namespace farfield::fuzz {

namespace {

using namespace farfield::net;
using namespace farfield::net::test;

constexpr std::array links{0, 1, 101, 108, 113, 276};

Bytes random_packet(Mutator& mutator)
{
    const Bytes inside = udp(pattern(mutator.below(200)));
    Bytes packet = mutator.one_in(2)
                       ? ethernet(ipv4(inside, 0, 17, 4 * mutator.below(11)))
                       : ethernet(ipv6(joined({octets({17, 0}), Bytes(6), inside}), 60), 0x86dd);
    mutator.spoil(packet);
    return packet;
}

Bytes pcap_of(Mutator& mutator, std::uint32_t link)
{
    Bytes file = big(0xa1b2c3d4U, std::uint16_t{2}, std::uint16_t{4}, 0U, 0U, 65'535U, link);
    for (std::size_t left = mutator.below(6); left > 0; --left) {
        const Bytes packet = random_packet(mutator);
        const auto size = static_cast<std::uint32_t>(packet.size());
        append(file, joined({big(1U, 2U, size, size), packet}));
    }
    return file;
}

Bytes block(std::uint32_t type, Bytes body)
{
    body.resize((body.size() + 3) / 4 * 4);
    const auto size = static_cast<std::uint32_t>(body.size() + 12);
    return joined({big(type, size), body, big(size)});
}

Bytes pcapng_of(Mutator& mutator, std::uint32_t link)
{
    const Bytes resolution = joined(
        {big(std::uint16_t{9}, std::uint16_t{1}), octets({static_cast<int>(mutator.below(256)), 0, 0, 0})});
    Bytes file = joined(
        {block(0x0a0d0d0a, big(0x1a2b3c4dU, std::uint16_t{1}, std::uint16_t{0}, ~std::uint64_t{0})),
         block(1, joined({big(static_cast<std::uint16_t>(link), std::uint16_t{0}, 1'000U), resolution}))});
    for (std::size_t left = mutator.below(6); left > 0; --left) {
        const Bytes packet = random_packet(mutator);
        const auto size = static_cast<std::uint32_t>(packet.size());
        append(file, mutator.one_in(4) ? block(3, joined({big(size), packet}))
                                       : block(6, joined({big(0U, 1U, 2U, size, size), packet})));
    }
    return file;
}

}  // namespace

void fuzz_pcap(Mutator& mutator)
{
    const auto link = static_cast<std::uint32_t>(links.at(mutator.below(links.size())));
    Bytes file = mutator.one_in(2) ? pcap_of(mutator, link) : pcapng_of(mutator, link);
    mutator.spoil(file);
    try {
        PcapReader reader(std::make_unique<std::istringstream>(text_of(file)), "fuzz");
        std::uint64_t bytes = 0;
        while (const auto datagram = reader.next()) bytes += datagram->payload.size();
        require(bytes <= file.size(), "payloads that are longer than their file");
        const CaptureCounts& counts = reader.counts();
        require(counts.packets == counts.datagrams + counts.fragments + counts.cut + counts.other,
                "a packet without a name");
    } catch (const std::runtime_error&) {
        // Damaged, and said to be.
    }
}

}  // namespace farfield::fuzz
