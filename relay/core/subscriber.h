#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "relay/core/bundle_rule.h"
#include "relay/core/congestion.h"
#include "relay/core/interest.h"
#include "relay/core/subscriber_queue.h"

namespace farfield::net::relay {

/// Policy for leaving out messages under congestion.
enum class RelayPolicy { Farfield, Bobo1997 };

/// Settings of one subscriber.
struct SubscriberSettings {
    std::string client = {};  ///< name in accounts
    model::EntitiesParams params = {};
    bool conflates = false;      ///< conflates always: a viewer that wants only the newest
    bool keeps_all = false;      ///< a recorder: never congested; only memory limits what waits
    bool needs_credits = false;  ///< each bundle takes a credit; false: no limit
    std::size_t bundle_bytes = model::max_bundle_bytes;  ///< size at which a bundle is full
    double link_bytes_per_second = 0.0;                  ///< 0: unknown
    std::uint32_t left_out_inputs = 0;  ///< inputs, a bit each, whose messages count as filtered
    std::optional<std::uint32_t> peer = std::nullopt;  ///< id, if it is a relay: its records have their route
    /// Endings of UDP hosts, which share bundles; borrowed; else null. Bundles are then datagrams: messages
    /// that wait when one is due are sent in as many as needed, but no faster than the link takes them.
    MaskedEndings* hosts = nullptr;
};

/// Settings that all subscribers share.
struct BundleSettings {
    BundleMode mode = BundleMode::Adaptive;
    std::uint64_t interval_ns = 5 * ns_per_ms;
    RelayPolicy policy = RelayPolicy::Farfield;
    std::uint32_t medium_bytes = Bobo1997Policy::fast_ethernet_bytes;  ///< for policy Bobo1997
    std::uint32_t relay = 0;                                           ///< the relay's id
};

/// A finished bundle. Ownership: borrows the memory in which it was built.
struct BuiltBundle {
    std::span<const std::byte> payload;
    std::uint32_t messages = 0;
    std::uint64_t number = 0;
    bool has_priority = false;
};

/// A subscriber: its interest, its waiting messages, its congestion and the times of its bundles.
/// Threads: one.
class Subscriber {
public:
    Subscriber(const SubscriberSettings& settings, const BundleSettings& bundles, MessageStore& store,
               SourceAccounts& sources, std::uint64_t now_ns);

    [[nodiscard]] const Interest& interest() const { return interest_; }
    void set_params(const model::EntitiesParams& params);
    [[nodiscard]] const model::EntitiesParams& params() const { return settings_.params; }

    /// Queues a message that it wants, with a reference of the store for it.
    /// flags: record_priority, SubscriberQueue::picture.
    void push(MessageHandle handle, std::uint8_t flags, const MessagePlace& place, std::uint64_t now_ns)
    {
        if (!takes_all_ || handle->is_surplus) return push_selected(handle, flags, place, now_ns);
        queue_.push(handle, flags, 0, now_ns);
        waiting_since_ns_ = std::min(waiting_since_ns_, now_ns);
    }

    /// Permits so many more bundles.
    void grant(std::uint64_t credits) { credits_ += credits; }
    /// Computes load and level; call it at least every 5 ms while anything waits.
    void tick(std::uint64_t now_ns, bool is_relay_full);

    /// Time when a bundle is due; in the past if overdue; never_ns without credits.
    [[nodiscard]] std::uint64_t due_ns() const;
    [[nodiscard]] std::optional<BuiltBundle> build(std::uint64_t now_ns, std::span<std::byte> buffer);

    [[nodiscard]] std::optional<std::uint32_t> peer() const { return settings_.peer; }
    [[nodiscard]] SubscriberQueue& queue() { return queue_; }
    [[nodiscard]] const SubscriberQueue& queue() const { return queue_; }
    [[nodiscard]] Endings& endings() { return queue_.endings(); }
    [[nodiscard]] const std::string& client() const { return settings_.client; }
    /// Level from 0 to 3, by the policy.
    [[nodiscard]] std::uint8_t level() const
    {
        if (bundle_settings_.policy == RelayPolicy::Farfield) return level_;
        return static_cast<std::uint8_t>(bobo_.level() - Bobo1997Policy::least);
    }
    [[nodiscard]] model::CongestionReason reason() const { return reason_; }
    [[nodiscard]] std::uint64_t bundles() const { return bundles_; }
    /// Number of messages in all bundles.
    [[nodiscard]] std::uint64_t sent_messages() const { return sent_messages_; }

private:
    struct Fit {
        std::uint32_t messages = 0;
        bool has_priority = false;
    };

    void push_selected(MessageHandle handle, std::uint8_t flags, const MessagePlace& place,
                       std::uint64_t now_ns);
    [[nodiscard]] std::uint64_t interval_ns(const MessagePlace& place) const;
    /// Size of a bundle, at most, under the present congestion.
    [[nodiscard]] std::size_t most_bytes() const;
    [[nodiscard]] Fit that_fit(std::size_t bytes) const;
    /// Writes messages into the buffer, and takes them from the queue.
    [[nodiscard]] std::span<const std::byte> write(std::span<std::byte> buffer, std::uint32_t messages,
                                                   std::uint64_t now_ns);
    [[nodiscard]] bool has_credit() const { return !settings_.needs_credits || credits_ > 0; }
    [[nodiscard]] double load(std::uint64_t now_ns);
    void note_sent(const BuiltBundle& built, std::uint64_t now_ns);
    void update_modes();
    void note_waiting(std::uint64_t now_ns);

    SubscriberSettings settings_;
    BundleSettings bundle_settings_;
    MessageStore& store_;
    Interest interest_;
    SubscriberQueue queue_;
    BundleRule rule_;
    Congestion congestion_;
    Bobo1997Policy bobo_;
    bool is_limited_ = false;  ///< intervals between states must be computed
    bool takes_all_ = true;    ///< neither limits nor policy leave out or hold messages
    std::uint8_t level_ = 0;
    model::CongestionReason reason_ = model::CongestionReason::None;
    std::uint64_t credits_ = 0;
    std::uint64_t bundles_ = 0;
    std::uint64_t sent_messages_ = 0;  ///< messages in bundles, including those made by the relay
    std::uint64_t waiting_since_ns_ = never_ns;
    bool continues_ = false;          ///< the last bundle left messages behind, which are due with it
    std::uint64_t link_free_ns_ = 0;  ///< for hosts: time when the link has taken all that was sent
    std::uint64_t ticked_ns_;
    std::uint32_t without_credit_ = 0;  ///< state in each of the last 20 intervals of 5 ms, a bit each
    std::uint64_t sent_bytes_ = 0;      ///< bytes sent since the last tick
    double bytes_per_second_ = 0.0;     ///< rate while there was anything to send, over about a second
    double busy_seconds_ = 0.0;         ///< time that it is known of, at most its memory
};

}  // namespace farfield::net::relay
