#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "net/transport/wake_semaphore.h"
#include "relay/core/bundle_reader.h"
#include "relay/core/subscriber.h"
#include "relay/json/outgoing_states.h"
#include "relay/service/sent_messages.h"
#include "relay/sockets/datagram_sender.h"
#include "relay/sockets/input_spec.h"
#include "relay/sockets/sent_sources.h"

namespace farfield::net::relay {

inline constexpr std::size_t default_mtu_bytes = 1'472;  ///< UDP over IPv4 in an Ethernet frame

/// Counters of an output's messages.
struct OutputCounters {
    std::uint64_t sent = 0;               ///< messages
    std::uint64_t datagrams = 0;          ///< datagrams that held them
    std::uint64_t left_out = 0;           ///< no PDUs, or in the scene's frame
    std::uint64_t unchanged = 0;          ///< states of JSON lines' entities that receivers reckon anyway
    std::uint64_t heartbeats = 0;         ///< further PDUs, of entities without news for 5 s
    std::uint64_t heartbeats_failed = 0;  ///< heartbeats refused by the system
    std::uint64_t failed = 0;             ///< messages refused by the system
};

/// True when an output's datagrams may come in by an input: both have one group or address, and no two
/// different interfaces. An input for any address receives what is sent to a port of this host, too.
[[nodiscard]] bool is_same_group(const DisSpec& input, const DisSpec& output);

/// Sends the PDUs of bundles as datagrams, on a thread of its own: singly, or several a datagram.
/// Threads: any.
class DisOutput {
public:
    /// Builds the next due bundle in this memory; nullopt when none is due. If it throws, the output ends.
    using Build = std::function<std::optional<BuiltBundle>(std::span<std::byte>)>;
    using Warn = std::function<void(const std::string& text)>;

    /// text: as on the command line. most_bytes: of a datagram with several PDUs. lines: settings of JSON
    /// lines' entities. sent: records what is sent; borrowed. Throws SocketError.
    DisOutput(const std::string& text, const DisSpec& spec, std::size_t most_bytes,
              const JsonEntitiesSettings& lines, SentMessages& sent);
    ~DisOutput();  ///< ends the thread
    DisOutput(const DisOutput&) = delete;
    DisOutput& operator=(const DisOutput&) = delete;

    void start(Build build, Warn warn);
    /// Tells that a bundle may have to be built.
    void wake() noexcept { is_due_.post(); }

    [[nodiscard]] const std::string& text() const noexcept { return text_; }
    [[nodiscard]] const DisSpec& spec() const noexcept { return spec_; }
    /// Address and port from which its datagrams come.
    [[nodiscard]] Endpoint own() const noexcept { return sender_.own(); }
    /// True when messages of this source were sent here lately.
    [[nodiscard]] bool has_sent(std::uint32_t source, std::uint64_t now_ns) const noexcept;
    [[nodiscard]] OutputCounters counters() const;

private:
    void run();
    void send(const BundleReader& bundle);
    void send_heartbeats();
    void take(const Record& record);
    void note(std::uint32_t source, std::span<const std::byte> pdu);
    void add(std::span<const std::byte> pdu);
    void flush();

    const std::string text_;
    const DisSpec spec_;
    const std::size_t most_bytes_;
    DatagramSender sender_;
    SentSources sources_;
    SentMessages& sent_;
    OutgoingStates states_;  ///< used by the thread only
    WakeSemaphore is_due_;
    std::atomic<bool> is_stopping_{false};
    Build build_;
    Warn warn_;

    std::vector<std::byte> memory_;                      ///< memory of a bundle
    std::vector<std::byte> joined_;                      ///< memory of datagrams with several PDUs
    std::vector<std::span<const std::byte>> datagrams_;  ///< datagrams that wait to be sent
    std::vector<std::uint32_t> messages_;                ///< number of messages in each of these
    OutputCounters counted_;                             ///< used by the thread only
    mutable std::mutex mutex_;
    OutputCounters counters_;  ///< under the mutex
    std::thread thread_;       ///< last, since it uses all members above
};

}  // namespace farfield::net::relay
