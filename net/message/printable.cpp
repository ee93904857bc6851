#include "net/message/printable.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace farfield::net {

namespace {
constexpr std::size_t max_unit_bytes = 4;

/// Bytes of the code point at the beginning of a text that is not empty, by its first byte; 0: none begins
/// so.
std::size_t announced_bytes(unsigned char first)
{
    if (first < 0x80) return 1;
    if (first >= 0xc2 && first < 0xe0) return 2;
    if (first >= 0xe0 && first < 0xf0) return 3;
    return first >= 0xf0 && first < 0xf5 ? max_unit_bytes : 0;
}

/// Bytes of the code point that a line may show at the beginning of a text, in UTF-8 (RFC 3629); 0: none.
std::size_t shown_bytes(std::string_view text)
{
    const std::size_t bytes = announced_bytes(static_cast<unsigned char>(text.front()));
    if (bytes == 0 || bytes > text.size()) return 0;
    constexpr std::array<std::uint32_t, max_unit_bytes> first_bits{0x7f, 0x1f, 0x0f, 0x07};
    constexpr std::array<std::uint32_t, max_unit_bytes> least{0, 0x80, 0x800, 0x10000};
    std::uint32_t point = static_cast<unsigned char>(text.front()) & first_bits[bytes - 1];
    for (const char c : text.substr(1, bytes - 1)) {
        const auto next = static_cast<unsigned char>(c);
        if ((next & 0xc0U) != 0x80) return 0;
        point = point << 6U | (next & 0x3fU);
    }
    const bool is_code = point >= least[bytes - 1] && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
    const bool is_control = point < ' ' || (point >= 0x7f && point < 0xa0);
    const bool turns = (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
    return is_code && !is_control && !turns ? bytes : 0;
}

/// Bytes that one '?' stands for: a whole code point that is not shown, or one byte that begins none.
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
        const std::size_t shown = shown_bytes(rest);
        line += shown > 0 ? rest.substr(0, shown) : "?";
        rest.remove_prefix(shown > 0 ? shown : hidden_bytes(rest));
    }
    if (is_cut) line += "...";
    return line;
}

}  // namespace farfield::net
