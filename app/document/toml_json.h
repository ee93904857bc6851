#pragma once

#include <string_view>
#include <toml++/toml.h>

#include "model/fields/json.h"

namespace farfield::app {

/// Converts a TOML table to JSON. Throws model::FieldError for values that JSON lacks: date, time, nan, inf.
[[nodiscard]] model::Json json_of(const toml::table& table);

/// Position in the text of a path such as "rake[2].at".
struct TomlPlace {
    toml::source_position key;    ///< of the path's last part
    toml::source_position value;  ///< of the value, or of the table or array that should hold it
};
/// Finds a path's place. path: as in model::FieldError.
[[nodiscard]] TomlPlace place_of(const toml::table& table, std::string_view path);

}  // namespace farfield::app
