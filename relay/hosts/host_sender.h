#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "relay/core/subscriber.h"
#include "relay/hosts/sent_bundles.h"
#include "relay/sockets/datagram_sender.h"
#include "relay/sockets/input_spec.h"

namespace farfield::net::relay {

/// Reads `GROUP|ADDR:PORT[@IFACE]`. Throws SpecError.
[[nodiscard]] DisSpec parse_hosts_spec(const std::string& text);

/// Counters of datagrams to UDP hosts.
struct HostSenderCounters {
    std::uint64_t datagrams = 0;  ///< datagrams sent, except repetitions
    std::uint64_t repeated = 0;
    std::uint64_t priority_lost = 0;  ///< unacknowledged messages, counted for each host
    std::uint64_t failed = 0;         ///< datagrams refused by the system
    std::uint64_t awaited = 0;        ///< bundles not acknowledged yet
    std::uint64_t reports = 0;        ///< valid reports received
    std::uint64_t false_reports = 0;  ///< datagrams that are no report, or have a wrong key
    std::array<SentBundles::HostAccount, SentBundles::hosts> hosts{};
};

/// Sends the masked bundles of UDP hosts as datagrams to one group or address, on a thread of its own, and
/// repeats those with priority until they are acknowledged. Reports come back to the sending socket: so they
/// need no session that waits behind lost segments, take the way of the datagrams, and measure it.
/// Threads: any.
class HostSender {
public:
    /// Builds the next due bundle in this memory; nullopt when none is due. If it throws, the sender ends.
    using Build = std::function<std::optional<BuiltBundle>(std::span<std::byte>)>;
    using Warn = std::function<void(const std::string& text)>;

    /// most_bytes: of a datagram, including its header. Throws SocketError.
    HostSender(const DisSpec& spec, std::size_t most_bytes);
    ~HostSender();  ///< ends the thread
    HostSender(const HostSender&) = delete;
    HostSender& operator=(const HostSender&) = delete;

    void start(Build build, Warn warn);
    /// Tells that a bundle may have to be built.
    void wake() noexcept;

    /// Adds a host with this bit. Returns the key that its reports must carry.
    [[nodiscard]] std::uint64_t add(std::uint32_t host);
    void remove(std::uint32_t host);
    /// `stream` in the headers of its datagrams.
    [[nodiscard]] std::uint32_t path() const noexcept { return path_; }
    [[nodiscard]] HostSenderCounters counters() const;

private:
    void run();
    void send_due();
    void pack(const BuiltBundle& built, std::size_t begin);
    void flush();
    void send_run(std::size_t first, std::size_t count);
    void take_reports();
    void repeat();
    void wait();

    const std::uint32_t path_;
    const std::size_t most_bytes_;
    DatagramSender sender_;
    FileDescriptor event_;  ///< eventfd that ends the thread's wait
    std::atomic<bool> is_posted_{false};
    std::atomic<bool> is_stopping_{false};
    Build build_;
    Warn warn_;

    struct Packed {
        std::size_t begin = 0, bytes = 0;
        std::uint64_t number = 0;
        bool has_priority = false;
    };
    std::vector<std::byte> memory_;  ///< memory of datagrams, one after another
    std::vector<Packed> packed_;

    mutable std::mutex mutex_;  ///< guards all members below
    SentBundles sent_;
    std::array<std::uint64_t, SentBundles::hosts> keys_{};  ///< 0: no host
    HostSenderCounters counters_;
    std::thread thread_;  ///< last, since it uses all members above
};

}  // namespace farfield::net::relay
