#pragma once

#include <cstddef>

/// Offsets in bytes from a PDU's beginning. Source: IEEE 1278.1-2012, 7.2.3, 7.3.2, 7.3.3, 7.5.3 to 7.5.5;
/// the same in versions 5 and 6 of the protocol.
namespace farfield::net::dis {

/// Fire, type 2: 96 bytes. The munition's type begins its descriptor of 16 bytes.
namespace fire_offset {
inline constexpr std::size_t target = 18, munition = 24, event = 30, location = 40, munition_type = 64,
                             velocity = 80;
}

/// Detonation, type 3: 104 bytes and 16 for each variable record.
namespace detonation_offset {
inline constexpr std::size_t target = 18, munition = 24, event = 30, velocity = 36, location = 48,
                             munition_type = 72, location_in_body = 88, result = 100, articulations = 101;
}

/// Collision, type 4: 60 bytes.
namespace collision_offset {
inline constexpr std::size_t target = 18, event = 24, velocity = 32, location_in_body = 48;
}

/// Remove Entity, Start/Resume, Stop/Freeze: types 12 to 14, 28, 44 and 40 bytes. Clock times are an i32 of
/// hours and a u32 of 3600 s / 2^31.
namespace control_offset {
inline constexpr std::size_t receiver = 18, remove_request = 24, real_time = 24, stop_reason = 32,
                             stop_behaviour = 33, stop_request = 36, start_simulation_time = 32,
                             start_request = 40;
}

}  // namespace farfield::net::dis
