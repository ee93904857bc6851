#pragma once

#include <string>
#include <string_view>

namespace farfield::test {

/// How often a part stands in a text.
inline int count_of(const std::string& text, std::string_view part)
{
    int count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

}  // namespace farfield::test
