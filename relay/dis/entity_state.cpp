#include "relay/dis/entity_state.h"

#include "relay/dis/entity_head.h"
#include "relay/dis/numbers.h"

#include <algorithm>

namespace farfield::net::dis {

namespace {

model::EulerAngles load_angles(const std::byte* from) noexcept
{
    const glm::dvec3 angles = load_floats(from);
    return {angles.x, angles.y, angles.z};
}

/// Reads the fields that both types have at the same offsets.
void read_common(const Pdu& pdu, EntityState& state) noexcept
{
    state.exercise = pdu.header.exercise;
    state.time_stamp = pdu.header.time_stamp;
    state.id = load_entity_id(pdu.bytes.data() + id_offset);
    state.articulations = load_big<std::uint8_t>(pdu.bytes.data() + entity_state_offset::articulations);
}

void read_state(const std::byte* from, EntityState& state) noexcept
{
    namespace at = entity_state_offset;
    state.force = load_big<std::uint8_t>(from + at::force);
    state.type = load_entity_type(from + at::type);
    state.alternative_type = load_entity_type(from + at::alternative_type);
    state.velocity = load_floats(from + at::velocity);
    state.location = load_doubles(from + at::location);
    state.orientation = load_angles(from + at::orientation);
    state.appearance = load_big<std::uint32_t>(from + at::appearance);
    state.algorithm = load_big<std::uint8_t>(from + at::algorithm);
    state.acceleration = load_floats(from + at::acceleration);
    state.angular_velocity = load_floats(from + at::angular_velocity);
    state.marking = Marking({reinterpret_cast<const char*>(from + at::marking), marking_bytes});
    state.capabilities = load_big<std::uint32_t>(from + at::capabilities);
}

void read_update(const std::byte* from, EntityState& state) noexcept
{
    namespace at = entity_update_offset;
    state.velocity = load_floats(from + at::velocity);
    state.location = load_doubles(from + at::location);
    state.orientation = load_angles(from + at::orientation);
    state.appearance = load_big<std::uint32_t>(from + at::appearance);
}

}  // namespace

EntityType load_entity_type(const std::byte* from) noexcept
{
    return {.kind = load_big<std::uint8_t>(from),
            .domain = load_big<std::uint8_t>(from + 1),
            .country = load_big<std::uint16_t>(from + 2),
            .category = load_big<std::uint8_t>(from + 4),
            .subcategory = load_big<std::uint8_t>(from + 5),
            .specific = load_big<std::uint8_t>(from + 6),
            .extra = load_big<std::uint8_t>(from + 7)};
}

Marking::Marking(std::string_view text) noexcept
{
    text = text.substr(0, std::min(text.find('\0'), marking_bytes));
    text = text.substr(0, text.find_last_not_of(' ') + 1);
    size_ = text.size();
    std::ranges::transform(text, characters_.begin(), [](char c) { return c >= ' ' && c <= '~' ? c : '.'; });
}

PduFault read_entity_state(const Pdu& pdu, EntityState& state) noexcept
{
    if (const PduFault fault = content_fault_of(pdu); fault != PduFault::None) return fault;
    read_common(pdu, state);
    if (pdu.header.type == PduType::EntityState)
        read_state(pdu.bytes.data(), state);
    else
        read_update(pdu.bytes.data(), state);
    state.has_place = is_place(state.location);
    return PduFault::None;
}

Reckoning reckoning_of(const EntityState& state) noexcept
{
    const bool is_frozen = (state.appearance & appearance_frozen) != 0;
    const bool is_known = state.algorithm >= 1 && state.algorithm <= 9;
    const bool is_too_fast = glm::length(state.velocity) > most_reckoned_speed;
    const bool is_moving = state.has_place && is_known && !is_frozen && !is_too_fast;
    return {.algorithm =
                is_moving ? static_cast<ReckoningAlgorithm>(state.algorithm) : ReckoningAlgorithm::Static,
            .location = state.location,
            .velocity = state.velocity,
            .acceleration = state.acceleration,
            .angular_velocity = state.angular_velocity,
            .orientation = state.orientation};
}

}  // namespace farfield::net::dis
