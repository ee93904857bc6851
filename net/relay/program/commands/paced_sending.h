#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>

namespace farfield::net::relay {

/// When messages are sent.
struct Pacing {
    double rate = 4000.0;  ///< messages a second
    double seconds = 10.0;
    bool is_even = true;  ///< else with gaps of an exponential distribution
    std::uint64_t seed = 1;
    std::stop_token stop = {};  ///< ends it early
};

/// Writes a message into the memory, max_datagram_bytes, and returns how many bytes it has. number: from 0;
/// seconds: since the beginning.
using MessageWriter =
    std::function<std::size_t(std::uint64_t number, double seconds, std::span<std::byte> memory)>;
using DueMessages = std::span<const std::span<const std::byte>>;

/// Calls `send` with what is due, up to 64 messages at once; between two times the thread sleeps until the
/// next. Returns how many messages there were.
std::uint64_t send_paced(const Pacing& pacing, const MessageWriter& write,
                         const std::function<void(DueMessages)>& send);

}  // namespace farfield::net::relay
