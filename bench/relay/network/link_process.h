#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bench/relay/network/child_process.h"
#include "bench/relay/network/shared_memory.h"
#include "relay/sockets/endpoint.h"

namespace farfield::net::relay {

/// Bytes of a datagram on an Ethernet in addition to its own: preamble and gap 20, header and checksum 18, IP
/// and UDP 28.
inline constexpr std::size_t wire_overhead_bytes = 66;

inline constexpr std::size_t max_links = 16;

/// Way of a datagram: over a link, and then to each of these ports, as on a shared medium.
struct LinkLeg {
    std::size_t link = 0;
    std::vector<std::uint16_t> to = {};
};

/// A port, and the legs over each of which its datagrams go.
struct LinkHop {
    std::uint16_t port = 0;
    std::vector<LinkLeg> legs = {};
};

struct LinkCounts {
    std::array<std::atomic<std::uint64_t>, max_links> wire_bytes{};  ///< bytes sent, with wire_overhead_bytes
    std::atomic<std::uint64_t> dropped{0};                           ///< datagrams dropped at full queues
};

/// Links of limited rate between ports of the loopback interface: a process forwards datagrams one after
/// another, each as late as the link would have carried it, with a queue of 200 ms; a datagram that finds it
/// full is dropped. It replaces the system's own limiter (tbf), which not every kernel has. Threads: one.
class LinkProcess {
public:
    static constexpr double queue_seconds = 0.2;

    /// Returns when it listens. bits_per_second: of each link; at most max_links links.
    LinkProcess(const std::vector<double>& bits_per_second, const std::vector<LinkHop>& hops);

    [[nodiscard]] std::uint64_t wire_bytes(std::size_t link) const
    {
        return counts_->wire_bytes[link].load();
    }
    [[nodiscard]] std::uint64_t dropped() const { return counts_->dropped.load(); }

private:
    SharedMemory<LinkCounts> counts_;
    ChildProcess process_;
};

}  // namespace farfield::net::relay
