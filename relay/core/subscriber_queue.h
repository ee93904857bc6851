#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "relay/core/accounting.h"
#include "relay/core/bundle.h"
#include "relay/core/bundle_rule.h"
#include "relay/core/message_store.h"
#include "relay/masks/masked_endings.h"

namespace farfield::net::relay {

/// Bytes of memory that wait for one subscriber, at most: of messages with priority and of the others.
inline constexpr std::size_t max_priority_bytes = 64U << 20U, max_waiting_bytes = 64U << 20U;

/// Messages that wait for one subscriber, in the order in which they are sent.
///
/// While it conflates, and always for a source that sends too much, one state of an entity waits: a newer one
/// replaces the older in its place, so that no entity starves behind others that move more. A whole state
/// also replaces updates; an update never replaces a whole state, which it does not contain. The entity's
/// values and name wait beside it, the newest of each. An event of an entity ends this: earlier states stay
/// before it. An event with priority then goes to the front, behind others there, together with its entity's
/// earlier waiting states: else it would wait for a round through all entities. States of one entity that
/// come faster than wanted are held until the next one is due, the newest of them; so an entity that stops is
/// not left at an old place. Ownership: holds one reference of the store for each message.
/// Threads: one.
///
/// The queue of UDP hosts holds each message once for all hosts that want it: it counts its endings for each
/// of them, too, and in its source's account as often as there are hosts.
class SubscriberQueue {
public:
    /// masked: endings of UDP hosts, in a queue for them, borrowed; else null. prefix_bytes: bytes in front
    /// of each record in bundles. keeps_all: sources that send too much are not conflated either.
    SubscriberQueue(MessageStore& store, SourceAccounts& sources, MaskedEndings* masked,
                    std::size_t prefix_bytes, bool keeps_all)
        : store_{store},
          sources_{sources},
          masked_{masked},
          prefix_bytes_{prefix_bytes},
          keeps_all_{keeps_all}
    {}
    ~SubscriberQueue();
    SubscriberQueue(const SubscriberQueue&) = delete;
    SubscriberQueue& operator=(const SubscriberQueue&) = delete;

    /// The message at the front.
    struct Waiting {
        MessageHandle handle = no_message;
        std::uint32_t account = 0;  ///< number of its source's account
        std::uint16_t length = 0;
        std::uint8_t flags = 0;  ///< record_priority, record_conflated, picture
    };
    /// Flag of a message that was known before the subscriber asked for it; no flag of a record.
    static constexpr std::uint8_t picture = 128;

    /// Queues a message that its source's account counts as waiting. flags: record_priority, picture.
    /// interval_ns: least time between two states of its entity; used while it conflates.
    void push(MessageHandle handle, std::uint8_t flags, std::uint64_t interval_ns, std::uint64_t now_ns)
    {
        const bool has_priority = (flags & model::record_priority) != 0;
        const std::size_t most = has_priority ? max_priority_bytes : max_waiting_bytes;
        if (amounts_[has_priority ? 1 : 0].in_memory + MessageStore::bytes_of(handle) > most)
            return refuse(handle, has_priority);
        ++endings_.waiting;
        if ((is_conflating_ || (handle->is_surplus && !keeps_all_)) && handle->entity != no_entity)
            return push_of_entity(handle, flags, interval_ns, now_ns);
        if (is_conflating_ && has_priority) return push_urgent(handle, flags);
        if (handle->entity < waits_.size())
            end_replacing(handle->entity);  // states wait from when its source sent too many
        append(handle, flags);
    }
    /// Leaves out a message by policy; its source's account must count it as waiting.
    void leave_out(MessageHandle handle);

    void set_conflating(bool is_conflating);
    /// Moves held states that are due to the end of the queue.
    void move_due(std::uint64_t now_ns);
    /// Must be called before the number of an entity is given to another one.
    void forget(std::uint32_t entity);

    /// Calls `use` with the messages from the front on until it returns false.
    void visit(auto&& use) const
    {
        for (std::size_t at = urgent_front_; at < urgent_.size(); ++at)
            if (!use(urgent_[at])) return;
        for (std::uint32_t at = front_; at != back_; ++at)
            if (const Waiting& waiting = ring_[at & mask()]; waiting.handle != no_message && !use(waiting))
                return;
    }
    /// Calls `use` with each waiting message, held or not, in no order.
    void for_all(auto&& use) const
    {
        visit([&use](const Waiting& waiting) {
            use(waiting.handle);
            return true;
        });
        for (const std::uint32_t entity : held_)
            for (const MessageHandle handle : waits_[entity].held)
                if (handle != no_message) use(handle);
    }
    /// Calls `use` with each of the first `count` messages, and counts it as delivered.
    void deliver(std::uint32_t count, auto&& use)
    {
        endings_.delivered += count;
        endings_.waiting -= count;
        queued_ -= count;
        std::uint32_t account = SourceAccounts::others, of_account = 0;  // neighbours often have one source
        while (count > 0) {
            const Waiting waiting = take_front();
            if (waiting.handle == no_message) continue;
            use(waiting);
            if (waiting.account != account) {
                count_delivered(account, std::exchange(of_account, 0));
                account = waiting.account;
            }
            of_account += copies(waiting.handle);
            if (masked_ != nullptr) end_masked(masked_->delivered, waiting.handle);
            remove_amount(waiting.handle, waiting.flags);
            store_.release(waiting.handle);
            --count;
        }
        count_delivered(account, of_account);
    }

    /// Bytes that a message takes in a bundle.
    [[nodiscard]] std::size_t cost_of(const Waiting& waiting) const
    {
        return bytes_in_bundle(waiting.length + prefix_bytes_, 0);
    }
    /// Number of queued messages, without held ones.
    [[nodiscard]] std::uint32_t messages() const { return queued_; }
    /// Bytes that the queued messages take in bundles.
    [[nodiscard]] std::size_t bytes() const { return amounts_[0].in_bundles + amounts_[1].in_bundles; }
    /// Bytes of the shared store that the queued messages take, as if no other queue had them.
    [[nodiscard]] std::size_t bytes_in_memory() const
    {
        return amounts_[0].in_memory + amounts_[1].in_memory;
    }
    /// Time when the first held state is due, or never_ns; may be too early.
    [[nodiscard]] std::uint64_t first_held_ns() const { return first_held_ns_; }
    /// True when more than max_priority_bytes waited: messages with priority are lost, so the subscriber must
    /// be disconnected.
    [[nodiscard]] bool is_overrun() const { return is_overrun_; }
    /// The endings. The owner counts messages that are offered, the subscriber's own, filtered or late.
    [[nodiscard]] Endings& endings() { return endings_; }
    [[nodiscard]] const Endings& endings() const { return endings_; }

private:
    /// Waiting messages of one entity, by StateForm.
    struct EntityWait {
        std::array<std::uint32_t, state_forms> place{};  ///< places in the ring; an unused one: none waits
        std::array<MessageHandle, state_forms> held{};
        std::uint64_t accepted_ns = 0;  ///< time when the last state was queued; 0: never
        std::uint64_t due_ns = 0;       ///< time when the held messages are due
        bool is_held = false;
        bool is_conflated = false;  ///< the held messages have replaced older ones
    };

    /// Bytes of the queued messages.
    struct Amount {
        std::size_t in_bundles = 0, in_memory = 0;
    };
    void add_amount(MessageHandle handle, std::uint8_t flags)
    {
        Amount& amount = amounts_[(flags & model::record_priority) != 0 ? 1 : 0];
        amount.in_bundles += cost_of(handle);
        amount.in_memory += MessageStore::bytes_of(handle);
    }
    void remove_amount(MessageHandle handle, std::uint8_t flags)
    {
        Amount& amount = amounts_[(flags & model::record_priority) != 0 ? 1 : 0];
        amount.in_bundles -= cost_of(handle);
        amount.in_memory -= MessageStore::bytes_of(handle);
    }

    [[nodiscard]] std::uint32_t mask() const { return static_cast<std::uint32_t>(ring_.size() - 1); }
    [[nodiscard]] std::size_t cost_of(MessageHandle handle) const
    {
        return bytes_in_bundle(handle->length + prefix_bytes_, 0);
    }
    /// Number of times that it counts in its source's account.
    [[nodiscard]] std::uint32_t copies(MessageHandle handle) const
    {
        return masked_ == nullptr ? 1 : static_cast<std::uint32_t>(std::popcount(handle->hosts));
    }
    void end_masked(MaskCounter& ending, MessageHandle handle)
    {
        ending.add(handle->hosts);
        masked_->waiting.subtract(handle->hosts);
    }
    void count_delivered(std::uint32_t account, std::uint32_t messages)
    {
        sources_[account].endings.delivered += messages;
        sources_[account].endings.waiting -= messages;
    }
    /// Takes the first place, with or without a message.
    [[nodiscard]] Waiting take_front()
    {
        if (urgent_front_ == urgent_.size()) return ring_[front_++ & mask()];
        const Waiting waiting = urgent_[urgent_front_++];
        if (urgent_front_ == urgent_.size()) {
            urgent_.clear();
            urgent_front_ = 0;
        }
        return waiting;
    }
    void refuse(MessageHandle handle, bool has_priority);
    void push_of_entity(MessageHandle handle, std::uint8_t flags, std::uint64_t interval_ns,
                        std::uint64_t now_ns);
    void append(MessageHandle handle, std::uint8_t flags)
    {
        if (back_ - front_ > mask()) grow();
        ring_[back_++ & mask()] = {handle, handle->account, handle->length, flags};
        ++queued_;
        add_amount(handle, flags);
    }
    void push_urgent(MessageHandle handle, std::uint8_t flags)
    {
        append_urgent({handle, handle->account, handle->length, flags});
        ++queued_;
        add_amount(handle, flags);
    }
    void append_urgent(const Waiting& waiting);
    void hurry_states(std::uint32_t entity);
    void grow();
    void push_state(MessageHandle handle, std::uint8_t flags, std::uint64_t interval_ns,
                    std::uint64_t now_ns);
    [[nodiscard]] bool replace(EntityWait& wait, std::uint32_t entity, MessageHandle handle, StateForm form);
    [[nodiscard]] Waiting* queued(const EntityWait& wait, std::uint32_t entity, std::size_t form);
    [[nodiscard]] bool swap_in(EntityWait& wait, std::uint32_t entity, std::size_t form,
                               MessageHandle handle);
    void drop(EntityWait& wait, std::uint32_t entity, std::size_t form);
    [[nodiscard]] static EntityWait none_before(std::uint32_t place);
    void queue_state(EntityWait& wait, MessageHandle handle, std::size_t form, std::uint8_t flags);
    void queue_held(EntityWait& wait, std::uint64_t now_ns);
    void end_replacing(std::uint32_t entity);
    [[nodiscard]] EntityWait& wait_of(std::uint32_t entity);
    void count_conflated(MessageHandle handle);
    void remember_queued();

    MessageStore& store_;
    SourceAccounts& sources_;
    MaskedEndings* masked_;
    std::size_t prefix_bytes_;
    bool keeps_all_;
    Endings endings_;
    std::vector<Waiting> ring_ = std::vector<Waiting>(1'024);  ///< size: power of two; place n at n & mask()
    std::uint32_t front_ = 0, back_ = 0, queued_ = 0;
    std::vector<Waiting> urgent_;  ///< from urgent_front_ on: messages before those in the ring
    std::size_t urgent_front_ = 0;
    std::array<Amount, 2> amounts_{};  ///< without, and with priority
    std::vector<EntityWait> waits_;    ///< by entity, of those that were conflated
    std::vector<std::uint32_t> held_;  ///< entities, in the order in which they were held
    std::uint64_t first_held_ns_ = never_ns;
    bool is_conflating_ = false;
    bool is_overrun_ = false;
};

}  // namespace farfield::net::relay
