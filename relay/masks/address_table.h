#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace farfield::net::relay {

/// Subscribers that want each of the 65,536 addresses: a mask for each address, so that finding a message's
/// subscribers is one look-up, whatever their number. Most interests are whole packet groups of 32 addresses:
/// if all addresses of a group have the same mask, the group's mask is used.
/// Source: A. Bobo, "Message-Bundle Converting in Internet Protocol Multicast-Based High Level Architecture
/// Exercises", Air Force Institute of Technology, 1997, table 3-1.
/// Threads: one.
class AddressTable {
public:
    static constexpr std::size_t addresses = 65'536;

    /// words: number of words of a mask, at least 1; 512 KiB each.
    explicit AddressTable(std::size_t words = 1)
        : words_{words}, masks_(addresses * words), of_groups_(groups * words), is_mixed_(groups)
    {}

    /// Adds the addresses from `first` to `last`, both included; none when `last` is below `first`.
    void add(std::uint32_t subscriber, std::uint16_t first, std::uint16_t last);
    void remove(std::uint32_t subscriber, std::uint16_t first, std::uint16_t last);

    [[nodiscard]] std::span<const std::uint64_t> mask(std::uint16_t address) const
    {
        const std::size_t group = address / addresses_a_group;
        if (is_mixed_[group] != 0) return {masks_.data() + address * words_, words_};
        return {of_groups_.data() + group * words_, words_};
    }

private:
    static constexpr std::size_t addresses_a_group = 32, groups = addresses / addresses_a_group;

    void summarise(std::size_t first, std::size_t last);

    std::size_t words_;
    std::vector<std::uint64_t> masks_;      ///< [addresses * words_]
    std::vector<std::uint64_t> of_groups_;  ///< [groups * words_]: small, so that it stays in the cache
    std::vector<std::uint8_t> is_mixed_;    ///< [groups]: its addresses have different masks
};

}  // namespace farfield::net::relay
