#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "model/fields/json_fields.h"

namespace farfield::model {

/// The sRGB components, each 0 to 1, of a colour "#rrggbb" as in documents. nullopt when the text is none.
[[nodiscard]] constexpr std::optional<std::array<float, 3>> rgb_of(std::string_view text)
{
    constexpr std::string_view digits = "0123456789abcdef";
    if (text.size() != 7 || text.front() != '#') return std::nullopt;
    std::array<float, 3> rgb{};
    for (std::size_t i = 0; i < 6; ++i) {
        const char each = text[i + 1];
        const auto digit =
            digits.find(each >= 'A' && each <= 'F' ? static_cast<char>(each - 'A' + 'a') : each);
        if (digit == std::string_view::npos) return std::nullopt;
        rgb.at(i / 2) += static_cast<float>(digit) * (i % 2 == 0 ? 16.0F : 1.0F) / 255.0F;
    }
    return rgb;
}

/// A constraint of a field list: the text is a colour.
inline void check_colour(const std::string& colour, const JsonValue& json)
{
    if (!rgb_of(colour)) json.complain("a colour such as \"#d8a531\"");
}
inline void check_colour_if_any(const std::optional<std::string>& colour, const JsonValue& json)
{
    check_colour(*colour, json);
}

}  // namespace farfield::model
