#pragma once

#include <string>
#include <string_view>

#include "net/message/control_messages.h"

namespace farfield::net {

/// Parses JSON that comes from an untrusted peer. The result is_discarded() when the text is no JSON, has an
/// object with a duplicate member, or is nested deeper than max_json_depth: copying and writing out a value
/// takes stack for every level, so a deep value would end the program.
[[nodiscard]] Json parse_bounded_json(std::string_view text);

/// The fault of a text that parse_bounded_json() discards: the expectation and the place where the text fails
/// it, as in "expected JSON, found '}' at character 12".
[[nodiscard]] std::string json_fault(std::string_view text);

}  // namespace farfield::net
