#pragma once

#include <string>
#include <string_view>

namespace farfield::net {

/// Text of a peer's as one line of a log can show it, in UTF-8: control characters, those of Unicode that
/// turn the direction of what follows, and bytes that are no UTF-8 become '?'; a text that is too long ends
/// in "...".
[[nodiscard]] std::string printable(std::string_view text, std::size_t max_bytes = 200);

/// Whether all of a text is UTF-8 (RFC 3629).
[[nodiscard]] bool is_utf8(std::string_view text);

}  // namespace farfield::net
