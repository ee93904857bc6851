#pragma once

#include <nlohmann/json.hpp>

namespace farfield::model {

/// JSON as it is read and written everywhere.
using Json = nlohmann::json;

}  // namespace farfield::model
