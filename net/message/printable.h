#pragma once

#include <string>
#include <string_view>

namespace farfield::net {

/// A peer's text as one line of a log can show it, in UTF-8: control characters, Unicode's characters that
/// change the direction of text, and bytes that are not UTF-8 become '?'; a text that is too long ends in
/// "...".
[[nodiscard]] std::string printable(std::string_view text, std::size_t max_bytes = 200);

/// True when the whole text is UTF-8 (RFC 3629).
[[nodiscard]] bool is_utf8(std::string_view text);

}  // namespace farfield::net
