#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>

#include "net/dis/entity_state.h"
#include "net/relay/json/json_entities.h"

namespace farfield::net::relay {

/// Which states of entities of JSON lines an output sends: one that differs by more than 1 m or 3 degrees
/// from what receivers reckon from the last one, or in anything else, and one at least each 5 s, also where
/// no line comes. Source: IEEE 1278.1-2012, 4.2.8 and annex E (thresholds and heartbeat).
/// Memory: a state of each of `max_entities` that has not left; of further ones each state is due. One that
/// nothing came of for twice its stale time is forgotten, as the relay does it. Threads: one.
class OutgoingStates {
public:
    using Send = std::function<void(std::span<const std::byte> pdu)>;

    /// PDUs of other sites are always due.
    explicit OutgoingStates(const JsonEntitiesSettings& settings) : settings_{settings} {}

    /// Whether a PDU is to be sent now; from then on it counts as sent.
    [[nodiscard]] bool is_due(std::span<const std::byte> pdu, std::uint64_t now_ns);
    /// The entity has left.
    void forget(const dis::EntityId& entity) { sent_.erase(entity.key()); }
    /// States of entities that nothing was sent of for 5 s, reckoned to now. Their bytes are valid within
    /// send. Looks once a second at most.
    void send_silent(std::uint64_t now_ns, const Send& send);

private:
    struct Sent {
        dis::EntityState state;
        std::uint64_t at_ns = 0;     ///< of the state
        std::uint64_t heard_ns = 0;  ///< when a state came last
    };
    [[nodiscard]] bool is_over(const Sent& sent, std::uint64_t now_ns) const;

    JsonEntitiesSettings settings_;
    std::unordered_map<std::uint64_t, Sent> sent_;  ///< by the entity's key
    std::uint64_t next_look_ns_ = 0;
};

}  // namespace farfield::net::relay
