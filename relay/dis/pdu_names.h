#pragma once

#include <cstdint>
#include <string_view>

namespace farfield::net::dis {

/// PDU types with names: 1 to 72.
inline constexpr std::uint8_t named_pdu_types = 72;

/// Name of a PDU type by its number, such as "Entity State"; empty for a number without a name.
/// Source: SISO-REF-010, "Enumerations for Simulation Interoperability", DIS PDU Type.
[[nodiscard]] std::string_view pdu_name(std::uint8_t type) noexcept;

}  // namespace farfield::net::dis
