#pragma once

#include <algorithm>
#include <cctype>
#include <string>

namespace farfield {

/// ASCII letters in lower case; other bytes as they are (in the "C" locale, which the programs run in).
[[nodiscard]] inline std::string lower_case(std::string text)
{
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

}  // namespace farfield
