#pragma once

#include <nlohmann/json.hpp>

namespace farfield::node {

/// What figures were measured on: {"cpu", "cores", "system", "simd"}; what the system does not tell is
/// absent.
[[nodiscard]] nlohmann::json machine_json();

}  // namespace farfield::node
