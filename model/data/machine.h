#pragma once

#include <nlohmann/json.hpp>

namespace farfield::model {

/// What figures were measured on: {"cpu", "cores", "memory_gib", "system"}. What the system does not tell is
/// absent.
[[nodiscard]] nlohmann::json describe_machine();

/// Now, in UTC: "2026-01-31T12:00:00Z".
[[nodiscard]] std::string utc_time();

}  // namespace farfield::model
