#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "net/relay/bundle_rule.h"
#include "net/relay/congestion.h"
#include "net/relay/interest.h"
#include "net/relay/subscriber_queue.h"

namespace farfield::net::relay {

/// What is left out under congestion.
enum class RelayPolicy { Farfield, Bobo1997 };

/// One subscriber as its owner describes it.
struct SubscriberSettings {
    std::string client = {};  ///< for accounts
    model::EntitiesParams params = {};
    bool conflates = false;      ///< always: a viewer that wants the newest only
    bool keeps_all = false;      ///< of a recorder: it is never congested, and only memory bounds what waits
    bool needs_credits = false;  ///< a bundle takes one; else there is no limit
    std::size_t bundle_bytes = model::max_bundle_bytes;  ///< a bundle is full at so many
    double link_bytes_per_second = 0.0;                  ///< 0: unknown
    std::uint32_t left_out_inputs = 0;  ///< a bit each: what comes by them counts as filtered
    std::optional<std::uint32_t> peer =
        std::nullopt;  ///< id of the relay that it is: records have their route
    /// Of UDP hosts, which share bundles, borrowed; else null. Bundles are then datagrams: what waits when
    /// one is due is sent in as many as it takes, and no faster than the link takes them.
    MaskedEndings* hosts = nullptr;
};

/// What is the same for all subscribers.
struct BundleSettings {
    BundleMode mode = BundleMode::Adaptive;
    std::uint64_t interval_ns = 5 * ns_per_ms;
    RelayPolicy policy = RelayPolicy::Farfield;
    std::uint32_t medium_bytes = Bobo1997Policy::fast_ethernet_bytes;  ///< of policy Bobo1997
    std::uint32_t relay = 0;                                           ///< its id
};

/// A bundle that was built. Ownership: borrows the memory that was given for it.
struct BuiltBundle {
    std::span<const std::byte> payload;
    std::uint32_t messages = 0;
    std::uint64_t number = 0;
    bool has_priority = false;
};

/// One subscriber: its interest, what waits for it, its congestion and the times of its bundles.
/// Threads: one.
class Subscriber {
public:
    Subscriber(const SubscriberSettings& settings, const BundleSettings& bundles, MessageStore& store,
               SourceAccounts& sources, std::uint64_t now_ns);

    [[nodiscard]] const Interest& interest() const { return interest_; }
    void set_params(const model::EntitiesParams& params);
    [[nodiscard]] const model::EntitiesParams& params() const { return settings_.params; }

    /// A message that it wants, with a reference of the store for it.
    /// flags: record_priority, SubscriberQueue::picture.
    void push(MessageHandle handle, std::uint8_t flags, const MessagePlace& place, std::uint64_t now_ns)
    {
        if (!takes_all_ || handle->is_surplus) return push_selected(handle, flags, place, now_ns);
        queue_.push(handle, flags, 0, now_ns);
        waiting_since_ns_ = std::min(waiting_since_ns_, now_ns);
    }

    /// So many bundles more may be built.
    void grant(std::uint64_t credits) { credits_ += credits; }
    /// Works out load and level; at least every 5 ms while anything waits.
    void tick(std::uint64_t now_ns, bool is_relay_full);

    /// When a bundle is due, in the past where it is overdue; never_ns without credits.
    [[nodiscard]] std::uint64_t due_ns() const;
    [[nodiscard]] std::optional<BuiltBundle> build(std::uint64_t now_ns, std::span<std::byte> buffer);

    [[nodiscard]] std::optional<std::uint32_t> peer() const { return settings_.peer; }
    [[nodiscard]] SubscriberQueue& queue() { return queue_; }
    [[nodiscard]] const SubscriberQueue& queue() const { return queue_; }
    [[nodiscard]] Endings& endings() { return queue_.endings(); }
    [[nodiscard]] const std::string& client() const { return settings_.client; }
    /// 0 to 3, by the policy.
    [[nodiscard]] std::uint8_t level() const
    {
        if (bundle_settings_.policy == RelayPolicy::Farfield) return level_;
        return static_cast<std::uint8_t>(bobo_.level() - Bobo1997Policy::least);
    }
    [[nodiscard]] model::CongestionReason reason() const { return reason_; }
    [[nodiscard]] std::uint64_t bundles() const { return bundles_; }
    /// Messages in them.
    [[nodiscard]] std::uint64_t sent_messages() const { return sent_messages_; }

private:
    struct Fit {
        std::uint32_t messages = 0;
        bool has_priority = false;
    };

    void push_selected(MessageHandle handle, std::uint8_t flags, const MessagePlace& place,
                       std::uint64_t now_ns);
    [[nodiscard]] std::uint64_t interval_ns(const MessagePlace& place) const;
    /// Of a bundle, under the congestion that there is.
    [[nodiscard]] std::size_t most_bytes() const;
    [[nodiscard]] Fit that_fit(std::size_t bytes) const;
    /// Takes them from the queue.
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
    bool is_limited_ = false;  ///< intervals between states are to be worked out
    bool takes_all_ = true;    ///< neither limits nor policy leave out or hold any
    std::uint8_t level_ = 0;
    model::CongestionReason reason_ = model::CongestionReason::None;
    std::uint64_t credits_ = 0;
    std::uint64_t bundles_ = 0;
    std::uint64_t sent_messages_ = 0;  ///< in bundles, made by the relay or not
    std::uint64_t waiting_since_ns_ = never_ns;
    bool continues_ = false;          ///< the bundle before left something behind, which is due with it
    std::uint64_t link_free_ns_ = 0;  ///< of hosts: when the link has taken all that was sent
    std::uint64_t ticked_ns_;
    std::uint32_t without_credit_ = 0;  ///< of the last 20 times 5 ms, a bit each
    std::uint64_t sent_bytes_ = 0;      ///< since the last tick
    double bytes_per_second_ = 0.0;     ///< sent while there was something, with a memory of about a second
    double busy_seconds_ = 0.0;         ///< that this is known of, at most its memory
};

}  // namespace farfield::net::relay
