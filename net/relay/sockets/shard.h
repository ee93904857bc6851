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

#include "net/relay/sockets/datagram_batch.h"
#include "net/relay/sockets/file_descriptor.h"
#include "net/relay/sockets/multicast_socket.h"
#include "net/relay/sockets/recent_count.h"
#include "net/relay/sockets/slot_ring.h"

namespace farfield::net::relay {

inline constexpr std::size_t max_socket_inputs = 32;

/// What has become of an input's datagrams. received = malformed + ring + core.
struct InputCounters {
    std::uint64_t received = 0;       ///< read from the system
    std::uint64_t malformed = 0;      ///< refused by the classifier, or longer than max_datagram_bytes
    std::uint64_t ring = 0;           ///< dropped: no slot was free
    std::uint64_t core = 0;           ///< handed over to the core
    std::uint64_t priority_ring = 0;  ///< of `ring`: priority
    std::uint64_t strays = 0;         ///< apart: unicast and broadcast to sockets for groups
    std::uint64_t kernel = 0;         ///< apart: dropped by the system before they were read
    /// Of `kernel`: at sockets where the system joins datagrams (UDP_GRO), and counts those it joined once.
    /// While it is 0, `kernel` is exact; else it is the least that was dropped.
    std::uint64_t kernel_joined = 0;
    Endpoint malformed_from = {};  ///< sender of the last malformed one

    InputCounters& operator+=(const InputCounters& other) noexcept;
};

/// How a datagram is treated.
enum class Verdict : std::uint8_t { Ordinary, Priority, Malformed };

/// Judges the bytes of an input's datagram; at most max_datagram_bytes. Runs on the shard's thread, once for
/// each datagram; does not throw.
using Classifier = std::function<Verdict(std::uint32_t input, std::span<const std::byte> bytes)>;

/// A thread that receives from sockets into a ring. It sleeps until a socket has something (epoll), reads up
/// to 64 messages of the system from each in turn, and wakes the consumer once until it looks again.
/// Allocates nothing per datagram.
///
/// Threads: ready(), info(), bytes() and release() the consumer's; all else any.
class Shard {
public:
    /// wake: called on the shard's thread when the ring has something new; calls before the next ready()
    /// are one. Throws SocketError when the system has no descriptors.
    Shard(Classifier classify, std::function<void()> wake, std::size_t slots = SlotRing::default_slots);
    ~Shard();  ///< stops the thread; sockets shared with others stay open
    Shard(const Shard&) = delete;
    Shard& operator=(const Shard&) = delete;

    /// From now on reads from the socket, and counts its drops since it was made; once for each socket.
    /// input: below max_socket_inputs, else std::invalid_argument.
    void add(std::shared_ptr<const MulticastSocket> socket, std::uint32_t input);
    /// Reads from it no more. Returns when the thread has let it go, with its last drops counted.
    void remove(const MulticastSocket& socket);

    /// How many datagrams may be read now. After the last one wake() will be called again.
    [[nodiscard]] std::size_t ready() noexcept;
    [[nodiscard]] const SlotInfo& info(std::size_t back) const noexcept { return ring_.info(back); }
    [[nodiscard]] std::span<const std::byte> bytes(std::size_t back) const noexcept
    {
        return ring_.bytes(back);
    }
    void release(std::size_t count) noexcept { ring_.release(count); }

    /// A snapshot between two batches: its sums hold. `kernel` is that of now, also while nothing comes in.
    [[nodiscard]] InputCounters counters(std::uint32_t input);
    [[nodiscard]] std::uint64_t in_last_second(RecentCount::Time now) const noexcept
    {
        return recent_.in_last_second(now);
    }

private:
    /// A socket that is read from. Kept until the thread has let it go.
    struct Source {
        std::shared_ptr<const MulticastSocket> socket;
        std::uint32_t input = 0;
        std::uint32_t drops_seen = 0;  ///< MulticastSocket::drops() that are counted
        bool has_joined = false;       ///< the system has joined datagrams for it
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

    std::atomic<int> waiting_{0};  ///< threads that want mutex_: the shard's thread lets them first
    std::mutex mutex_;             ///< sources and counters; held for the time of a batch
    std::unordered_map<int, Source> sources_;  ///< by descriptor
    std::array<InputCounters, max_socket_inputs> counters_{};

    DatagramBatch batch_;
    std::thread thread_;  ///< last: it uses all of the above
};

}  // namespace farfield::net::relay
