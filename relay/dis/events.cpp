#include "relay/dis/events.h"

#include "relay/dis/entity_head.h"
#include "relay/dis/event_layout.h"
#include "relay/dis/numbers.h"

namespace farfield::net::dis {

namespace {

EventId load_event_id(const std::byte* from) noexcept
{
    const EntityId id = load_entity_id(from);
    return {id.site, id.application, id.entity};
}

void read_fire(const std::byte* from, EntityEvent& event) noexcept
{
    namespace at = fire_offset;
    event.target = load_entity_id(from + at::target);
    event.munition = load_entity_id(from + at::munition);
    event.event = load_event_id(from + at::event);
    event.location = load_doubles(from + at::location);
    event.munition_type = load_entity_type(from + at::munition_type);
    event.velocity = load_floats(from + at::velocity);
}

void read_detonation(const std::byte* from, EntityEvent& event) noexcept
{
    namespace at = detonation_offset;
    event.target = load_entity_id(from + at::target);
    event.munition = load_entity_id(from + at::munition);
    event.event = load_event_id(from + at::event);
    event.velocity = load_floats(from + at::velocity);
    event.location = load_doubles(from + at::location);
    event.munition_type = load_entity_type(from + at::munition_type);
    event.location_in_body = load_floats(from + at::location_in_body);
    event.result = load_big<std::uint8_t>(from + at::result);
}

void read_collision(const std::byte* from, EntityEvent& event) noexcept
{
    namespace at = collision_offset;
    event.target = load_entity_id(from + at::target);
    event.event = load_event_id(from + at::event);
    event.velocity = load_floats(from + at::velocity);
    event.location_in_body = load_floats(from + at::location_in_body);
}

}  // namespace

PduFault read_event(const Pdu& pdu, EntityEvent& event) noexcept
{
    if (const PduFault fault = content_fault_of(pdu); fault != PduFault::None) return fault;
    const std::byte* from = pdu.bytes.data();
    EntityEvent read;
    read.kind = pdu.header.type;
    read.exercise = pdu.header.exercise;
    read.time_stamp = pdu.header.time_stamp;
    read.shooter = load_entity_id(from + id_offset);
    if (read.kind == PduType::Fire) read_fire(from, read);
    if (read.kind == PduType::Detonation) read_detonation(from, read);
    if (read.kind == PduType::Collision) read_collision(from, read);
    read.has_place = is_place(read.location);
    event = read;
    return PduFault::None;
}

EntityControl read_control(const Pdu& pdu) noexcept
{
    namespace at = control_offset;
    const std::byte* from = pdu.bytes.data();
    EntityControl control{.kind = pdu.header.type,
                          .exercise = pdu.header.exercise,
                          .time_stamp = pdu.header.time_stamp,
                          .sender = load_entity_id(from + id_offset),
                          .receiver = load_entity_id(from + at::receiver)};
    if (control.kind == PduType::RemoveEntity)
        control.request = load_big<std::uint32_t>(from + at::remove_request);
    if (control.kind == PduType::StartResume)
        control.request = load_big<std::uint32_t>(from + at::start_request);
    if (control.kind == PduType::StopFreeze) {
        control.stop_reason = load_big<std::uint8_t>(from + at::stop_reason);
        control.stop_behaviour = load_big<std::uint8_t>(from + at::stop_behaviour);
        control.request = load_big<std::uint32_t>(from + at::stop_request);
    }
    return control;
}

}  // namespace farfield::net::dis
