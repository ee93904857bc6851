#pragma once

#include "relay/dis/entity_id.h"
#include "relay/dis/pdu_header.h"

#include <glm/vec3.hpp>

namespace farfield::net::dis {

/// Fields of a PDU by which messages are filtered; other fields are not read.
struct EntityHead {
    /// Entity that the PDU describes (in Remove Entity the one to be removed), or that fires, is hit or
    /// collides; for types that are not decoded only site and application.
    EntityId id;
    std::uint32_t source = 0;                      ///< sender of the PDU: site << 16 | application
    std::uint8_t force = 0, kind = 0, domain = 0;  ///< from Entity State; 0 for all other types
    bool has_place = false;  ///< location of State, Update, Fire or Detonation is within numbers.h's limits
    glm::dvec3 location{};   ///< geocentric, metres; 0 for types without a location
};

/// Reads the head of any PDU and makes all checks that its full reader makes: numbers are finite and variable
/// records have room. The head is unchanged unless the result is None.
[[nodiscard]] PduFault read_entity_head(const Pdu& pdu, EntityHead& head) noexcept;

/// Makes the same checks only; None for types that are not decoded.
[[nodiscard]] PduFault content_fault_of(const Pdu& pdu) noexcept;

}  // namespace farfield::net::dis
