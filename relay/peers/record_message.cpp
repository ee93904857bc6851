#include "relay/peers/record_message.h"

#include <limits>

#include "relay/files/played_content.h"

namespace farfield::net::relay {
namespace {

/// Flags that remain true on a record's way through another relay.
constexpr std::uint8_t lasting_flags =
    model::record_conflated | model::record_old | model::record_local | model::record_without_height;

std::optional<Message> pdu_message(std::span<const std::byte> bytes, const DatagramOrigin& origin)
{
    dis::Pdu pdu;
    dis::EntityHead head;
    if (dis::read_pdu(bytes, pdu) != dis::PduFault::None || pdu.bytes.size() != bytes.size() ||
        dis::read_entity_head(pdu, head) != dis::PduFault::None)
        return std::nullopt;
    return message_of(pdu, head, origin);
}

std::optional<Message> content_of(const Record& record, const DatagramOrigin& origin)
{
    constexpr std::size_t address_bytes = 2;
    switch (record.kind) {
    case RecordKind::Dis:
        return pdu_message(record.bytes, origin);
    case RecordKind::Addressed:
        if (record.bytes.size() < address_bytes) return std::nullopt;
        return addressed_message(record.bytes, origin);
    case RecordKind::Name:
    case RecordKind::Values: {
        const Message message = described_entity({.bytes = record.bytes, .kind = record.kind}, origin);
        return message.entity != 0 ? std::optional{message} : std::nullopt;
    }
    default:
        return std::nullopt;
    }
}

}  // namespace

std::optional<Message> message_of(const Record& record, const DatagramOrigin& origin)
{
    if (record.bytes.size() > max_message_bytes) return std::nullopt;
    auto message = content_of(record, origin);
    if (!message) return message;
    message->flags = record.flags & lasting_flags;
    // Metres in a scene are no place on the Earth.
    constexpr double no_place = std::numeric_limits<double>::quiet_NaN();
    if ((record.flags & model::record_local) != 0) message->longitude = message->latitude = no_place;
    return message;
}

}  // namespace farfield::net::relay
