#pragma once

#include <string_view>
#include <toml++/toml.h>

#include "model/fields/json.h"

namespace farfield::app {

/// A TOML table as JSON. Throws model::FieldError where a value has none: a date, a time, nan, inf.
[[nodiscard]] model::Json json_of(const toml::table& table);

/// Where in the text a path such as "rake[2].at" is.
struct TomlPlace {
    toml::source_position key;    ///< of its last part
    toml::source_position value;  ///< of it, or of the table or array that it should be in
};
/// path: as in model::FieldError.
[[nodiscard]] TomlPlace place_of(const toml::table& table, std::string_view path);

}  // namespace farfield::app
