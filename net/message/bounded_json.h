#pragma once

#include <string>
#include <string_view>

#include "net/message/control_messages.h"

namespace farfield::net {

/// Reads JSON that a stranger sent. The result is_discarded() when the text is no JSON, has an object with a
/// member twice, or is nested deeper than max_json_depth: copying and writing out a value takes stack for
/// every level, so a deep one would end the program.
[[nodiscard]] Json parse_bounded_json(std::string_view text);

/// Of a text that is discarded: what was expected, and where the text stops being that, "expected JSON, found
/// '}' at character 12".
[[nodiscard]] std::string json_fault(std::string_view text);

}  // namespace farfield::net
