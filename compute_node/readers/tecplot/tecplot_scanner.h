#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace farfield::compute {

/// Takes Tecplot's text apart: words, values behind equals signs, numbers. Borrows the text. Comments, from
/// '#' at the beginning of a line to its end, count as space; so do commas.
class TecplotScanner {
public:
    explicit TecplotScanner(std::string_view text) : text_{text} {}

    [[nodiscard]] bool at_end();
    /// Letters and what may follow them, in capitals; empty where something else is next, which stays. A word
    /// that is a number (NaN, Infinity) is none.
    [[nodiscard]] std::string take_word();
    /// Whether an equals sign is next, which is passed.
    bool take_equals();
    /// What stands behind an equals sign: in quotes, in brackets (of any depth), or up to a space or comma.
    [[nodiscard]] std::string take_value();
    [[nodiscard]] bool next_is_quoted();
    /// A number in a spelling of number_at(); nothing where none is next. Repetitions (3*0.5) are numbers.
    [[nodiscard]] std::optional<double> take_number();

    /// What is next, up to a space, which stays; shortened: for errors.
    [[nodiscard]] std::string_view next_word();
    /// The line, from 1 on, for errors.
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
