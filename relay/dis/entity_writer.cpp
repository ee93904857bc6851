#include "relay/dis/entity_writer.h"

#include "relay/dis/numbers.h"

#include <algorithm>

namespace farfield::net::dis {

namespace {

constexpr std::uint8_t entity_information_family = 1;
constexpr std::uint8_t ascii_character_set = 1;

void store_entity_type(std::byte* to, const EntityType& type) noexcept
{
    store_big(to, type.kind);
    store_big(to + 1, type.domain);
    store_big(to + 2, type.country);
    store_big(to + 4, type.category);
    store_big(to + 5, type.subcategory);
    store_big(to + 6, type.specific);
    store_big(to + 7, type.extra);
}

void store_header(std::byte* to, const EntityState& state) noexcept
{
    store_big(to, max_version);
    store_big(to + 1, state.exercise);
    store_big(to + 2, static_cast<std::uint8_t>(PduType::EntityState));
    store_big(to + 3, entity_information_family);
    store_big(to + 4, state.time_stamp);
    store_big(to + 8, static_cast<std::uint16_t>(entity_state_bytes));
}

}  // namespace

void write_entity_state(const EntityState& state, std::span<std::byte, entity_state_bytes> to) noexcept
{
    namespace at = entity_state_offset;
    std::ranges::fill(to, std::byte{0});
    std::byte* begin = to.data();
    store_header(begin, state);
    store_entity_id(begin + id_offset, state.id);
    store_big(begin + at::force, state.force);
    store_entity_type(begin + at::type, state.type);
    store_entity_type(begin + at::alternative_type, state.alternative_type);
    store_floats(begin + at::velocity, state.velocity);
    store_doubles(begin + at::location, state.location);
    store_floats(begin + at::orientation,
                 {state.orientation.psi, state.orientation.theta, state.orientation.phi});
    store_big(begin + at::appearance, state.appearance);
    store_big(begin + at::algorithm, state.algorithm);
    store_floats(begin + at::acceleration, state.acceleration);
    store_floats(begin + at::angular_velocity, state.angular_velocity);
    store_big(begin + at::character_set, ascii_character_set);
    std::ranges::copy(std::as_bytes(std::span(state.marking.text())), begin + at::marking);
    store_big(begin + at::capabilities, state.capabilities);
}

}  // namespace farfield::net::dis
