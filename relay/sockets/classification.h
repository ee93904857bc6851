#pragma once

#include <cstdint>
#include <span>

#include "model/geometry/geocentric.h"
#include "relay/core/message.h"
#include "relay/dis/entity_head.h"
#include "relay/sockets/shard.h"

namespace farfield::net::relay {

/// Form of an input's datagrams.
enum class DatagramKind : std::uint8_t {
    Dis,        ///< PDUs, one or several
    Addressed,  ///< u16 address (lowest bit: priority), then bytes
};

/// Origin of a datagram.
struct DatagramOrigin {
    std::uint8_t input = 0;
    std::uint64_t arrival_ns = 0;
    std::uint64_t sender = 0;  ///< address << 16 | port
    /// Time when the relay took it, on the clock of its arrival; 0: from a file, where no message is old.
    std::uint64_t taken_ns = 0;
};

/// Delay beyond which a message is marked as old when it is taken.
inline constexpr std::uint64_t old_after_ns = 5'000'000'000;

/// A shard's treatment of a datagram: malformed when its first message cannot be read, priority when any of
/// its messages has it.
[[nodiscard]] Verdict verdict_of(DatagramKind kind, std::span<const std::byte> datagram);

/// Makes a message of a PDU. head: as read by read_entity_head().
[[nodiscard]] Message message_of(const dis::Pdu& pdu, const dis::EntityHead& head,
                                 const DatagramOrigin& origin);
[[nodiscard]] Message addressed_message(std::span<const std::byte> datagram, const DatagramOrigin& origin);

/// Calls take(const Message&) for each message of a datagram. Returns the number of malformed PDUs in it.
/// Allocates nothing.
template <class Take>
std::uint32_t read_messages(DatagramKind kind, std::span<const std::byte> datagram,
                            const DatagramOrigin& origin, Take&& take)
{
    if (kind == DatagramKind::Addressed) {
        take(addressed_message(datagram, origin));
        return 0;
    }
    std::uint32_t malformed = 0;
    const dis::WalkResult walked = dis::walk_pdus(datagram, [&](const dis::Pdu& pdu) {
        dis::EntityHead head;
        if (dis::read_entity_head(pdu, head) != dis::PduFault::None)
            ++malformed;
        else
            take(message_of(pdu, head, origin));
    });
    return malformed + walked.malformed();
}

}  // namespace farfield::net::relay
