#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "net/relay/bench/network/child_process.h"
#include "net/relay/bench/network/shared_memory.h"
#include "net/relay/sockets/endpoint.h"

namespace farfield::net::relay {

/// How a receiver gets the messages.
enum class Way {
    Recv,      ///< from the group, each with a call of recv()
    Recvmmsg,  ///< from the group, up to 64 with a call
    Gro,       ///< the same, joined by the system where they were sent batched (UDP_GRO)
    Session,   ///< from a relay, in bundles over a session
    Udp,       ///< from a relay, in datagrams that all UDP hosts share
};
inline constexpr std::array way_names{"recv", "recvmmsg", "gro", "session", "udp"};

[[nodiscard]] constexpr bool needs_relay(Way way)
{
    return way == Way::Session || way == Way::Udp;
}

inline constexpr std::size_t max_bench_streams = 64;
/// Ages of messages are counted in steps of so much, up to the last, which has all above.
inline constexpr double age_step_ms = 0.02;
inline constexpr std::size_t age_steps = 25'000;

/// What a receiver counts while it runs.
struct ReceiverCounts {
    std::atomic<std::uint64_t> messages{0};
    std::atomic<std::uint64_t> with_priority{0};
    std::atomic<std::uint64_t> lost{0};    ///< of bundles: messages that the numbers leave out
    std::atomic<std::uint64_t> kernel{0};  ///< dropped by the system at the receiver's sockets
    std::atomic<std::uint64_t> bundles{0};
    std::array<std::atomic<std::uint64_t>, max_bench_streams> by_stream{};
    std::array<std::atomic<std::uint32_t>, age_steps> ages{};  ///< from arrival at the relay to here
};

struct ReceiverSettings {
    Way way = Way::Recv;
    Endpoint group = {};
    std::vector<std::uint32_t> groups = {0};  ///< that it joins, counted from `group`
    std::uint16_t relay_port = 0;             ///< of Way::Session and Udp
    std::size_t streams = 1;                  ///< of Way::Session, each with its session
    std::string params = "{}";                ///< of the program `entities`
    double most_bytes_per_second = 0.0;       ///< it takes no more; 0: all that it can
    int network = -1;                         ///< namespace that it enters; -1: it stays
    Ipv4 through = loopback_ipv4;             ///< of the interface on which it joins
    std::string relay_host = "127.0.0.1";     ///< of Way::Session and Udp
};

/// A process that receives. Threads: one.
class Receiver {
public:
    /// Returns when it listens. core: as for ChildProcess.
    Receiver(const ReceiverSettings& settings, std::optional<int> core);

    [[nodiscard]] const ReceiverCounts& counts() const { return *counts_; }
    [[nodiscard]] double cpu_seconds() const { return process_.cpu_seconds(); }
    void freeze(bool is_frozen) const { process_.freeze(is_frozen); }
    /// Messages for each age since the start.
    [[nodiscard]] std::vector<std::uint64_t> ages() const;

private:
    SharedMemory<ReceiverCounts> counts_;
    ChildProcess process_;
};

/// The age (ms) below which a part (0 to 1) of the messages between two states of Receiver::ages() is; 0
/// where there are none.
[[nodiscard]] double age_below(const std::vector<std::uint64_t>& before,
                               const std::vector<std::uint64_t>& after, double part);

}  // namespace farfield::net::relay
