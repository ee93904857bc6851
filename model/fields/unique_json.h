#pragma once

#include <cstddef>
#include <string_view>

#include "model/fields/json.h"

namespace farfield::model {

/// Parses JSON and refuses a member that an object has twice, of which other parsers keep one in silence. Its
/// time grows with the text's length alone, whatever the text is. Throws Json::exception as Json::parse()
/// does, and std::runtime_error for a member that is there twice, or for more than max_depth levels of arrays
/// and objects.
[[nodiscard]] Json parse_unique(std::string_view text, std::size_t max_depth);

}  // namespace farfield::model
