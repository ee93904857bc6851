#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace farfield::compute {

/// A number in a text, and how many letters it takes.
struct TextNumber {
    double value = 0.0;
    std::size_t length = 0;
};

/// The number that a text begins with, as C, Fortran and Windows print them: "1.5", "+.5", "1D-3", "1.0-105"
/// (an exponent of three digits leaves Fortran no room for its letter), "NaN", "-Infinity", "1.#QNAN". Those
/// that are too small for a double are 0, those too large infinite. Nothing where it begins with none:
/// "****", which Fortran prints for a number that is too wide for its place. What follows is left to the
/// caller.
[[nodiscard]] std::optional<TextNumber> number_at(std::string_view text);

/// A word that is a number and nothing else.
[[nodiscard]] std::optional<double> whole_number(std::string_view word);

/// Rewrites the numbers of a text in C's spelling, for libraries that read no other; nothing where all have
/// it already. Words of numbers alone are changed, between spaces, quotes and the brackets of tags, also
/// those of several numbers without a blank between ("-0.1D-03-0.2D-03"). Each begins where it did, so that
/// columns stay.
[[nodiscard]] std::optional<std::string> with_plain_numbers(std::string_view text);

/// The first word that begins as a number does, or with an asterisk, and is none: "1,5", "****"; "" where
/// there is none.
[[nodiscard]] std::string_view word_that_is_no_number(std::string_view text);

}  // namespace farfield::compute
