#include "model/fields/base64.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace farfield::model {
namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t no_digit = 64;

constexpr std::array<std::uint8_t, 256> values_of_digits()
{
    std::array<std::uint8_t, 256> values{};
    values.fill(no_digit);
    for (std::size_t i = 0; i < digits.size(); ++i)
        values[static_cast<unsigned char>(digits[i])] = static_cast<std::uint8_t>(i);
    return values;
}

}  // namespace

std::string to_base64(std::span<const std::byte> bytes)
{
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < count; ++i)
            bits |= std::to_integer<std::uint32_t>(bytes[at + i]) << (16 - 8 * i);
        for (std::size_t i = 0; i < 4; ++i) text += i > count ? '=' : digits[bits >> (18 - 6 * i) & 63U];
    }
    return text;
}

std::optional<std::vector<std::byte>> from_base64(std::string_view text)
{
    static constexpr auto values = values_of_digits();
    if (text.size() % 4 != 0) return std::nullopt;
    const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
    std::vector<std::byte> bytes;
    bytes.reserve(text.size() / 4 * 3);
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::uint8_t value =
            i < text.size() - padding ? values[static_cast<unsigned char>(text[i])] : 0;
        if (value == no_digit) return std::nullopt;
        bits = bits << 6 | value;
        if (i % 4 == 3)
            for (const int shift : {16, 8, 0}) bytes.push_back(static_cast<std::byte>(bits >> shift & 0xFFU));
    }
    bytes.resize(bytes.size() - padding);
    return bytes;
}

}  // namespace farfield::model
