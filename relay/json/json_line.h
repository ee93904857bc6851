#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/geometry/attitude.h"
#include "net/message/control_messages.h"
#include "relay/dis/entity_state.h"
#include "relay/json/line_frame.h"

/// Entities as JSON, one object a line: docs/relay.md.
namespace farfield::net::relay {

inline constexpr std::size_t max_json_line = 4'096;      ///< bytes, without the newline
inline constexpr std::size_t max_entity_name = 256;      ///< bytes of an id or a label, UTF-8
inline constexpr std::size_t max_entity_values = 1'024;  ///< bytes of the values as JSON
inline constexpr double max_local_metres = 1'000'000.0;  ///< largest size of x, y and z
inline constexpr double max_line_speed = 1'000'000.0;    ///< m/s

/// Reason for refusing an entity that was read without a fault.
inline constexpr auto* no_room_for_id = "there are max_entities others, none of them stale";

/// Contents of one line.
struct JsonEntity {
    std::string id;
    std::string label;   ///< empty: none
    std::string values;  ///< JSON object of numbers without a meaning here; empty: none
    /// Force, type and location; in the scene's frame when `flags` has record_local.
    dis::EntityState state = {};
    std::uint8_t flags = 0;      ///< record_local, record_without_height
    model::LocalAxes axes = {};  ///< axes of heading, pitch and roll, in the location's frame
    std::optional<double> heading = std::nullopt;  ///< degrees
    double pitch = 0.0, roll = 0.0;                ///< degrees
    double speed = 0.0;                            ///< m/s
    std::optional<double> time = std::nullopt;     ///< time of the state, s since 1970
};

/// Reads one line. Throws model::FieldError with the member and the expectation, and std::runtime_error for a
/// text that is no JSON object of at most max_json_line bytes.
[[nodiscard]] JsonEntity read_json_line(std::string_view line, const LineFrame& frame);
/// Reads a parsed object like read_json_line().
[[nodiscard]] JsonEntity read_json_entity(const Json& object, const LineFrame& frame);

/// Sets a state's orientation and, along its heading, its velocity.
void orient(dis::EntityState& state, const model::Attitude& attitude, double speed,
            const model::LocalAxes& axes);

}  // namespace farfield::net::relay
