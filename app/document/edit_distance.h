#pragma once

#include <span>
#include <string>
#include <string_view>

namespace farfield::app {

/// Insertions, deletions and substitutions of one character that make one word of the other.
/// Source: Wagner and Fischer, "The string-to-string correction problem", J. ACM 21, 1974.
[[nodiscard]] std::size_t edit_distance(std::string_view one, std::string_view other);

/// The word nearest to the one given; the first of several. Empty when there are none.
[[nodiscard]] std::string closest(std::string_view word, std::span<const std::string> words);

}  // namespace farfield::app
