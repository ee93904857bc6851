#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "relay/core/subscriber.h"
#include "relay/masks/mask.h"
#include "relay/masks/masked_endings.h"

namespace farfield::net::relay {

/// Settings of the path that all UDP hosts share.
struct HostPathSettings {
    std::size_t payload_bytes = 1'432;   ///< bytes of a datagram, without its header
    double link_bytes_per_second = 0.0;  ///< 0: unknown
};

/// Starting point of a new host's counts.
struct HostStart {
    std::uint32_t host = 0;             ///< its bit in masks
    std::uint64_t next_bundle = 0;      ///< the first bundle that may have messages for it
    std::uint64_t messages_before = 0;  ///< messages of the path before that bundle
};

/// UDP hosts: up to 64 subscribers with an interest each that share one queue and its bundles. A message is
/// stored once, with a mask of the hosts that want it, and its endings are counted as masks: a message costs
/// the same for any number of hosts. Threads: one.
/// Source: A. Bobo, "Message-Bundle Converting in Internet Protocol Multicast-Based High Level Architecture
/// Exercises", Air Force Institute of Technology, 1997, section 3.2.
class HostGroup {
public:
    static constexpr std::uint32_t most = subscribers_per_word;

    /// store, sources: borrowed.
    HostGroup(const HostPathSettings& settings, const BundleSettings& bundles, MessageStore& store,
              SourceAccounts& sources, std::uint64_t now_ns);

    /// Adds a host. Throws model::LimitError, max_hosts.
    [[nodiscard]] HostStart add(const model::EntitiesParams& params);
    void set_params(std::uint32_t host, const model::EntitiesParams& params);
    /// Removes a host. Messages that wait for it alone are not sent.
    void remove(std::uint32_t host);

    /// The host's interest; null when there is no such host.
    [[nodiscard]] const Interest* interest(std::uint32_t host) const
    {
        return hosts_[host] ? &hosts_[host]->interest : nullptr;
    }
    [[nodiscard]] const model::EntitiesParams& params(std::uint32_t host) const
    {
        return hosts_[host]->params;
    }
    /// Mask of the present hosts.
    [[nodiscard]] std::uint64_t present() const { return present_; }

    // Each message is offered once, and ends for each host in one of these ways. mask: the hosts concerned.
    void note_offered() { ++offered_; }
    void count_own(std::uint64_t mask) { endings_.own.add(mask); }
    void count_filtered(std::uint64_t mask) { endings_.filtered.add(mask); }
    void count_late(std::uint64_t mask) { endings_.late.add(mask); }
    void count_left_out(std::uint64_t mask) { endings_.policy.add(mask); }
    /// Counts a message made by the relay, in addition to the offered ones.
    void note_made(std::uint64_t mask) { made_.add(mask); }

    /// True when the message has priority for any host in the mask.
    [[nodiscard]] bool has_priority(std::uint64_t mask, const Message& message) const;
    /// A message with the mask of its hosts, and a reference of the store for all of them. is_left_out: for
    /// lack of memory. A message too long for a datagram is left out by policy, too.
    void push(MessageHandle handle, bool has_priority, bool is_left_out, const MessagePlace& place,
              std::uint64_t now_ns);

    /// The path as a subscriber: its queue counts each message once.
    [[nodiscard]] Subscriber& path() { return path_; }
    [[nodiscard]] const Subscriber& path() const { return path_; }
    /// Time of Subscriber::due_ns() for the path; never_ns when there is no host.
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
    std::uint64_t own_priority_ = 0;  ///< hosts that name their own messages with priority
    Interest usual_;                  ///< for the priority of all other hosts
    std::uint64_t offered_ = 0;
};

}  // namespace farfield::net::relay
