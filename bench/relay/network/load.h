#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "bench/relay/network/child_process.h"
#include "relay/sockets/endpoint.h"

namespace farfield::net::relay {

/// Means by which the sender passes messages to the system.
enum class Feed {
    Singly,   ///< each with a call of its own
    Batched,  ///< up to 64 with one call; the system cuts them into datagrams (UDP_SEGMENT)
    Pdus,     ///< Entity State PDUs of 1,000 entities, 50 in each datagram
};

/// A load for a group: addressed messages, one a datagram, or PDUs.
struct Load {
    Endpoint to = {};
    Ipv4 through = loopback_ipv4;  ///< address of the interface
    std::size_t bytes = 150;       ///< bytes of an addressed message, including its address
    double rate = 4'000.0;         ///< messages a second; or as_fast_as_it_can
    double seconds = 1.0;
    Feed feed = Feed::Singly;
    double priority_share = 0.01;  ///< share of messages with odd addresses; not for PDUs
    std::uint32_t groups = 1;  ///< groups from `to` on, used in turn, each with 32 addresses; 1 unless Singly
};
inline constexpr double as_fast_as_it_can = 1e12;

/// Counts of the sender.
struct Sent {
    std::uint64_t messages = 0;
    std::uint64_t with_priority = 0;
    double seconds = 0.0;

    [[nodiscard]] double rate() const { return static_cast<double>(messages) / seconds; }
};

/// A process that sends a load. Threads: one.
class LoadSender {
public:
    /// core: as in ChildProcess.
    LoadSender(const Load& load, std::optional<int> core);
    /// Waits until all messages are sent.
    [[nodiscard]] Sent finish();

private:
    ChildProcess process_;
};

}  // namespace farfield::net::relay
