#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "model/programs/bundles/entities_congestion.h"
#include "relay/core/cell_table.h"
#include "relay/core/host_group.h"
#include "relay/core/relayed_entities.h"
#include "relay/core/subscriber.h"
#include "relay/masks/address_table.h"

namespace farfield::net::relay {

struct CoreSettings {
    std::uint32_t max_subscribers = 64;  ///< up to 1,024
    std::size_t max_entities = 100'000;
    /// Messages a second of one source, at most: states of a faster source are conflated for all subscribers,
    /// and its other messages are left out from level 1 on. 0: no limit.
    std::uint64_t max_source_rate = 0;
    std::size_t max_store_bytes = 256U << 20U;  ///< memory of waiting messages, except those with priority
    BundleSettings bundles = {};
    model::EntityTimes entity_times = {};
    std::optional<HostPathSettings> hosts = {};  ///< nullopt: there are no UDP hosts
    /// Number that precedes the one of the first message that passed no relay before: above all numbers given
    /// before this relay started, so that other relays take its messages for new.
    std::uint64_t number_before = 0;
};

/// The account of one subscriber.
struct SubscriberStats {
    std::uint32_t id = 0;
    std::string client = {};  ///< SubscriberSettings::client
    Endings endings;
    std::uint64_t made = 0;  ///< messages made by the relay among those offered: history and departures
    std::uint64_t bundles = 0;
    std::uint8_t level = 0;
    model::CongestionReason reason = model::CongestionReason::None;
};

/// Totals of removed subscribers, including UDP hosts. Messages that waited for them count as left out.
struct EndedSubscribers {
    std::uint64_t subscribers = 0, bundles = 0;
    Endings endings = {};
};

/// The account of the core.
struct CoreStats {
    std::uint64_t taken = 0;                                  ///< messages
    std::array<std::uint64_t, max_inputs + 1> by_input = {};  ///< the same by input
    std::vector<SubscriberStats> subscribers;
    EndedSubscribers ended;
    std::vector<SubscriberStats> hosts;   ///< by their bit in masks
    std::optional<SubscriberStats> path;  ///< path of all hosts: counts each message once
    std::vector<SourceAccount> sources;   ///< the busiest first, at most 1,000
    std::size_t entities = 0;
    std::uint64_t entities_refused = 0;
};

/// Joins the parts of a relay: messages in, bundles out. No sockets, no threads, no clock of its own.
/// Times: ns on one clock, the relay's, which never goes back.
/// Threads: one, the owner's.
class RelayCore {
public:
    explicit RelayCore(const CoreSettings& settings);
    RelayCore(const RelayCore&) = delete;
    RelayCore& operator=(const RelayCore&) = delete;

    /// Adds a subscriber. Returns its number, the lowest free one. Throws model::LimitError, max_subscribers.
    std::uint32_t add_subscriber(const SubscriberSettings& settings, std::uint64_t now_ns);
    /// Changes parameters from the next tick() on; several changes before it are one. All known entities are
    /// checked then: states of those that came inside are sent, those that went outside are reported as left.
    void update_subscriber(std::uint32_t id, const model::EntitiesParams& params);
    void remove_subscriber(std::uint32_t id);
    /// Permits so many more bundles for a subscriber that needs credits.
    void grant_credits(std::uint32_t id, std::uint64_t credits) { subscribers_[id]->grant(credits); }

    /// Adds a UDP host; CoreSettings::hosts must be set. Its bundles are those of path(); its number is
    /// subscriber_of() the host. Throws model::LimitError, max_hosts.
    [[nodiscard]] HostStart add_host(const model::EntitiesParams& params, std::uint64_t now_ns);
    void remove_host(std::uint32_t host);
    [[nodiscard]] std::uint32_t subscriber_of(std::uint32_t host) const
    {
        return path() - HostGroup::most + host;
    }
    /// The number that stands for the hosts' path in build() and due_ns().
    [[nodiscard]] std::uint32_t path() const
    {
        return static_cast<std::uint32_t>(words_) * subscribers_per_word;
    }

    /// Takes a message to all that want it. The caller must refuse messages that are too long, or of an
    /// unknown input.
    void take(const Message& message);
    /// Updates levels of congestion, and removes entities that timed out; to be called every 5 ms.
    void tick(std::uint64_t now_ns);
    /// Reports the entities of an input that ended as departed.
    void lose_input(std::uint8_t input, std::uint64_t now_ns);
    /// A publisher reports that an entity has left. No effect when its last state came from another
    /// publisher.
    void lose_entity(std::uint64_t entity, std::uint32_t publisher, DepartureReason reason,
                     std::uint64_t now_ns);

    /// Builds a bundle for a subscriber; nullopt when none is due. buffer: as long as a bundle may be.
    [[nodiscard]] std::optional<BuiltBundle> build(std::uint32_t id, std::uint64_t now_ns,
                                                   std::span<std::byte> buffer);
    /// Time at which a bundle of a subscriber, or the first of all, is due; may be in the past; or never_ns.
    [[nodiscard]] std::uint64_t due_ns(std::uint32_t id) const
    {
        return id == path() ? hosts_->due_ns() : subscribers_[id]->due_ns();
    }
    [[nodiscard]] std::uint64_t next_due_ns() const;

    /// The parameters given last, including those that tick() has yet to apply.
    [[nodiscard]] const model::EntitiesParams& params(std::uint32_t id) const
    {
        if (changes_[id]) return *changes_[id];
        return is_of_hosts(id / subscribers_per_word) ? hosts_->params(id % subscribers_per_word)
                                                      : subscribers_[id]->params();
    }
    /// True for an existing subscriber or host; numbers are below path().
    [[nodiscard]] bool has(std::uint32_t id) const { return interest_of(id) != nullptr; }
    /// Id of the relay, if the subscriber is one.
    [[nodiscard]] std::optional<std::uint32_t> peer_of(std::uint32_t id) const
    {
        return id < max_subscribers_ && subscribers_[id] ? subscribers_[id]->peer() : std::nullopt;
    }
    /// Congestion of a subscriber; for a UDP host that of the hosts' path.
    [[nodiscard]] model::EntitiesCongestion congestion_of(std::uint32_t id) const;
    [[nodiscard]] bool has_room_for_entity() const { return entities_.size() < max_entities_; }

    /// True when messages with priority were lost. The hosts' path continues nevertheless: it counts them.
    [[nodiscard]] bool must_disconnect(std::uint32_t id) const
    {
        return id != path() && subscribers_[id]->queue().is_overrun();
    }
    /// Number of messages that wait for a subscriber.
    [[nodiscard]] std::uint64_t waiting(std::uint32_t id) const
    {
        return subscribers_[id]->queue().endings().waiting;
    }
    [[nodiscard]] CoreStats stats() const;
    /// Accounts of all sources; first the shared one, for messages without a source.
    [[nodiscard]] const std::vector<SourceAccount>& sources() const { return sources_.all(); }
    [[nodiscard]] const RelayedEntities& entities() const { return entities_; }
    [[nodiscard]] const MessageStore& store() const { return store_; }

private:
    /// Number of the message's entity, which a state adds; no_entity when it is unknown.
    [[nodiscard]] std::uint32_t number_of(const Message& message);
    [[nodiscard]] Message completed(const Message& message, std::uint32_t entity) const;
    void distribute(const Message& message, std::uint32_t entity, std::uint32_t account);
    void find_wanted(const Message& message, const MessagePlace& place, std::uint32_t entity);
    void keep_from_peers(const Message& message);
    void note_border(const Message& message, std::uint32_t entity);
    void count_unwanted(const Message& message, Endings& of_source);
    void count_late(Endings& of_source);
    void spread(const Message& message, const MessagePlace& place, std::uint32_t entity,
                std::uint32_t account);
    void leave_out(std::uint32_t account);
    [[nodiscard]] bool is_wanted_with_priority(const Message& message) const;
    void for_wanted(auto&& use);
    [[nodiscard]] const Interest* interest_of(std::uint32_t id) const;
    [[nodiscard]] bool is_of_hosts(std::size_t word) const { return word == session_words_; }
    /// Hosts that want the present message.
    [[nodiscard]] std::uint64_t wanted_hosts() const { return hosts_ ? wanted_[session_words_] : 0; }

    void remove_entity(std::uint32_t entity, DepartureReason reason, std::uint64_t now_ns);
    /// mask: subscribers in this word.
    void push_departures(std::uint64_t mask, std::size_t word, std::uint32_t entity, DepartureReason reason,
                         std::uint64_t now_ns);
    [[nodiscard]] MessageHandle departure_of(std::uint32_t entity, DepartureReason reason,
                                             std::uint64_t now_ns);
    void push_beside(std::uint32_t entity, std::uint64_t now_ns);
    void push_history(std::uint32_t subscriber, std::uint32_t entity, std::uint64_t now_ns);
    void push_made(std::uint32_t subscriber, MessageHandle handle, std::uint8_t flags, std::uint64_t now_ns);
    void push_made_to_hosts(std::uint64_t mask, MessageHandle handle, bool has_priority,
                            std::uint64_t now_ns);
    void push_copy_to_hosts(std::uint64_t mask, MessageHandle handle, std::uint64_t now_ns);
    void report_level(std::uint64_t now_ns);
    void count_unwanted_of_hosts(const Message& message, Endings& of_source);
    void forget_subscriber(std::uint32_t id);
    void review(std::uint32_t subscriber, std::uint64_t now_ns);
    void change(std::uint32_t subscriber, const model::EntitiesParams& params, std::uint64_t now_ns);
    void set_addresses(std::uint32_t subscriber, bool is_added);
    void set_unwanted(std::uint32_t subscriber, std::uint32_t inputs);

    MessageStore store_;
    SourceAccounts sources_;
    BundleSettings bundles_;
    std::uint32_t max_subscribers_;
    std::size_t max_entities_;
    std::uint64_t most_in_window_;  ///< limit for SourceRate; 0: none
    std::uint64_t number_;          ///< number of the last message that passed no relay before
    std::size_t session_words_;
    std::size_t words_;  ///< one more when there are hosts: the last word is theirs
    AddressTable addresses_;
    RelayedEntities entities_;
    std::vector<std::unique_ptr<Subscriber>> subscribers_;  ///< by number; null: no such subscriber
    std::vector<std::optional<model::EntitiesParams>> changes_;
    std::vector<std::uint64_t> made_;
    MaskWords present_{}, wanted_{};
    MaskWords peers_{};    ///< present subscribers that are relays
    MaskWords entered_{};  ///< for the present state: subscribers that had no news of its entity before
    std::uint64_t present_count_ = 0;   ///< including hosts
    std::unique_ptr<HostGroup> hosts_;  ///< null: there are no hosts
    std::uint8_t reported_level_ = 0;   ///< level reported to the hosts
    CellTable cells_;
    std::uint64_t taken_ = 0;
    EndedSubscribers ended_;
    std::array<std::uint64_t, max_inputs + 1> by_input_{};
    std::array<MaskWords, max_inputs + 1> unwanted_{};  ///< by input: subscribers that exclude it
};

}  // namespace farfield::net::relay
