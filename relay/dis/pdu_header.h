#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

/// Protocol data units (PDUs) of Distributed Interactive Simulation, and their arrangement in a datagram.
/// Sources: IEEE 1278.1-1995, IEEE 1278.1a-1998 and IEEE 1278.1-2012; versions 5, 6 and 7 of the protocol.
/// All fields are big-endian.
namespace farfield::net::dis {

inline constexpr std::size_t pdu_header_bytes = 12;
inline constexpr std::uint8_t min_version = 5;
inline constexpr std::uint8_t max_version = 7;

/// PDU types that are decoded. For all other types only the header and the source are read.
enum class PduType : std::uint8_t {
    EntityState = 1,
    Fire = 2,
    Detonation = 3,
    Collision = 4,
    RemoveEntity = 12,
    StartResume = 13,
    StopFreeze = 14,
    EntityStateUpdate = 67,
};

/// The first 12 bytes: version u8, exercise u8, type u8, family u8, time stamp u32, length u16 and two bytes
/// that are not read (status since version 7, padding before).
struct PduHeader {
    std::uint8_t version = 0;
    std::uint8_t exercise = 0;
    PduType type{};  ///< any number
    std::uint8_t family = 0;
    std::uint32_t time_stamp = 0;  ///< in the form of time_stamp.h
    std::uint16_t length = 0;      ///< bytes of the PDU, including this header
};

/// The fault of a PDU. The first four leave the rest of the datagram unreadable.
enum class PduFault : std::uint8_t {
    None,
    Truncated,      ///< fewer bytes than a header
    Version,        ///< version other than 5, 6, 7
    TooShort,       ///< length below the least of the type
    TooLong,        ///< length beyond the datagram
    Articulations,  ///< more variable records than the length has room for
    NotFinite,      ///< a number that is NaN or infinite
};

/// Text of a fault as part of a sentence, such as "its length is beyond the datagram"; static.
[[nodiscard]] const char* text_of(PduFault fault) noexcept;

/// A PDU as received. Ownership: borrows the datagram.
struct Pdu {
    PduHeader header;
    std::span<const std::byte> bytes;  ///< header.length bytes, at least least_bytes_of(header.type)
};

/// Bytes of a type's fixed part; for types that are not decoded, bytes of the header.
[[nodiscard]] std::size_t least_bytes_of(PduType type) noexcept;

/// Reads the PDU at the beginning of `rest`. pdu is unchanged unless the result is None.
[[nodiscard]] PduFault read_pdu(std::span<const std::byte> rest, Pdu& pdu) noexcept;

/// `rest` without the zero bytes at its beginning, which are padding between PDUs: a version is never 0.
[[nodiscard]] std::span<const std::byte> without_padding(std::span<const std::byte> rest) noexcept;

struct WalkResult {
    std::uint32_t pdus = 0;           ///< number of PDUs visited
    PduFault fault = PduFault::None;  ///< fault that ended the walk early
    std::size_t unread_bytes = 0;     ///< bytes from the malformed PDU to the datagram's end

    /// Number of malformed PDUs: 0 or 1, since the walk ends at the first.
    [[nodiscard]] std::uint32_t malformed() const noexcept { return fault == PduFault::None ? 0 : 1; }
};

/// Calls visit(const Pdu&) for each PDU of a datagram, in order, up to the first malformed one. An empty
/// datagram is Truncated. Reads no byte outside of the datagram, allocates nothing.
template <typename Visit>
WalkResult walk_pdus(std::span<const std::byte> datagram, Visit&& visit)
{
    WalkResult result;
    std::span<const std::byte> rest = datagram;
    do {
        Pdu pdu;
        result.fault = read_pdu(rest, pdu);
        if (result.fault != PduFault::None) {
            result.unread_bytes = rest.size();
            return result;
        }
        ++result.pdus;
        visit(static_cast<const Pdu&>(pdu));
        rest = without_padding(rest.subspan(pdu.bytes.size()));
    } while (!rest.empty());
    return result;
}

}  // namespace farfield::net::dis
