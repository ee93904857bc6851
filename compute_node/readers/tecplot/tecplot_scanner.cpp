#include "compute_node/readers/tecplot/tecplot_scanner.h"

#include "compute_node/readers/common/text_number.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace farfield::compute {

namespace {

bool is_space(char c)
{
    return std::isspace(static_cast<unsigned char>(c)) != 0 || c == ',' || c == '\0';
}

bool is_letter(char c)
{
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool is_part_of_word(char c)
{
    return is_letter(c) || is_digit(c) || c == '_' || c == '.' || c == ':';
}

/// True for numbers that consist of letters, and so are not words.
bool is_number_in_letters(std::string_view word)
{
    constexpr std::array spellings{"NAN", "INF", "INFINITY"};
    return std::ranges::find(spellings, word) != spellings.end();
}

}  // namespace

void TecplotScanner::skip_space()
{
    for (; at_ < text_.size(); ++at_) {
        const bool begins_line = at_ == 0 || text_[at_ - 1] == '\n';
        const std::size_t mark =
            begins_line ? std::min(text_.find_first_not_of(" \t", at_), text_.size()) : at_;
        if (begins_line && mark < text_.size() && text_[mark] == '#')
            at_ = std::min(text_.find('\n', mark), text_.size() - 1);
        else if (!is_space(text_[at_]))
            return;
    }
}

bool TecplotScanner::at_end()
{
    skip_space();
    return at_ >= text_.size() && repeats_ == 0;
}

std::string TecplotScanner::take_word()
{
    skip_space();
    if (at_ >= text_.size() || !is_letter(text_[at_])) return {};
    std::size_t end = at_;
    while (end < text_.size() && is_part_of_word(text_[end])) ++end;
    std::string word{text_.substr(at_, end - at_)};
    for (char& c : word) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    if (is_number_in_letters(word)) return {};
    at_ = end;
    return word;
}

bool TecplotScanner::take_equals()
{
    skip_space();
    if (at_ >= text_.size() || text_[at_] != '=') return false;
    ++at_;
    return true;
}

bool TecplotScanner::next_is_quoted()
{
    skip_space();
    return at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\'');
}

std::string TecplotScanner::take_value()
{
    const bool quoted = next_is_quoted();
    if (at_ >= text_.size()) return {};
    const std::size_t begin = at_;
    if (quoted) {
        const std::size_t end = std::min(text_.find(text_[begin], begin + 1), text_.size());
        at_ = std::min(end + 1, text_.size());
        return std::string{text_.substr(begin + 1, end - begin - 1)};
    }
    int depth = 0;
    for (; at_ < text_.size(); ++at_) {
        const char c = text_[at_];
        if (c == '(' || c == '[') ++depth;
        if (depth == 0 && is_space(c)) break;
        if ((c == ')' || c == ']') && --depth <= 0) {
            ++at_;
            break;
        }
    }
    return std::string{text_.substr(begin, at_ - begin)};
}

std::optional<double> TecplotScanner::take_number()
{
    if (repeats_ > 0) {
        --repeats_;
        return repeated_;
    }
    const auto number = take_one_number();
    const bool repeats = number && at_ < text_.size() && text_[at_] == '*';
    constexpr double most_repeats = 1e12;
    if (!repeats || !(*number >= 1.0) || *number > most_repeats || *number != std::floor(*number))
        return number;
    ++at_;
    const auto value = take_one_number();
    if (!value) return std::nullopt;
    repeats_ = static_cast<std::size_t>(*number) - 1;
    repeated_ = *value;
    return value;
}

std::optional<double> TecplotScanner::take_one_number()
{
    skip_space();
    const auto found = number_at(text_.substr(std::min(at_, text_.size())));
    if (!found) return std::nullopt;
    const std::size_t end = at_ + found->length;
    if (end < text_.size() && !is_space(text_[end]) && text_[end] != '*') return std::nullopt;
    at_ = end;
    return found->value;
}

std::string_view TecplotScanner::next_word()
{
    constexpr std::size_t most = 40;
    skip_space();
    std::size_t end = at_;
    while (end < std::min(text_.size(), at_ + most) && !is_space(text_[end])) ++end;
    return text_.substr(std::min(at_, text_.size()), end - at_);
}

std::size_t TecplotScanner::line() const
{
    return 1 + static_cast<std::size_t>(
                   std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n'));
}

}  // namespace farfield::compute
