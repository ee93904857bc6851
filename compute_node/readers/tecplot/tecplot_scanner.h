#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace farfield::compute {

/// A scanner of Tecplot's text: words, values behind equals signs, numbers. Borrows the text. Comments, from
/// '#' at the beginning of a line to its end, count as space; so do commas.
class TecplotScanner {
public:
    explicit TecplotScanner(std::string_view text) : text_{text} {}

    [[nodiscard]] bool at_end();
    /// Takes a word, in capitals: letters and what may follow them; empty where something else is next, which
    /// is not taken. A word that is a number (NaN, Infinity) is not taken either.
    [[nodiscard]] std::string take_word();
    /// Skips an equals sign if one is next; returns whether it did.
    bool take_equals();
    /// The value behind an equals sign: in quotes, in brackets (of any depth), or up to a space or comma.
    [[nodiscard]] std::string take_value();
    [[nodiscard]] bool next_is_quoted();
    /// Takes a number as number_at() reads it; none where none is next. Repetitions (3*0.5) are numbers.
    [[nodiscard]] std::optional<double> take_number();

    /// The text up to the next space, shortened, for errors; it is not taken.
    [[nodiscard]] std::string_view next_word();
    /// The number of the line, from 1, for errors.
    [[nodiscard]] std::size_t line() const;

private:
    void skip_space();
    [[nodiscard]] std::optional<double> take_one_number();

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t repeats_ = 0;
    double repeated_ = 0.0;
};

}  // namespace farfield::compute
