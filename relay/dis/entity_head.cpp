#include "relay/dis/entity_head.h"

#include "relay/dis/entity_layout.h"
#include "relay/dis/event_layout.h"
#include "relay/dis/numbers.h"

namespace farfield::net::dis {

namespace {

/// True when all conditions hold. The caller computes all of them first, without a branch for each.
template <class... Conditions>
bool all(Conditions... conditions) noexcept
{
    return (static_cast<unsigned>(conditions) & ...) != 0U;
}

bool has_room_for_records(const Pdu& pdu, std::size_t count_offset) noexcept
{
    const auto count = std::to_integer<std::size_t>(pdu.bytes[count_offset]);
    return least_bytes_of(pdu.header.type) + count * variable_record_bytes <= pdu.bytes.size();
}

PduFault fault_of_state(const Pdu& pdu) noexcept
{
    namespace at = entity_state_offset;
    const std::byte* from = pdu.bytes.data();
    if (!has_room_for_records(pdu, at::articulations)) return PduFault::Articulations;
    return all(are_finite_floats(from + at::velocity), are_finite_doubles(from + at::location),
               are_finite_floats(from + at::orientation), are_finite_floats(from + at::acceleration),
               are_finite_floats(from + at::angular_velocity))
               ? PduFault::None
               : PduFault::NotFinite;
}

PduFault fault_of_update(const Pdu& pdu) noexcept
{
    namespace at = entity_update_offset;
    const std::byte* from = pdu.bytes.data();
    if (!has_room_for_records(pdu, at::articulations)) return PduFault::Articulations;
    return all(are_finite_floats(from + at::velocity), are_finite_doubles(from + at::location),
               are_finite_floats(from + at::orientation))
               ? PduFault::None
               : PduFault::NotFinite;
}

PduFault fault_of_fire(const Pdu& pdu) noexcept
{
    const std::byte* from = pdu.bytes.data();
    return all(are_finite_doubles(from + fire_offset::location),
               are_finite_floats(from + fire_offset::velocity))
               ? PduFault::None
               : PduFault::NotFinite;
}

PduFault fault_of_detonation(const Pdu& pdu) noexcept
{
    namespace at = detonation_offset;
    const std::byte* from = pdu.bytes.data();
    if (!has_room_for_records(pdu, at::articulations)) return PduFault::Articulations;
    return all(are_finite_floats(from + at::velocity), are_finite_doubles(from + at::location),
               are_finite_floats(from + at::location_in_body))
               ? PduFault::None
               : PduFault::NotFinite;
}

PduFault fault_of_collision(const Pdu& pdu) noexcept
{
    const std::byte* from = pdu.bytes.data();
    return all(are_finite_floats(from + collision_offset::velocity),
               are_finite_floats(from + collision_offset::location_in_body))
               ? PduFault::None
               : PduFault::NotFinite;
}

/// Offset of the location in a PDU of this type; 0 when it has none.
std::size_t location_offset_of(PduType type) noexcept
{
    switch (type) {
    case PduType::EntityState:
        return entity_state_offset::location;
    case PduType::EntityStateUpdate:
        return entity_update_offset::location;
    case PduType::Fire:
        return fire_offset::location;
    case PduType::Detonation:
        return detonation_offset::location;
    default:
        return 0;
    }
}

/// The first id of a PDU: the entity that it describes, or its sender.
EntityId first_id_of(const Pdu& pdu) noexcept
{
    const std::byte* from = pdu.bytes.data() + id_offset;
    // A decoded type is longer than its header.
    if (least_bytes_of(pdu.header.type) > pdu_header_bytes) return load_entity_id(from);
    if (pdu.bytes.size() < id_offset + 4) return {};
    return {load_big<std::uint16_t>(from), load_big<std::uint16_t>(from + 2), 0};
}

}  // namespace

PduFault content_fault_of(const Pdu& pdu) noexcept
{
    switch (pdu.header.type) {
    case PduType::EntityState:
        return fault_of_state(pdu);
    case PduType::EntityStateUpdate:
        return fault_of_update(pdu);
    case PduType::Fire:
        return fault_of_fire(pdu);
    case PduType::Detonation:
        return fault_of_detonation(pdu);
    case PduType::Collision:
        return fault_of_collision(pdu);
    default:
        return PduFault::None;
    }
}

PduFault read_entity_head(const Pdu& pdu, EntityHead& head) noexcept
{
    if (const PduFault fault = content_fault_of(pdu); fault != PduFault::None) return fault;
    const std::byte* from = pdu.bytes.data();
    EntityHead read{.id = first_id_of(pdu)};
    read.source = read.id.source();
    if (pdu.header.type == PduType::RemoveEntity) read.id = load_entity_id(from + control_offset::receiver);
    if (pdu.header.type == PduType::EntityState) {
        read.force = load_big<std::uint8_t>(from + entity_state_offset::force);
        read.kind = load_big<std::uint8_t>(from + entity_state_offset::type);
        read.domain = load_big<std::uint8_t>(from + entity_state_offset::type + 1);
    }
    if (const std::size_t offset = location_offset_of(pdu.header.type); offset != 0) {
        read.location = load_doubles(from + offset);
        read.has_place = is_place(read.location);
    }
    head = read;
    return PduFault::None;
}

}  // namespace farfield::net::dis
