#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace farfield::compute {

/// A number in a text, and the number of characters that it takes.
struct TextNumber {
    double value = 0.0;
    std::size_t length = 0;
};

/// The number that a text begins with, as C, Fortran and Windows print them: "1.5", "+.5", "1D-3", "1.0-105"
/// (an exponent of three digits leaves Fortran no room for its letter), "NaN", "-Infinity", "1.#QNAN".
/// Numbers too small for a double are 0, those too large infinite. None where the text begins with no
/// number, such as "****", which Fortran prints for a number too wide for its place. The text behind it is
/// ignored.
[[nodiscard]] std::optional<TextNumber> number_at(std::string_view text);

/// The number that a word is; none where the word has anything else.
[[nodiscard]] std::optional<double> whole_number(std::string_view word);

/// Rewrites the numbers of a text in C's spelling, for libraries that read no other; none where all have
/// it already. Only words of numbers, between spaces, quotes and the brackets of tags, are changed, also
/// those of several numbers without a blank between ("-0.1D-03-0.2D-03"). Each number keeps its first
/// column.
[[nodiscard]] std::optional<std::string> with_plain_numbers(std::string_view text);

/// The first word that begins like a number, or with an asterisk, but is none: "1,5", "****"; "" where there
/// is no such word.
[[nodiscard]] std::string_view word_that_is_no_number(std::string_view text);

}  // namespace farfield::compute
