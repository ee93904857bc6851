#include "relay/sockets/classification.h"

#include <algorithm>

#include "model/programs/bundles/entity_bundle.h"
#include "net/message/byte_order.h"
#include "relay/dis/entity_layout.h"
#include "relay/dis/time_stamp.h"

namespace farfield::net::relay {
namespace {

constexpr std::size_t address_bytes = 2;

bool has_priority(dis::PduType type)
{
    return std::ranges::find(priority_pdus, static_cast<std::uint8_t>(type)) != priority_pdus.end();
}

/// True for a state with velocity 0.
bool is_standing(const dis::Pdu& pdu)
{
    const std::size_t offset = pdu.header.type == dis::PduType::EntityState
                                   ? dis::entity_state_offset::velocity
                                   : dis::entity_update_offset::velocity;
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (load_big<float>(pdu.bytes.data() + offset + axis * sizeof(float)) != 0.0F) return false;
    return true;
}

/// True when it is late by the clock: its age at arrival, if it has a stamp, plus the wait since then.
bool is_old(std::uint32_t stamp, const DatagramOrigin& origin)
{
    if (origin.taken_ns == 0) return false;
    const std::uint64_t waited = origin.taken_ns - std::min(origin.taken_ns, origin.arrival_ns);
    return dis::stamp_age_ns(stamp, origin.arrival_ns).value_or(0) + waited > old_after_ns;
}

}  // namespace

Verdict verdict_of(DatagramKind kind, std::span<const std::byte> datagram)
{
    if (kind == DatagramKind::Addressed) {
        if (datagram.size() < address_bytes) return Verdict::Malformed;
        return (load_big<std::uint16_t>(datagram.data()) & 1U) != 0 ? Verdict::Priority : Verdict::Ordinary;
    }
    Verdict verdict = Verdict::Ordinary;
    const dis::WalkResult walked = dis::walk_pdus(datagram, [&verdict](const dis::Pdu& pdu) {
        if (has_priority(pdu.header.type)) verdict = Verdict::Priority;
    });
    return walked.pdus == 0 ? Verdict::Malformed : verdict;
}

Message message_of(const dis::Pdu& pdu, const dis::EntityHead& head, const DatagramOrigin& origin)
{
    Message message;
    message.bytes = pdu.bytes;
    message.flags = is_old(pdu.header.time_stamp, origin) ? model::record_old : std::uint8_t{0};
    message.source = head.source;
    message.arrival_ns = origin.arrival_ns;
    message.entity = head.id.key();
    message.exercise = pdu.header.exercise;
    message.pdu_type = static_cast<std::uint8_t>(pdu.header.type);
    message.force = head.force;
    message.entity_kind = head.kind;
    message.domain = head.domain;
    message.input = origin.input;
    message.sender = origin.sender;
    if (head.has_place) {
        const auto place = model::approximate_longitude_latitude(head.location);
        message.longitude = place.longitude_degrees;
        message.latitude = place.latitude_degrees;
    }
    message.is_standing = is_state(message) && is_standing(pdu);
    return message;
}

Message addressed_message(std::span<const std::byte> datagram, const DatagramOrigin& origin)
{
    Message message;
    message.bytes = datagram;
    message.kind = RecordKind::Addressed;
    message.source = load_big<std::uint16_t>(datagram.data());
    message.arrival_ns = origin.arrival_ns;
    message.input = origin.input;
    message.sender = origin.sender;
    return message;
}

}  // namespace farfield::net::relay
