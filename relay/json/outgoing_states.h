#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>

#include "relay/dis/entity_state.h"
#include "relay/json/json_entities.h"

namespace farfield::net::relay {

/// Selects the states of JSON lines' entities that an output sends: a state that differs by more than 1 m or
/// 3 degrees from the receivers' dead reckoning of the last one, or in any other field, and one at least each
/// 5 s, also when no line comes. Source: IEEE 1278.1-2012, 4.2.8 and annex E (thresholds and heartbeat).
/// Memory: a state of each of `max_entities` present entities; for further ones each state is due. An entity
/// without news for twice its stale time is forgotten, as in the relay. Threads: one.
class OutgoingStates {
public:
    using Send = std::function<void(std::span<const std::byte> pdu)>;

    /// PDUs of other sites are always due.
    explicit OutgoingStates(const JsonEntitiesSettings& settings) : settings_{settings} {}

    /// True when a PDU must be sent now; it then counts as sent.
    [[nodiscard]] bool is_due(std::span<const std::byte> pdu, std::uint64_t now_ns);
    /// Forgets an entity that has left.
    void forget(const dis::EntityId& entity) { sent_.erase(entity.key()); }
    /// Sends states, reckoned to now, of entities of which none was sent for 5 s. The bytes are valid within
    /// `send`. Works once a second at most.
    void send_silent(std::uint64_t now_ns, const Send& send);

private:
    struct Sent {
        dis::EntityState state;
        std::uint64_t at_ns = 0;     ///< time of the state
        std::uint64_t heard_ns = 0;  ///< arrival of the last state
    };
    [[nodiscard]] bool is_over(const Sent& sent, std::uint64_t now_ns) const;

    JsonEntitiesSettings settings_;
    std::unordered_map<std::uint64_t, Sent> sent_;  ///< by the entity's key
    std::uint64_t next_look_ns_ = 0;
};

}  // namespace farfield::net::relay
