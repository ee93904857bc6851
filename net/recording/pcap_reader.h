#pragma once

#include <filesystem>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "net/recording/captured_datagram.h"

namespace farfield::net {

/// Bytes of one captured packet, at most: the snapshot length with which tcpdump captures whole packets.
inline constexpr std::uint32_t max_captured_bytes = 256U << 10U;
/// Bytes of one pcapng block, at most: packets with options, names, secrets.
inline constexpr std::uint32_t max_pcapng_block_bytes = 16U << 20U;
inline constexpr std::size_t max_pcapng_interfaces = 4096;

/// Counts of a capture's packets by outcome: packets = datagrams + fragments + cut + other.
struct CaptureCounts {
    std::uint64_t packets = 0;
    std::uint64_t datagrams = 0;  ///< whole UDP datagrams
    std::uint64_t fragments = 0;  ///< fragments of IP packets, which are not joined
    std::uint64_t cut = 0;        ///< packets whose lengths do not fit the captured bytes
    std::uint64_t other = 0;      ///< packets that are neither IP nor UDP
    std::uint64_t bytes_cut = 0;  ///< bytes (not packets) after the last whole packet of a cut file
};

/// True when a file begins as a capture does.
[[nodiscard]] bool is_capture(const std::filesystem::path& file);

/// Reads UDP datagrams from a capture: classic pcap (both byte orders, us and ns) or pcapng (several sections
/// and interfaces, packets of types Enhanced, Simple and the obsolete one). A file cut anywhere reads to its
/// last whole packet. Sources: draft-ietf-opsawg-pcap, draft-ietf-opsawg-pcapng. Threads: one.
class PcapReader {
public:
    /// Throws std::runtime_error: "cannot read capture 'FILE': WHY".
    explicit PcapReader(const std::filesystem::path& file);
    /// name: name of the input, for errors.
    PcapReader(std::unique_ptr<std::istream> from, std::string name);

    /// The next datagram, valid until the next call; nullopt at the end. Throws std::runtime_error for a
    /// damaged file: what was expected, and where.
    [[nodiscard]] std::optional<CapturedDatagram> next();
    [[nodiscard]] const CaptureCounts& counts() const noexcept { return counts_; }

private:
    struct Interface {
        LinkType link = LinkType::Ethernet;
        std::uint32_t most_bytes = 0;  ///< captured bytes of a packet, at most; 0: all
        std::uint8_t resolution = 6;   ///< if_tsresol
        std::int64_t offset_seconds = 0;
    };
    struct Packet {
        std::uint64_t time_ns = 0;
        LinkType link = LinkType::Ethernet;
        std::span<const std::byte> bytes;
    };

    template <class T>
    [[nodiscard]] T number(const std::byte* from) const;
    [[nodiscard]] std::uint64_t ticks(const std::byte* from) const;
    [[nodiscard]] static std::uint64_t time_ns(std::uint64_t ticks, const Interface& of);
    /// Reads the next `bytes` bytes to room_[behind]; empty when the file ends before.
    [[nodiscard]] std::span<const std::byte> read(std::size_t bytes, std::size_t behind = 0);
    [[noreturn]] void fail(const std::string& why) const;

    void read_beginning();
    [[nodiscard]] std::optional<Packet> next_packet();
    [[nodiscard]] std::optional<Packet> next_of_pcap();
    [[nodiscard]] std::optional<Packet> next_of_pcapng();
    [[nodiscard]] bool begin_section(std::span<const std::byte> begin);
    void add_interface(std::span<const std::byte> body);
    [[nodiscard]] Packet enhanced_packet(std::span<const std::byte> body, bool is_obsolete);
    [[nodiscard]] Packet simple_packet(std::span<const std::byte> body) const;

    std::unique_ptr<std::istream> from_;
    std::string name_;
    std::vector<std::byte> room_;
    std::vector<Interface> interfaces_;
    std::uint64_t at_ = 0;  ///< offset of the next read
    std::uint64_t last_time_ns_ = 0;
    CaptureCounts counts_;
    bool is_little_ = false;  ///< the file's byte order
    bool is_pcapng_ = false;
    std::uint32_t ns_of_fraction_ = 1000;  ///< classic pcap: ns per unit of a time's second number
};

}  // namespace farfield::net
