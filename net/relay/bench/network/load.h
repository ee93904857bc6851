#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "net/relay/bench/network/child_process.h"
#include "net/relay/sockets/endpoint.h"

namespace farfield::net::relay {

/// How the sender hands messages to the system.
enum class Feed {
    Singly,   ///< each with a call of its own
    Batched,  ///< up to 64 with one call that the system cuts into datagrams (UDP_SEGMENT)
    Pdus,     ///< Entity State PDUs of 1,000 entities, 50 in each datagram
};

/// Addressed messages, one a datagram, or PDUs, to a group.
struct Load {
    Endpoint to = {};
    Ipv4 through = loopback_ipv4;  ///< of the interface
    std::size_t bytes = 150;       ///< of an addressed message, its address included
    double rate = 4'000.0;         ///< messages a second; as_fast_as_it_can
    double seconds = 1.0;
    Feed feed = Feed::Singly;
    double priority_share = 0.01;  ///< with odd addresses; of PDUs none
    std::uint32_t groups = 1;  ///< from `to` on, in turns, each with its own 32 addresses; but for Singly 1
};
inline constexpr double as_fast_as_it_can = 1e12;

/// What the sender counted.
struct Sent {
    std::uint64_t messages = 0;
    std::uint64_t with_priority = 0;
    double seconds = 0.0;

    [[nodiscard]] double rate() const { return static_cast<double>(messages) / seconds; }
};

/// A process that sends a load. Threads: one.
class LoadSender {
public:
    /// core: as for ChildProcess.
    LoadSender(const Load& load, std::optional<int> core);
    /// Waits until all is sent.
    [[nodiscard]] Sent finish();

private:
    ChildProcess process_;
};

}  // namespace farfield::net::relay
