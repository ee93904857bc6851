#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>

namespace farfield::net::relay {

struct AddressedSettings {
    std::size_t bytes = 150;  ///< bytes of a message, including its address: 2 to max_datagram_bytes
    std::uint32_t addresses = 65'536;
    double priority_share = 0.01;  ///< share of messages with the address's lowest bit set
    std::uint64_t seed = 1;
};

/// Messages as sent in Bobo's exercises (1997): a u16 address, big-endian, then bytes; here the message's
/// number (u64, big-endian) as far as there is room, then zeros. Threads: one.
class AddressedMessages {
public:
    /// Throws std::invalid_argument for an odd number of addresses, or one that is not from 2 to 65,536.
    explicit AddressedMessages(const AddressedSettings& settings);

    [[nodiscard]] std::size_t bytes() const { return settings_.bytes; }
    /// Writes the next message to the first bytes() bytes. Returns its address, below `addresses`.
    std::uint16_t write(std::span<std::byte> to);

private:
    AddressedSettings settings_;
    std::mt19937_64 numbers_;
    std::bernoulli_distribution has_priority_;
    std::uniform_int_distribution<std::uint32_t> pair_;  ///< pairs of addresses that differ in the lowest bit
    std::uint64_t written_ = 0;
};

}  // namespace farfield::net::relay
