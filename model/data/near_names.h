#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace farfield::model {

/// The number of insertions, deletions and substitutions of one character that turn one word into the other.
/// Source: Wagner and Fischer, "The string-to-string correction problem", J. ACM 21, 1974.
[[nodiscard]] std::size_t edit_distance(std::string_view one, std::string_view other);

/// The word of the list nearest to `word`; the first of equals. Empty when the list is.
[[nodiscard]] std::string closest(std::string_view word, std::span<const std::string> words);

/// The word as closest() finds it, if it differs by at most one letter and one more for every five.
[[nodiscard]] std::string near_name(std::string_view word, std::span<const std::string> words);

/// The name beside a missing file that the user may have meant. Empty when there is none. In a very large
/// folder only some of the names are compared.
[[nodiscard]] std::string name_beside(const std::filesystem::path& missing);

/// The path of an existing file that the user may have meant by a missing one, ready to be typed in its
/// place: a near name beside it, in a folder of a near name, or in a folder beside it. Empty when there is
/// none. In very large folders only some of the names are compared.
[[nodiscard]] std::string near_path(const std::filesystem::path& missing);

}  // namespace farfield::model
