#pragma once

#include "relay/dis/entity_state.h"

namespace farfield::net::dis {

/// Writes an Entity State PDU of version 7 without variable records: ignores the state's articulations and
/// has_place. Numbers beyond binary32 become infinite, which readers refuse. Allocates nothing.
void write_entity_state(const EntityState& state, std::span<std::byte, entity_state_bytes> to) noexcept;

}  // namespace farfield::net::dis
