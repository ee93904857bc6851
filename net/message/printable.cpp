#include "net/message/printable.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace farfield::net {

namespace {
constexpr std::size_t max_unit_bytes = 4;

/// Length in bytes of the code point that begins with this byte, as UTF-8 announces it; 0: no code point
/// begins with it.
std::size_t announced_bytes(unsigned char first)
{
    if (first < 0x80) return 1;
    if (first >= 0xc2 && first < 0xe0) return 2;
    if (first >= 0xe0 && first < 0xf0) return 3;
    return first >= 0xf0 && first < 0xf5 ? max_unit_bytes : 0;
}

struct CodePoint {
    std::uint32_t number = 0;
    std::size_t bytes = 0;
};

/// The code point at the beginning of a text that is not empty, in UTF-8 (RFC 3629); nullopt: there is none.
std::optional<CodePoint> code_point(std::string_view text)
{
    const std::size_t bytes = announced_bytes(static_cast<unsigned char>(text.front()));
    if (bytes == 0 || bytes > text.size()) return std::nullopt;
    constexpr std::array<std::uint32_t, max_unit_bytes> first_bits{0x7f, 0x1f, 0x0f, 0x07};
    constexpr std::array<std::uint32_t, max_unit_bytes> least{0, 0x80, 0x800, 0x10000};
    std::uint32_t number = static_cast<unsigned char>(text.front()) & first_bits[bytes - 1];
    for (const char c : text.substr(1, bytes - 1)) {
        const auto next = static_cast<unsigned char>(c);
        if ((next & 0xc0U) != 0x80) return std::nullopt;
        number = number << 6U | (next & 0x3fU);
    }
    const bool is_half_of_pair = number >= 0xd800 && number <= 0xdfff;
    if (number < least[bytes - 1] || number > 0x10ffff || is_half_of_pair) return std::nullopt;
    return CodePoint{number, bytes};
}

bool is_shown(std::uint32_t point)
{
    const bool is_control = point < ' ' || (point >= 0x7f && point < 0xa0);
    const bool turns = (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
    return !is_control && !turns;
}

/// Bytes that one '?' replaces, at the start of a text that begins with no code point: a broken code point.
std::size_t hidden_bytes(std::string_view text)
{
    std::size_t bytes = 1;
    const std::size_t announced = announced_bytes(static_cast<unsigned char>(text.front()));
    while (bytes < std::min(announced, text.size()) &&
           (static_cast<unsigned char>(text[bytes]) & 0xc0U) == 0x80)
        ++bytes;
    return bytes;
}
}  // namespace

std::string printable(std::string_view text, std::size_t max_bytes)
{
    std::string line;
    std::string_view rest = text.substr(0, max_bytes);
    const bool is_cut = text.size() > max_bytes;
    while (!rest.empty()) {
        if (is_cut && announced_bytes(static_cast<unsigned char>(rest.front())) > rest.size()) break;
        const auto point = code_point(rest);
        const std::size_t bytes = point ? point->bytes : hidden_bytes(rest);
        line += point && is_shown(point->number) ? rest.substr(0, bytes) : "?";
        rest.remove_prefix(bytes);
    }
    if (is_cut) line += "...";
    return line;
}

bool is_utf8(std::string_view text)
{
    while (!text.empty()) {
        const auto point = code_point(text);
        if (!point) return false;
        text.remove_prefix(point->bytes);
    }
    return true;
}

}  // namespace farfield::net
