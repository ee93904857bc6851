#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "relay/sockets/datagram_batch.h"
#include "relay/sockets/file_descriptor.h"
#include "relay/sockets/multicast_socket.h"
#include "relay/sockets/recent_count.h"
#include "relay/sockets/slot_ring.h"

namespace farfield::net::relay {

inline constexpr std::size_t max_socket_inputs = 32;

/// Counters of an input's datagrams. received = malformed + ring + core.
struct InputCounters {
    std::uint64_t received = 0;       ///< read from the system
    std::uint64_t malformed = 0;      ///< refused by the classifier, or longer than max_datagram_bytes
    std::uint64_t ring = 0;           ///< dropped: no slot was free
    std::uint64_t core = 0;           ///< passed to the core
    std::uint64_t priority_ring = 0;  ///< part of `ring` with priority
    std::uint64_t strays = 0;         ///< not in `received`: unicast and broadcast to sockets for groups
    std::uint64_t kernel = 0;         ///< not in `received`: dropped by the system before they were read
    /// Part of `kernel` at sockets where the system joins datagrams (UDP_GRO), and counts joined ones once.
    /// While it is 0, `kernel` is exact; else it is a lower bound.
    std::uint64_t kernel_joined = 0;
    Endpoint malformed_from = {};  ///< sender of the last malformed datagram

    InputCounters& operator+=(const InputCounters& other) noexcept;
};

/// Treatment of a datagram.
enum class Verdict : std::uint8_t { Ordinary, Priority, Malformed };

/// Judges the bytes of an input's datagram, at most max_datagram_bytes. Runs on the shard's thread, once for
/// each datagram; must not throw.
using Classifier = std::function<Verdict(std::uint32_t input, std::span<const std::byte> bytes)>;

/// A thread that receives from sockets into a ring. It sleeps until a socket is readable (epoll), reads up to
/// 64 system messages from each in turn, and wakes the consumer once until that looks again.
/// Allocates nothing per datagram.
///
/// Threads: ready(), info(), bytes() and release() are the consumer's; all others any.
class Shard {
public:
    /// wake: called on the shard's thread when the ring has new datagrams; once until the next ready().
    /// Throws SocketError when the system has no descriptors.
    Shard(Classifier classify, std::function<void()> wake, std::size_t slots = SlotRing::default_slots);
    ~Shard();  ///< stops the thread; sockets shared with others stay open
    Shard(const Shard&) = delete;
    Shard& operator=(const Shard&) = delete;

    /// Reads from the socket from now on, and counts its drops since it was made; once for each socket.
    /// input: below max_socket_inputs, else std::invalid_argument.
    void add(std::shared_ptr<const MulticastSocket> socket, std::uint32_t input);
    /// Stops reading from the socket. Returns when the thread no longer uses it, with its last drops counted.
    void remove(const MulticastSocket& socket);

    /// Number of datagrams that may be read now. After the last one wake() will be called again.
    [[nodiscard]] std::size_t ready() noexcept;
    [[nodiscard]] const SlotInfo& info(std::size_t back) const noexcept { return ring_.info(back); }
    [[nodiscard]] std::span<const std::byte> bytes(std::size_t back) const noexcept
    {
        return ring_.bytes(back);
    }
    void release(std::size_t count) noexcept { ring_.release(count); }

    /// A snapshot between two batches: its sums are consistent. `kernel` is up to date even without traffic.
    [[nodiscard]] InputCounters counters(std::uint32_t input);
    [[nodiscard]] std::uint64_t in_last_second(RecentCount::Time now) const noexcept
    {
        return recent_.in_last_second(now);
    }

private:
    /// A socket that is read from. Kept until the thread no longer uses it.
    struct Source {
        std::shared_ptr<const MulticastSocket> socket;
        std::uint32_t input = 0;
        std::uint32_t drops_seen = 0;  ///< value of MulticastSocket::drops() already counted
        bool has_joined = false;       ///< the system has joined datagrams at it
    };

    void run();
    void read_from(int descriptor);
    static void note_joined(Source& source, InputCounters& counted) noexcept;
    void take(Source& source, const Datagram& datagram, InputCounters& counted);
    static void count_drops(Source& source, std::uint32_t drops, InputCounters& counted) noexcept;
    void hand_over() noexcept;

    const Classifier classify_;
    const std::function<void()> wake_;
    SlotRing ring_;
    RecentCount recent_;
    std::atomic<bool> is_woken_{false};
    std::atomic<bool> is_stopping_{false};

    FileDescriptor epoll_;
    FileDescriptor event_;  ///< eventfd that ends the thread's wait

    std::atomic<int> waiting_{0};  ///< threads that want mutex_: the shard's thread lets them go first
    std::mutex mutex_;             ///< guards sources and counters; held during a batch
    std::unordered_map<int, Source> sources_;  ///< by descriptor
    std::array<InputCounters, max_socket_inputs> counters_{};

    DatagramBatch batch_;
    std::thread thread_;  ///< last, since it uses all members above
};

}  // namespace farfield::net::relay
