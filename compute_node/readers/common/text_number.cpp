#include "compute_node/readers/common/text_number.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <string>
#include <system_error>

namespace farfield::compute {

namespace {

constexpr bool separates(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || c == '<' || c == '>' || c == '"' || c == '\'';
}

bool is_decimal(char c)
{
    return c >= '0' && c <= '9';
}

bool is_sign(char c)
{
    return c == '+' || c == '-';
}

bool is_letter_of_exponent(char c)
{
    return c == 'd' || c == 'D' || c == 'q' || c == 'Q' || c == 'e' || c == 'E';
}

std::size_t digits_at(std::string_view text)
{
    return std::min(text.find_first_not_of("0123456789"), text.size());
}

/// Length of an exponent that C does not have, behind a mantissa: "D-3", or "-105" behind a point.
std::size_t foreign_exponent(std::string_view mantissa, std::string_view rest)
{
    constexpr std::size_t most_digits = 4;
    if (rest.empty()) return 0;
    const bool has_letter = is_letter_of_exponent(rest.front());
    if (!has_letter && (!is_sign(rest.front()) || mantissa.find('.') == std::string_view::npos)) return 0;
    std::size_t at = has_letter ? 1 : 0;
    if (at < rest.size() && is_sign(rest[at])) ++at;
    const std::size_t digits = digits_at(rest.substr(at));
    const bool goes_on = at + digits < rest.size() && rest[at + digits] == '.';  // the next of a fixed width
    return digits == 0 || digits > most_digits || goes_on ? 0 : at + digits;
}

/// The value of a number beyond the range of binary64.
double beyond_range(std::string_view spelled)
{
    const bool is_tiny = spelled.find("e-") != std::string_view::npos ||
                         spelled.find("E-") != std::string_view::npos || spelled.find("0.") == 0;
    const double infinite = std::numeric_limits<double>::infinity();
    return is_tiny ? 0.0 : spelled.starts_with('-') ? -infinite : infinite;
}

/// The number in "1.#INF", "-1.#IND", "1.#QNAN000", as the C library of older Windows prints it.
std::optional<TextNumber> windows_number(std::string_view text, std::size_t begin)
{
    struct Spelled {
        std::string_view word;
        double value;
    };
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr std::array known{Spelled{"#INF", std::numeric_limits<double>::infinity()}, Spelled{"#IND", nan},
                               Spelled{"#QNAN", nan}, Spelled{"#SNAN", nan}};
    for (const auto& [word, value] : known)
        if (text.substr(begin).starts_with(word)) {
            const std::size_t end = begin + word.size();
            return TextNumber{text.starts_with('-') ? -value : value, end + digits_at(text.substr(end))};
        }
    return std::nullopt;
}

/// A number with its sign, which may be '+'.
std::optional<TextNumber> with_foreign_spelling(std::string_view text, std::size_t mantissa_end)
{
    if (auto found = windows_number(text, mantissa_end)) return found;
    const std::size_t length = foreign_exponent(text.substr(0, mantissa_end), text.substr(mantissa_end));
    if (length == 0) return std::nullopt;
    std::string spelled{text.substr(0, mantissa_end)};
    std::string_view exponent = text.substr(mantissa_end, length);
    if (!is_sign(exponent.front())) exponent.remove_prefix(1);
    spelled += 'e';
    spelled += exponent;
    double value = 0.0;
    const auto [end, error] = std::from_chars(spelled.data(), spelled.data() + spelled.size(), value);
    if (error == std::errc::result_out_of_range) value = beyond_range(spelled);
    return TextNumber{value, mantissa_end + length};
}

/// True when C reads a word, which is a number, as that number.
bool is_plain(std::string_view word)
{
    for (std::size_t i = 1; i < word.size(); ++i) {
        const bool after_digit = is_decimal(word[i - 1]) || word[i - 1] == '.';
        if (after_digit && (is_sign(word[i]) || word[i] == '#')) return false;
        if (word[i] == 'd' || word[i] == 'D' || word[i] == 'q' || word[i] == 'Q') return false;
    }
    return true;
}

/// Calls visit(number, value) for the numbers that a word is: one, or several of a fixed width with their
/// signs between them. Returns false at the first character that belongs to no number.
template <class Visit>
bool for_each_number(std::string_view word, const Visit& visit)
{
    for (bool is_first = true; !word.empty(); is_first = false) {
        const auto found = is_first || is_sign(word.front()) ? number_at(word) : std::nullopt;
        if (!found) return false;
        visit(word.substr(0, found->length), found->value);
        word.remove_prefix(found->length);
    }
    return true;
}

bool are_numbers(std::string_view word)
{
    return for_each_number(word, [](std::string_view, double) {});
}

/// A number's digits without a point, "-1234567e-17", which takes no more room than "-.1234567-10".
std::string without_point(double value)
{
    std::array<char, 32> letters{};
    const auto written =
        std::to_chars(letters.data(), letters.data() + letters.size(), value, std::chars_format::scientific);
    const std::string text{letters.data(), written.ptr};
    const std::size_t point = text.find('.'), letter = text.find('e');
    if (point == std::string::npos || letter == std::string::npos) return text;
    const int decimals = static_cast<int>(letter - point) - 1;
    return fmt::format("{}{}e{}", text.substr(0, point), text.substr(point + 1, letter - point - 1),
                       std::stoi(text.substr(letter + 1)) - decimals);
}

/// The numbers of a word in C's spelling, each in its old place; none where the word is no number, or all are
/// spelled so.
std::optional<std::string> with_plain_spelling(std::string_view word)
{
    std::string plain;
    bool is_foreign = false;
    const bool are = for_each_number(word, [&](std::string_view number, double value) {
        std::string spelled = fmt::format("{}", value);
        if (spelled.size() > number.size()) spelled = without_point(value);
        plain += fmt::format("{:<{}}", spelled, number.size());
        is_foreign |= !is_plain(number);
    });
    return are && is_foreign ? std::optional{plain} : std::nullopt;
}

/// Calls visit(word) for each word of a text up to one for which it returns true.
template <class Visit>
void for_each_word(std::string_view text, const Visit& visit)
{
    for (std::size_t at = 0;;) {
        while (at < text.size() && separates(text[at])) ++at;
        if (at == text.size()) return;
        std::size_t end = at;
        while (end < text.size() && !separates(text[end])) ++end;
        if (visit(text.substr(at, end - at))) return;
        at = end;
    }
}

}  // namespace

std::optional<TextNumber> number_at(std::string_view text)
{
    const std::size_t plus = text.starts_with('+') ? 1 : 0;
    const std::string_view unsigned_text = text.substr(plus);
    if (plus > 0 && unsigned_text.starts_with('-')) return std::nullopt;
    double value = 0.0;
    const char* begin = unsigned_text.data();
    const auto [end, error] = std::from_chars(begin, begin + unsigned_text.size(), value);
    if (error == std::errc::invalid_argument) return std::nullopt;
    const auto length = static_cast<std::size_t>(end - begin);
    if (length < unsigned_text.size() && unsigned_text[length] != ' ' && unsigned_text[length] != '\n')
        if (auto found = with_foreign_spelling(unsigned_text, length)) {
            found->length += plus;
            return found;
        }
    if (error == std::errc::result_out_of_range) value = beyond_range(unsigned_text.substr(0, length));
    return TextNumber{value, plus + length};
}

std::optional<double> whole_number(std::string_view word)
{
    const auto found = number_at(word);
    return found && found->length == word.size() ? std::optional{found->value} : std::nullopt;
}

std::optional<std::string> with_plain_numbers(std::string_view text)
{
    std::string changed;
    std::size_t copied = 0;
    for_each_word(text, [&](std::string_view word) {
        const char first = word.front();
        if (!is_decimal(first) && !is_sign(first) && first != '.') return false;
        if (is_plain(word)) return false;
        const auto plain = with_plain_spelling(word);
        if (!plain) return false;
        const auto begin = static_cast<std::size_t>(word.data() - text.data());
        changed += text.substr(copied, begin - copied);
        changed += *plain;
        copied = begin + word.size();
        return false;
    });
    if (copied == 0) return std::nullopt;
    changed += text.substr(copied);
    return changed;
}

std::string_view word_that_is_no_number(std::string_view text)
{
    std::string_view found;
    for_each_word(text, [&](std::string_view word) {
        const char first = word.front();
        const bool begins_so = is_decimal(first) || is_sign(first) || first == '.' || first == '*';
        if (begins_so && !are_numbers(word)) found = word;
        return !found.empty();
    });
    return found;
}

}  // namespace farfield::compute
