#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/relay/network/child_process.h"
#include "bench/relay/network/shared_memory.h"
#include "relay/sockets/endpoint.h"

namespace farfield::net::relay {

/// Means by which a receiver gets the messages.
enum class Way {
    Recv,      ///< from the group, one for each call of recv()
    Recvmmsg,  ///< from the group, up to 64 with a call
    Gro,       ///< as Recvmmsg, joined by the system if they were sent batched (UDP_GRO)
    Session,   ///< from a relay, in bundles over a session
    Udp,       ///< from a relay, in datagrams that all UDP hosts share
};
inline constexpr std::array way_names{"recv", "recvmmsg", "gro", "session", "udp"};

[[nodiscard]] constexpr bool needs_relay(Way way)
{
    return way == Way::Session || way == Way::Udp;
}

inline constexpr std::size_t max_bench_streams = 64;
/// Histogram of messages' ages: width of a step; the last step has all larger ages.
inline constexpr double age_step_ms = 0.02;
inline constexpr std::size_t age_steps = 25'000;

/// Counts of a receiver while it runs.
struct ReceiverCounts {
    std::atomic<std::uint64_t> messages{0};
    std::atomic<std::uint64_t> with_priority{0};
    std::atomic<std::uint64_t> lost{0};    ///< with bundles: messages missing by the numbers
    std::atomic<std::uint64_t> kernel{0};  ///< dropped by the system at the receiver's sockets
    std::atomic<std::uint64_t> bundles{0};
    std::array<std::atomic<std::uint64_t>, max_bench_streams> by_stream{};
    std::array<std::atomic<std::uint32_t>, age_steps> ages{};  ///< from arrival at the relay to the receiver
};

struct ReceiverSettings {
    Way way = Way::Recv;
    Endpoint group = {};
    std::vector<std::uint32_t> groups = {0};  ///< groups that it joins, counted from `group`
    std::uint16_t relay_port = 0;             ///< for Way::Session and Udp
    std::size_t streams = 1;                  ///< for Way::Session: streams, each in a session of its own
    std::string params = "{}";                ///< parameters of the program `entities`
    double most_bytes_per_second = 0.0;       ///< limit of its reading; 0: none
    int network = -1;                         ///< namespace that it enters; -1: it stays
    Ipv4 through = loopback_ipv4;             ///< address of the interface on which it joins
    std::string relay_host = "127.0.0.1";     ///< for Way::Session and Udp
};

/// A receiver in a process of its own. Threads: one.
class Receiver {
public:
    /// Returns when it listens. core: as in ChildProcess.
    Receiver(const ReceiverSettings& settings, std::optional<int> core);

    [[nodiscard]] const ReceiverCounts& counts() const { return *counts_; }
    [[nodiscard]] double cpu_seconds() const { return process_.cpu_seconds(); }
    void freeze(bool is_frozen) const { process_.freeze(is_frozen); }
    /// Number of messages of each age since the start.
    [[nodiscard]] std::vector<std::uint64_t> ages() const;

private:
    SharedMemory<ReceiverCounts> counts_;
    ChildProcess process_;
};

/// The age (ms) not exceeded by a part (0 to 1) of the messages between two results of Receiver::ages(); 0
/// when there are no messages.
[[nodiscard]] double age_below(const std::vector<std::uint64_t>& before,
                               const std::vector<std::uint64_t>& after, double part);

}  // namespace farfield::net::relay
