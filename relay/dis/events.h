#pragma once

#include "relay/dis/entity_state.h"

namespace farfield::net::dis {

/// Number of an event among the events of a site and application; 6 bytes.
struct EventId {
    std::uint16_t site = 0, application = 0, number = 0;
    friend bool operator==(const EventId&, const EventId&) = default;
};

/// Fire (2), Detonation (3) or Collision (4).
struct EntityEvent {
    PduType kind{};
    std::uint8_t exercise = 0;
    std::uint32_t time_stamp = 0;   ///< in the form of time_stamp.h
    EntityId shooter;               ///< in a collision: the entity that reports it
    EntityId target;                ///< in a collision: the other entity; 0:0:0 where unknown
    EntityId munition;              ///< 0:0:0 when the munition is no entity, and in a collision
    EventId event;                  ///< the same in a Fire and in its Detonation
    EntityType munition_type;       ///< zeros in a collision
    bool has_place = false;         ///< location is within the limits of numbers.h
    glm::dvec3 location{};          ///< metres, geocentric; a collision has none except the entity's own
    glm::dvec3 location_in_body{};  ///< metres, in the target's axes (collision: the other's); 0 in a Fire
    glm::dvec3 velocity{};          ///< m/s, geocentric axes; the munition's, or the reporting entity's
    std::uint8_t result = 0;        ///< in a detonation: SISO-REF-010, Detonation Result
};

/// Reads one of the three PDUs. The event is unchanged unless the result is None. pdu: of one of these
/// types.
[[nodiscard]] PduFault read_event(const Pdu& pdu, EntityEvent& event) noexcept;

/// Remove Entity (12), Start/Resume (13) or Stop/Freeze (14). is_for_entity() and is_for_application_of()
/// tell whether the message is for an entity.
struct EntityControl {
    PduType kind{};
    std::uint8_t exercise = 0;
    std::uint32_t time_stamp = 0;
    EntityId sender, receiver;
    std::uint32_t request = 0;
    std::uint8_t stop_reason = 0;  ///< in Stop/Freeze: SISO-REF-010, Reason
    std::uint8_t stop_behaviour =
        0;  ///< in Stop/Freeze: bit 0 simulation clock runs, 1 transmits, 2 receives
};

/// Reads one of the three PDUs; their content cannot be malformed. pdu: of one of these types.
[[nodiscard]] EntityControl read_control(const Pdu& pdu) noexcept;

}  // namespace farfield::net::dis
