#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace farfield::net::relay {

/// The kind of a record in a bundle.
enum class RecordKind : std::uint8_t { Dis = 1, Addressed = 2, Gone = 3, Control = 4, Name = 5, Values = 6 };

/// Reason for which an entity is no longer reported: the last two bytes of a record of kind 3.
enum class DepartureReason : std::uint16_t { Removed = 1, OutOfInterest = 2, TimedOut = 3, SourceLost = 4 };

/// The publisher of a message that no subscriber sent.
inline constexpr std::uint32_t no_publisher = std::numeric_limits<std::uint32_t>::max();

inline constexpr std::size_t max_message_bytes = 8'192;
inline constexpr std::uint32_t max_inputs = 32;
/// The input of a message that came by a session.
inline constexpr std::uint8_t session_input = max_inputs;

/// PDU types of DIS that the relay distinguishes (IEEE 1278.1).
inline constexpr std::uint8_t pdu_entity_state = 1, pdu_fire = 2, pdu_detonation = 3, pdu_collision = 4,
                              pdu_remove = 12, pdu_start = 13, pdu_stop = 14, pdu_entity_state_update = 67;

/// PDU types with priority, unless a subscriber names others.
inline constexpr std::array priority_pdus{pdu_fire,  pdu_detonation, pdu_collision,
                                          pdu_start, pdu_stop,       pdu_remove};

/// Relays that a record may pass, at most.
inline constexpr std::uint8_t max_hops = 8;

/// The way of a record between relays: 16 bytes in front of it, with flag record_routed.
struct Route {
    std::uint64_t number = 0;  ///< number at the origin; 0: none yet
    std::uint32_t origin = 0;  ///< id of the relay that received it first
    std::uint8_t hops_left = 0;
    bool is_picture = false;  ///< known before it was asked for: no news
    friend bool operator==(const Route&, const Route&) = default;
};

/// A received message, with the data that filters need. Ownership: borrows its bytes for the time of a call.
struct Message {
    std::span<const std::byte> bytes;  ///< as received, at most max_message_bytes
    RecordKind kind = RecordKind::Dis;
    std::uint8_t flags = 0;    ///< flags of the index entry
    std::uint32_t source = 0;  ///< site << 16 | application; for addressed messages the address
    std::uint64_t arrival_ns = 0;
    std::uint64_t entity = 0;  ///< site << 32 | application << 16 | entity; 0: none
    std::uint8_t exercise = 0, pdu_type = 0, force = 0, entity_kind = 0, domain = 0;
    double longitude = std::numeric_limits<double>::quiet_NaN();  ///< degrees, NaN: no place
    double latitude = std::numeric_limits<double>::quiet_NaN();
    std::uint32_t publisher = no_publisher;  ///< subscriber that sent it
    std::uint8_t input = 0;                  ///< input by which it came, below max_inputs, or session_input
    bool is_standing = false;                ///< the entity's speed is 0
    Route route = {};                        ///< number 0: it has passed no relay before
    std::uint64_t sender = 0;                ///< number of the sender's address and port; 0: unknown
};

/// True when newer messages of its entity replace this one.
[[nodiscard]] constexpr bool is_state(const Message& message)
{
    return message.kind == RecordKind::Dis && message.entity != 0 &&
           (message.pdu_type == pdu_entity_state || message.pdu_type == pdu_entity_state_update);
}

}  // namespace farfield::net::relay
