#pragma once

#include <nlohmann/json.hpp>

namespace farfield::model {

/// The machine on which figures were measured: {"cpu", "cores", "memory_gib", "system"}. Unknown members are
/// absent.
[[nodiscard]] nlohmann::json describe_machine();

/// The present time in UTC: "2026-01-31T12:00:00Z".
[[nodiscard]] std::string utc_time();

}  // namespace farfield::model
