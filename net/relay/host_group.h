#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "net/relay/masks/mask.h"
#include "net/relay/masks/masked_endings.h"
#include "net/relay/subscriber.h"

namespace farfield::net::relay {

/// The way that all UDP hosts share.
struct HostPathSettings {
    std::size_t payload_bytes = 1'432;   ///< of a datagram, without its header
    double link_bytes_per_second = 0.0;  ///< 0: unknown
};

/// What a new host counts from.
struct HostStart {
    std::uint32_t host = 0;             ///< its bit in masks
    std::uint64_t next_bundle = 0;      ///< the first one that may have messages for it
    std::uint64_t messages_before = 0;  ///< of the path, before that bundle
};

/// UDP hosts: up to 64 subscribers with an interest each that share one queue and its bundles. A message is
/// there once, with a mask of the hosts that want it, and its endings are counted as masks: what a message
/// costs does not grow with the hosts. Threads: one.
/// Source: A. Bobo, "Message-Bundle Converting in Internet Protocol Multicast-Based High Level Architecture
/// Exercises", Air Force Institute of Technology, 1997, section 3.2.
class HostGroup {
public:
    static constexpr std::uint32_t most = subscribers_per_word;

    /// store, sources: borrowed.
    HostGroup(const HostPathSettings& settings, const BundleSettings& bundles, MessageStore& store,
              SourceAccounts& sources, std::uint64_t now_ns);

    /// Throws model::LimitError, max_hosts.
    [[nodiscard]] HostStart add(const model::EntitiesParams& params);
    void set_params(std::uint32_t host, const model::EntitiesParams& params);
    /// What waits for it alone is sent to none.
    void remove(std::uint32_t host);

    /// Null where there is no such host.
    [[nodiscard]] const Interest* interest(std::uint32_t host) const
    {
        return hosts_[host] ? &hosts_[host]->interest : nullptr;
    }
    [[nodiscard]] const model::EntitiesParams& params(std::uint32_t host) const
    {
        return hosts_[host]->params;
    }
    /// A mask of those that there are.
    [[nodiscard]] std::uint64_t present() const { return present_; }

    // Each message is offered once, and ends for each host in one of these. Masks: of hosts.
    void note_offered() { ++offered_; }
    void count_own(std::uint64_t mask) { endings_.own.add(mask); }
    void count_filtered(std::uint64_t mask) { endings_.filtered.add(mask); }
    void count_late(std::uint64_t mask) { endings_.late.add(mask); }
    void count_left_out(std::uint64_t mask) { endings_.policy.add(mask); }
    /// Beside these, one that the relay made.
    void note_made(std::uint64_t mask) { made_.add(mask); }

    /// Whether any of these has it as one with priority.
    [[nodiscard]] bool has_priority(std::uint64_t mask, const Message& message) const;
    /// A message with the mask of its hosts, with a reference of the store for all of them. is_left_out: for
    /// want of memory. One that is too long for a datagram is left out by policy, too.
    void push(MessageHandle handle, bool has_priority, bool is_left_out, const MessagePlace& place,
              std::uint64_t now_ns);

    /// The path: its queue counts each message once.
    [[nodiscard]] Subscriber& path() { return path_; }
    [[nodiscard]] const Subscriber& path() const { return path_; }
    /// As Subscriber::due_ns(); never where there is no host.
    [[nodiscard]] std::uint64_t due_ns() const { return present_ == 0 ? never_ns : path_.due_ns(); }

    [[nodiscard]] Endings endings(std::uint32_t host) const;
    [[nodiscard]] std::uint64_t made(std::uint32_t host) const { return made_.count(host); }

private:
    struct Host {
        explicit Host(const model::EntitiesParams& wanted) : params{wanted}, interest{wanted} {}
        model::EntitiesParams params;
        Interest interest;
        std::uint64_t offered_before = 0;
    };

    SourceAccounts& sources_;
    MaskedEndings endings_;
    MaskCounter made_;
    Subscriber path_;
    std::size_t most_message_bytes_;
    std::array<std::unique_ptr<Host>, most> hosts_;
    std::uint64_t present_ = 0;
    std::uint64_t own_priority_ = 0;  ///< those that name messages with priority themselves
    Interest usual_;                  ///< for the priority of all others
    std::uint64_t offered_ = 0;
};

}  // namespace farfield::net::relay
