#pragma once

#include <cstdint>
#include <span>

#include "model/geometry/geocentric.h"
#include "net/dis/entity_head.h"
#include "net/relay/message.h"
#include "net/relay/sockets/shard.h"

namespace farfield::net::relay {

/// How the datagrams of an input are read.
enum class DatagramKind : std::uint8_t {
    Dis,        ///< PDUs, one or several
    Addressed,  ///< u16 address (its lowest bit: priority), then bytes
};

/// Where a datagram came from.
struct DatagramOrigin {
    std::uint8_t input = 0;
    std::uint64_t arrival_ns = 0;
    std::uint64_t sender = 0;  ///< address << 16 | port
    /// When the relay took it, of the same clock as its arrival; 0: of a file, where nothing is old.
    std::uint64_t taken_ns = 0;
};

/// What is behind the clock by more than this when it is taken is marked as old.
inline constexpr std::uint64_t old_after_ns = 5'000'000'000;

/// How a shard treats a datagram: malformed where its first message cannot be read, priority where any of
/// its messages has it.
[[nodiscard]] Verdict verdict_of(DatagramKind kind, std::span<const std::byte> datagram);

/// A PDU as a message. The head is one that read_entity_head() has read.
[[nodiscard]] Message message_of(const dis::Pdu& pdu, const dis::EntityHead& head,
                                 const DatagramOrigin& origin);
[[nodiscard]] Message addressed_message(std::span<const std::byte> datagram, const DatagramOrigin& origin);

/// Calls take(const Message&) for each message of a datagram. Returns how many PDUs at its end, or in it,
/// are malformed. Allocates nothing.
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
