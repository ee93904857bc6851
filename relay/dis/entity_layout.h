#pragma once

#include <cstddef>

/// Offsets in bytes from a PDU's beginning. Source: IEEE 1278.1-2012, 7.2.2 and 7.2.5; the same in versions 5
/// and 6 of the protocol.
namespace farfield::net::dis {

/// Offset of the id in nearly every PDU: the entity that sends it, or that it describes.
inline constexpr std::size_t id_offset = 12;

/// Entity State, type 1: 144 bytes and 16 for each variable record.
namespace entity_state_offset {
inline constexpr std::size_t force = 18, articulations = 19, type = 20, alternative_type = 28, velocity = 36,
                             location = 48, orientation = 72, appearance = 84, algorithm = 88,
                             acceleration = 104, angular_velocity = 116, character_set = 128, marking = 129,
                             capabilities = 140;
}

/// Entity State Update, type 67: 72 bytes and 16 for each variable record.
namespace entity_update_offset {
inline constexpr std::size_t articulations = 19, velocity = 20, location = 32, orientation = 56,
                             appearance = 68;
}

inline constexpr std::size_t entity_state_bytes = 144;
inline constexpr std::size_t variable_record_bytes = 16;
inline constexpr std::size_t marking_bytes = 11;

}  // namespace farfield::net::dis
