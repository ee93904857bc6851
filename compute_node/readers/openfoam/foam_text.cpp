#include "compute_node/readers/openfoam/foam_text.h"

#include "compute_node/readers/common/text_number.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace farfield::compute {

namespace {

constexpr bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

constexpr bool ends_word(char c)
{
    return is_blank(c) || c == ';' || c == '(' || c == ')' || c == '{' || c == '}' || c == '[' || c == ']' ||
           c == '"';
}

/// The number of bytes behind a name in "label=32;scalar=64" (bits there), or `otherwise`.
std::size_t bytes_named(std::string_view arch, std::string_view name, std::size_t otherwise)
{
    const std::size_t at = arch.find(name);
    if (at == std::string_view::npos) return otherwise;
    const std::string_view bits = arch.substr(at + name.size());
    return bits.starts_with("64") ? 8 : bits.starts_with("32") ? 4 : otherwise;
}

}  // namespace

void FoamText::skip_blanks()
{
    while (at_ < text_.size()) {
        if (is_blank(text_[at_])) {
            ++at_;
            continue;
        }
        if (text_[at_] != '/') return;
        const std::string_view rest = text_.substr(at_);
        const bool to_line_end = rest.starts_with("//");
        if (!to_line_end && !rest.starts_with("/*")) return;
        const std::size_t end = to_line_end ? text_.find('\n', at_) : text_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? text_.size() : end + (to_line_end ? 1 : 2);
    }
}

bool FoamText::at_end()
{
    skip_blanks();
    return at_ >= text_.size();
}

char FoamText::next()
{
    return at_end() ? '\0' : text_[at_];
}

bool FoamText::take(char c)
{
    if (next() != c) return false;
    ++at_;
    return true;
}

void FoamText::expect(char c)
{
    if (!take(c)) fail(fmt::format("'{}'", c));
}

std::string_view FoamText::word()
{
    const char first = next();
    if (first == '"') {
        const std::size_t end = text_.find('"', at_ + 1);
        if (end == std::string_view::npos) fail("a closing quote");
        const std::string_view quoted = text_.substr(at_ + 1, end - at_ - 1);
        at_ = end + 1;
        return quoted;
    }
    const std::size_t begin = at_;
    while (at_ < text_.size() && !ends_word(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
}

std::string_view FoamText::entry()
{
    (void)next();
    const std::size_t begin = at_;
    while (!at_end() && text_[at_] != ';') {
        if (text_[at_] == '"')
            (void)word();
        else if (text_[at_] == '{')
            skip_block();
        else if (text_.substr(at_).starts_with("#{"))
            skip_code();
        else
            ++at_;
    }
    const std::string_view all = text_.substr(begin, at_ - begin);
    expect(';');
    return all;
}

void FoamText::skip_line()
{
    const std::size_t end = text_.find('\n', at_);
    at_ = end == std::string_view::npos ? text_.size() : end + 1;
}

void FoamText::skip_block()
{
    expect('{');
    for (int depth = 1; depth > 0;) {
        const char c = next();
        if (c == '\0') fail("'}'");
        if (c == '"') {
            (void)word();
            continue;
        }
        if (text_.substr(at_).starts_with("#{")) {
            skip_code();
            continue;
        }
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        ++at_;
    }
}

void FoamText::skip_code()
{
    const std::size_t end = text_.find("#}", at_);
    at_ = end == std::string_view::npos ? text_.size() : end + 2;
}

std::optional<double> FoamText::foreign_number(const char* read_to)
{
    const auto read = static_cast<std::size_t>(read_to - text_.data());
    if (read < text_.size() && (is_blank(text_[read]) || text_[read] == ')')) return std::nullopt;
    const auto found = number_at(text_.substr(at_));
    if (!found || at_ + found->length == read) return std::nullopt;
    at_ += found->length;
    return found->value;
}

std::size_t FoamText::count(std::size_t most)
{
    const auto found = number<std::int64_t>();
    if (found < 0 || static_cast<std::uint64_t>(found) > most)
        throw std::runtime_error(
            fmt::format("expected a list of at most {}, found one of {}; is it cut short?", most, found));
    return static_cast<std::size_t>(found);
}

std::string_view FoamText::bytes(std::size_t count)
{
    if (count > left())
        throw std::runtime_error(
            fmt::format("expected {} more bytes at byte {}, found {}; is it cut short?", count, at_, left()));
    const std::string_view found = text_.substr(at_, count);
    at_ += count;
    return found;
}

void FoamText::fail(const std::string& expected) const
{
    constexpr std::size_t shown = 20;
    std::string found{text_.substr(std::min(at_, text_.size()), shown)};
    std::ranges::replace_if(
        found, [](char c) { return c < ' ' || c > '~'; }, ' ');
    throw std::runtime_error(fmt::format("expected {} at byte {}, found {}", expected, at_,
                                         found.empty() ? "its end" : "'" + found + "'"));
}

FoamFormat take_foam_header(FoamText& text)
{
    const std::string_view begin = text.word();
    if (begin != "FoamFile")
        throw std::runtime_error("expected it to begin with FoamFile, as OpenFOAM's files do");
    text.expect('{');
    FoamFormat format;
    while (!text.take('}')) {
        const std::string_view key = text.word();
        if (key.empty()) text.fail("a word");
        if (text.next() == '{') {
            text.skip_block();
            continue;
        }
        std::string_view value = text.entry();
        while (!value.empty() && is_blank(value.back())) value.remove_suffix(1);
        if (key == "format") format.binary = value == "binary";
        if (key == "class") format.kind = value;
        if (key != "arch") continue;
        format.sizes_known = value.find("label=") != std::string_view::npos;
        format.label_bytes = bytes_named(value, "label=", format.label_bytes);
        format.scalar_bytes = bytes_named(value, "scalar=", format.scalar_bytes);
        format.big_endian = value.find("MSB") != std::string_view::npos;
    }
    return format;
}

}  // namespace farfield::compute
