#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace farfield::model {

/// Insertions, deletions and substitutions of one character that make one word of the other.
/// Source: Wagner and Fischer, "The string-to-string correction problem", J. ACM 21, 1974.
[[nodiscard]] std::size_t edit_distance(std::string_view one, std::string_view other);

/// The word nearest to the one given; the first of several. Empty when there are none.
[[nodiscard]] std::string closest(std::string_view word, std::span<const std::string> words);

/// The same, where so little differs that it may have been meant: one letter, and one more of every five.
[[nodiscard]] std::string near_name(std::string_view word, std::span<const std::string> words);

/// The name beside a missing file that may have been meant. Empty when there is none; of a very large folder
/// only so much is looked at.
[[nodiscard]] std::string name_beside(const std::filesystem::path& missing);

/// The path of a file that is there and may have been meant by a missing one, as it can be typed in its
/// place: of a near name beside it, in a folder of a near name, or in a folder beside it. Empty when there is
/// none; of very large folders only so much is looked at.
[[nodiscard]] std::string near_path(const std::filesystem::path& missing);

}  // namespace farfield::model
