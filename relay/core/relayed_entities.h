#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/programs/bundles/entity_times.h"
#include "relay/core/bundle_rule.h"
#include "relay/core/message_store.h"
#include "relay/masks/mask.h"

namespace farfield::net::relay {

/// An entity that has sent its state.
struct Entity {
    std::uint64_t id = 0;                     ///< site << 32 | application << 16 | entity; 0: a free place
    std::uint64_t first_ns = 0, last_ns = 0;  ///< arrivals
    std::uint64_t messages = 0;
    /// Newest state of each form, by StateForm; an update only when it is newer than the whole state.
    std::array<MessageHandle, state_forms> kept{};
    double longitude = 0.0, latitude = 0.0;  ///< degrees, NaN: no place
    std::uint8_t exercise = 0, force = 0, kind = 0, domain = 0;
    std::uint8_t input = 0;
    bool is_standing = false;
    bool has_two_sources = false;  ///< two senders use its id in turn
    std::uint32_t publisher = no_publisher;
    std::uint64_t sender = 0, sender_before = 0;
    Route route = {};           ///< route of the last state
    std::uint64_t left_ns = 0;  ///< time when it last was reported to have left an interest

    [[nodiscard]] MessageHandle newest(StateForm form) const { return kept[static_cast<std::size_t>(form)]; }
};

/// The known entities by number: a number stays while its entity does, and is then reused.
/// Ownership: holds a reference of the store for the newest states. Threads: one.
class RelayedEntities {
public:
    RelayedEntities(MessageStore& store, std::size_t max_entities, std::size_t words,
                    model::EntityTimes times);

    [[nodiscard]] std::optional<std::uint32_t> find(std::uint64_t id) const;
    /// The number for a state of this entity: its present one, a new one, or nullopt when there are
    /// max_entities others.
    [[nodiscard]] std::optional<std::uint32_t> add(std::uint64_t id, std::uint64_t now_ns);
    /// A stale entity to remove before another is added; nullopt when there is room, or none is stale.
    [[nodiscard]] std::optional<std::uint32_t> to_make_room(std::uint64_t now_ns);

    /// Records the contents of a state; false when the state is older than an earlier one. keep() then keeps
    /// the stored message, of which it takes a reference.
    bool note(std::uint32_t number, const Message& message);
    void keep(std::uint32_t number, MessageHandle handle);

    /// Frees the place of an entity.
    void remove(std::uint32_t number);
    /// The next entity without news for twice its stale time; each call checks some places.
    [[nodiscard]] std::optional<std::uint32_t> next_timed_out(std::uint64_t now_ns);

    [[nodiscard]] const Entity& operator[](std::uint32_t number) const { return entities_[number]; }
    [[nodiscard]] Entity& operator[](std::uint32_t number) { return entities_[number]; }
    /// Subscribers that have had news of the entity and not of its departure.
    [[nodiscard]] std::span<std::uint64_t> known_to(std::uint32_t number)
    {
        return {known_.data() + number * words_, words_};
    }
    [[nodiscard]] const model::EntityTimes& times() const { return times_; }
    [[nodiscard]] bool is_stale(const Entity& entity, std::uint64_t now_ns) const
    {
        return now_ns > entity.last_ns && now_ns - entity.last_ns >= stale_ns(entity);
    }
    /// Numbers are below this; places with id 0 are free.
    [[nodiscard]] std::uint32_t end() const { return static_cast<std::uint32_t>(entities_.size()); }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::uint64_t refused() const { return refused_; }

private:
    [[nodiscard]] std::uint64_t stale_ns(const Entity& entity) const
    {
        return entity.is_standing ? times_.standing_stale_ns : times_.stale_ns;
    }
    [[nodiscard]] std::size_t slot_of(std::uint64_t id) const;
    void find_stale(std::uint64_t now_ns);
    void take_out(std::uint64_t id);

    MessageStore& store_;
    std::size_t max_entities_, words_;
    model::EntityTimes times_;
    std::vector<Entity> entities_;
    std::vector<std::uint64_t> known_;  ///< [entities * words_]
    std::vector<std::uint32_t> slots_;  ///< by hash: number + 1; 0: free
    std::vector<std::uint32_t> free_;   ///< numbers
    std::vector<std::uint32_t> stale_;  ///< in order, the oldest last
    std::uint64_t stale_found_ns_ = 0;
    std::size_t size_ = 0;
    std::uint64_t refused_ = 0;
    std::uint32_t looked_at_ = 0;  ///< the place that next_timed_out() checks next
    std::uint64_t looked_ns_ = 0;
    std::uint32_t to_look_at_ = 0;  ///< places still to check before time advances
};

/// The data of an entity's state for filters: a message without bytes.
[[nodiscard]] Message state_message_of(const Entity& entity);

}  // namespace farfield::net::relay
