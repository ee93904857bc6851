#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>

namespace farfield::net::relay {

/// Times at which messages are sent.
struct Pacing {
    double rate = 4000.0;  ///< messages a second
    double seconds = 10.0;
    bool is_even = true;  ///< false: gaps have an exponential distribution
    std::uint64_t seed = 1;
    std::stop_token stop = {};  ///< ends it early
};

/// Writes a message into the memory of max_datagram_bytes, and returns its length in bytes. number: from 0;
/// seconds: since the beginning.
using MessageWriter =
    std::function<std::size_t(std::uint64_t number, double seconds, std::span<std::byte> memory)>;
using DueMessages = std::span<const std::span<const std::byte>>;

/// Calls `send` with the due messages, up to 64 at once; in between, the thread sleeps until the next is due.
/// Returns the number of messages.
std::uint64_t send_paced(const Pacing& pacing, const MessageWriter& write,
                         const std::function<void(DueMessages)>& send);

}  // namespace farfield::net::relay
