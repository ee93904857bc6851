#pragma once

#include "net/dis/entity_state.h"

namespace farfield::net::dis {

/// Number of an event among those of a site and application; 6 bytes.
struct EventId {
    std::uint16_t site = 0, application = 0, number = 0;
    friend bool operator==(const EventId&, const EventId&) = default;
};

/// Fire (2), Detonation (3) or Collision (4).
struct EntityEvent {
    PduType kind{};
    std::uint8_t exercise = 0;
    std::uint32_t time_stamp = 0;   ///< time_stamp.h
    EntityId shooter;               ///< of a collision the entity that reports it
    EntityId target;                ///< of a collision the other one; 0:0:0 where unknown
    EntityId munition;              ///< 0:0:0 where it is no entity, and of a collision
    EventId event;                  ///< the same of a Fire and its Detonation
    EntityType munition_type;       ///< zeros of a collision
    bool has_place = false;         ///< location is within the limits of numbers.h
    glm::dvec3 location{};          ///< metres, geocentric; a collision has none but the entity's own
    glm::dvec3 location_in_body{};  ///< metres, in the target's axes (of a collision: the other's); of Fire 0
    glm::dvec3 velocity{};          ///< m/s, geocentric axes; of the munition, or of the reporting entity
    std::uint8_t result = 0;        ///< of a detonation: SISO-REF-010, Detonation Result
};

/// Reads one of the three. The event is unchanged with any other answer than None. pdu: of one of these
/// types.
[[nodiscard]] PduFault read_event(const Pdu& pdu, EntityEvent& event) noexcept;

/// Remove Entity (12), Start/Resume (13) or Stop/Freeze (14). is_for_entity() and is_for_application_of() say
/// whether an entity is meant.
struct EntityControl {
    PduType kind{};
    std::uint8_t exercise = 0;
    std::uint32_t time_stamp = 0;
    EntityId sender, receiver;
    std::uint32_t request = 0;
    std::uint8_t stop_reason = 0;  ///< of Stop/Freeze: SISO-REF-010, Reason
    std::uint8_t stop_behaviour =
        0;  ///< of Stop/Freeze: bit 0 simulation clock runs, 1 transmits, 2 receives
};

/// Reads one of the three; they have no content that could be malformed. pdu: of one of these types.
[[nodiscard]] EntityControl read_control(const Pdu& pdu) noexcept;

}  // namespace farfield::net::dis
