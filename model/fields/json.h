#pragma once

#include <nlohmann/json.hpp>

namespace farfield::model {

/// The JSON type of all modules.
using Json = nlohmann::json;

}  // namespace farfield::model
