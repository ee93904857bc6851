#pragma once

#include "net/dis/entity_id.h"
#include "net/dis/pdu_header.h"

#include <glm/vec3.hpp>

namespace farfield::net::dis {

/// Fields of a PDU by which messages are filtered; all others stay unread.
struct EntityHead {
    /// The entity that the PDU is about (of Remove the one that is to go), or that fires, is hit or collides;
    /// of types that are not decoded only site and application.
    EntityId id;
    std::uint32_t source = 0;                      ///< of what sent it: site << 16 | application
    std::uint8_t force = 0, kind = 0, domain = 0;  ///< of Entity State; 0 with all other types
    bool has_place = false;  ///< Entity State, Update, Fire and Detonation, within the limits of numbers.h
    glm::dvec3 location{};   ///< geocentric, metres; 0 where the type has none
};

/// Reads the head of any PDU and checks everything that its full reader checks: numbers are finite and
/// variable records have room. The head is unchanged with any other answer than None.
[[nodiscard]] PduFault read_entity_head(const Pdu& pdu, EntityHead& head) noexcept;

/// The same checks alone: None for types that are not decoded.
[[nodiscard]] PduFault content_fault_of(const Pdu& pdu) noexcept;

}  // namespace farfield::net::dis
