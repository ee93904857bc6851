#include "net/recording/pcap_reader.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "model/files/plain_file.h"
#include "net/message/byte_order.h"

namespace farfield::net {
namespace {

constexpr std::uint32_t magic_us = 0xa1b2c3d4, magic_ns = 0xa1b23c4d;
constexpr std::uint32_t block_section = 0x0a0d0d0a, block_interface = 1, block_obsolete_packet = 2,
                        block_simple_packet = 3, block_packet = 6;
constexpr std::uint32_t section_order = 0x1a2b3c4d;
constexpr std::size_t block_head_bytes = 8, block_end_bytes = 4;
constexpr std::uint64_t ns_per_second = 1'000'000'000;

std::unique_ptr<std::istream> opened(const std::filesystem::path& file)
{
    return std::make_unique<model::PlainFileStream>(file, "capture");
}

bool is_pcap(std::uint32_t magic)
{
    return magic == magic_us || magic == magic_ns;
}

}  // namespace

bool is_capture(const std::filesystem::path& file)
{
    std::array<std::byte, 4> bytes{};
    model::PlainFileStream stream(file, "recording");
    stream.read(reinterpret_cast<char*>(bytes.data()), bytes.size());
    const auto magic = load_big<std::uint32_t>(bytes.data());
    return stream.good() && (magic == block_section || is_pcap(magic) || is_pcap(swap_bytes(magic)));
}

PcapReader::PcapReader(const std::filesystem::path& file) : PcapReader(opened(file), file.string()) {}

PcapReader::PcapReader(std::unique_ptr<std::istream> from, std::string name)
    : from_(std::move(from)), name_(std::move(name))
{
    read_beginning();
}

template <class T>
T PcapReader::number(const std::byte* from) const
{
    const T value = load_big<T>(from);
    return is_little_ ? swap_bytes(value) : value;
}

void PcapReader::fail(const std::string& why) const
{
    throw std::runtime_error("cannot read capture '" + name_ + "' at byte " + std::to_string(at_) + ": " +
                             why);
}

std::span<const std::byte> PcapReader::read(std::size_t bytes, std::size_t behind)
{
    if (!from_->good()) return {};  // the end was reached before
    room_.resize(behind + bytes);
    from_->read(reinterpret_cast<char*>(room_.data() + behind), static_cast<std::streamsize>(bytes));
    const auto got = static_cast<std::size_t>(from_->gcount());
    if (got < bytes) {
        counts_.bytes_cut = behind + got;
        return {};
    }
    at_ += bytes;
    return std::span<const std::byte>(room_).subspan(behind);
}

void PcapReader::read_beginning()
{
    const auto magic_bytes = read(4);
    if (magic_bytes.empty())
        fail("expected a capture, found " + std::to_string(counts_.bytes_cut) + " bytes");
    std::uint32_t magic = load_big<std::uint32_t>(magic_bytes.data());
    if (magic == block_section) {
        // The section's block is read with the first packet.
        is_pcapng_ = true;
        from_->seekg(0);
        at_ = 0;
        return;
    }
    is_little_ = is_pcap(swap_bytes(magic));
    if (is_little_) magic = swap_bytes(magic);
    if (!is_pcap(magic)) fail("it is neither pcap nor pcapng");
    ns_of_fraction_ = magic == magic_us ? 1000 : 1;
    const auto head = read(20);
    if (head.empty()) fail("expected a head of 24 bytes, found " + std::to_string(4 + counts_.bytes_cut));
    // Upper bits of the link type tell the length of a check sum behind each packet, which is not used.
    interfaces_.push_back({.link = static_cast<LinkType>(number<std::uint32_t>(head.data() + 16) & 0xffffU)});
}

std::optional<CapturedDatagram> PcapReader::next()
{
    while (const auto packet = next_packet()) {
        ++counts_.packets;
        CapturedDatagram datagram{.time_ns = packet->time_ns};
        switch (read_captured_packet(packet->link, packet->bytes, datagram)) {
        case PacketKind::Datagram:
            ++counts_.datagrams;
            return datagram;
        case PacketKind::Fragment:
            ++counts_.fragments;
            break;
        case PacketKind::Cut:
            ++counts_.cut;
            break;
        case PacketKind::Other:
            ++counts_.other;
            break;
        }
    }
    return std::nullopt;
}

std::optional<PcapReader::Packet> PcapReader::next_packet()
{
    return is_pcapng_ ? next_of_pcapng() : next_of_pcap();
}

std::optional<PcapReader::Packet> PcapReader::next_of_pcap()
{
    constexpr std::size_t head_bytes = 16;
    const auto head = read(head_bytes);
    if (head.empty()) return std::nullopt;
    const std::uint64_t seconds = number<std::uint32_t>(head.data());
    const std::uint64_t fraction = number<std::uint32_t>(head.data() + 4);
    const auto bytes = number<std::uint32_t>(head.data() + 8);
    if (bytes > max_captured_bytes)
        fail("a packet claims " + std::to_string(bytes) + " bytes, expected at most " +
             std::to_string(max_captured_bytes));
    const Interface& interface = interfaces_.front();
    const std::uint64_t time = seconds * ns_per_second + fraction * ns_of_fraction_;
    if (bytes == 0) return Packet{.time_ns = time, .link = interface.link, .bytes = {}};
    const auto whole = read(bytes, head_bytes);
    if (whole.empty()) return std::nullopt;
    return Packet{.time_ns = time, .link = interface.link, .bytes = whole};
}

// Pcapng.

std::optional<PcapReader::Packet> PcapReader::next_of_pcapng()
{
    while (true) {
        const auto head = read(block_head_bytes);
        if (head.empty()) return std::nullopt;
        const bool is_section = load_big<std::uint32_t>(head.data()) == block_section;
        if (is_section && !begin_section(head)) return std::nullopt;
        const auto type = number<std::uint32_t>(room_.data());
        const auto bytes = number<std::uint32_t>(room_.data() + 4);
        const std::size_t have = room_.size();
        if (bytes % 4 != 0 || bytes < have + block_end_bytes || bytes > max_pcapng_block_bytes)
            fail("a block claims " + std::to_string(bytes) + " bytes, expected at most " +
                 std::to_string(max_pcapng_block_bytes) + " and a multiple of 4");
        const auto rest = read(bytes - have, have);
        if (rest.empty()) return std::nullopt;
        if (number<std::uint32_t>(rest.data() + rest.size() - block_end_bytes) != bytes)
            fail("a block of " + std::to_string(bytes) + " bytes has another length at its end");
        const auto body = std::span<const std::byte>(room_).subspan(
            block_head_bytes, bytes - block_head_bytes - block_end_bytes);
        if (type == block_interface) add_interface(body);
        if (type == block_packet) return enhanced_packet(body, false);
        if (type == block_obsolete_packet) return enhanced_packet(body, true);
        if (type == block_simple_packet) return simple_packet(body);
    }
}

// Reads the byte order of a section, which follows the length of its block. False at the end of the file.
bool PcapReader::begin_section(std::span<const std::byte> begin)
{
    const auto order_bytes = read(4, begin.size());
    if (order_bytes.empty()) return false;
    const auto order = load_big<std::uint32_t>(order_bytes.data());
    if (order != section_order && order != swap_bytes(section_order)) fail("a section without a byte order");
    is_little_ = order != section_order;
    interfaces_.clear();
    return true;
}

void PcapReader::add_interface(std::span<const std::byte> body)
{
    constexpr std::uint16_t option_end = 0, option_resolution = 9, option_offset = 14;
    if (body.size() < 8) fail("an interface of " + std::to_string(body.size()) + " bytes, expected 8");
    if (interfaces_.size() >= max_pcapng_interfaces)
        fail("more than " + std::to_string(max_pcapng_interfaces) + " interfaces");
    Interface interface {
        .link = static_cast<LinkType>(number<std::uint16_t>(body.data())),
        .most_bytes = number<std::uint32_t>(body.data() + 4)
    };
    for (auto options = body.subspan(8); options.size() >= 4;) {
        const auto code = number<std::uint16_t>(options.data());
        const std::size_t length = number<std::uint16_t>(options.data() + 2);
        options = options.subspan(4);
        if (code == option_end || length > options.size()) break;
        if (code == option_resolution && length >= 1)
            interface.resolution = std::to_integer<std::uint8_t>(options[0]);
        if (code == option_offset && length >= 8)
            interface.offset_seconds = static_cast<std::int64_t>(number<std::uint64_t>(options.data()));
        options = options.subspan(std::min(options.size(), (length + 3) / 4 * 4));
    }
    interfaces_.push_back(interface);
}

// A time in ticks; its higher half comes first in either byte order.
std::uint64_t PcapReader::ticks(const std::byte* from) const
{
    return std::uint64_t{number<std::uint32_t>(from)} << 32U | number<std::uint32_t>(from + 4);
}

std::uint64_t PcapReader::time_ns(std::uint64_t ticks, const Interface& of)
{
    const unsigned exponent = of.resolution & 0x7fU;
    std::uint64_t time = ticks;
    if ((of.resolution & 0x80U) == 0) {
        for (unsigned power = exponent; power < 9; ++power) time *= 10;
        for (unsigned power = 9; power < exponent && time > 0; ++power) time /= 10;
    } else if (exponent < 64) {
        // 32 bits of the fraction are finer than 1 ns.
        std::uint64_t fraction = ticks & ((std::uint64_t{1} << exponent) - 1);
        const unsigned bits = std::min(exponent, 32U);
        fraction >>= exponent - bits;
        time = (ticks >> exponent) * ns_per_second + ((fraction * ns_per_second) >> bits);
    }
    return time + static_cast<std::uint64_t>(of.offset_seconds) * ns_per_second;
}

PcapReader::Packet PcapReader::enhanced_packet(std::span<const std::byte> body, bool is_obsolete)
{
    constexpr std::size_t head_bytes = 20;
    if (body.size() < head_bytes)
        fail("a packet's block of " + std::to_string(body.size()) + " bytes, expected at least 20");
    const std::uint32_t interface =
        is_obsolete ? number<std::uint16_t>(body.data()) : number<std::uint32_t>(body.data());
    const std::size_t bytes = number<std::uint32_t>(body.data() + 12);
    if (interface >= interfaces_.size())
        fail("a packet of interface " + std::to_string(interface) + ", found " +
             std::to_string(interfaces_.size()) + " interfaces");
    if (bytes > body.size() - head_bytes)
        fail("a packet claims " + std::to_string(bytes) + " bytes, its block has " +
             std::to_string(body.size() - head_bytes));
    last_time_ns_ = time_ns(ticks(body.data() + 4), interfaces_[interface]);
    return {last_time_ns_, interfaces_[interface].link, body.subspan(head_bytes, bytes)};
}

// A simple packet has no time: it gets that of the packet before it.
PcapReader::Packet PcapReader::simple_packet(std::span<const std::byte> body) const
{
    if (interfaces_.empty() || body.size() < 4) fail("a packet without an interface or a length");
    const Interface& interface = interfaces_.front();
    std::size_t bytes = number<std::uint32_t>(body.data());
    if (interface.most_bytes != 0) bytes = std::min<std::size_t>(bytes, interface.most_bytes);
    return {last_time_ns_, interface.link, body.subspan(4, std::min(bytes, body.size() - 4))};
}

}  // namespace farfield::net
