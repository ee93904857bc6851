#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace farfield::compute {

/// True for a line such as "node id given", which announces a number for each node.
inline bool is_listed(const std::string& line)
{
    return line.find("given") != std::string::npos || line.find("ignore") != std::string::npos;
}

/// Number of corners of a kind of cell with one line a cell: 8 for "hexa8" or "g_hexa8"; 0 for other words.
inline std::size_t corners_of(std::string_view word)
{
    if (word.starts_with("g_")) word.remove_prefix(2);
    for (const std::string_view kind : {"point", "bar", "tria", "quad", "tetra", "pyramid", "penta", "hexa"})
        if (word.starts_with(kind))
            return std::max(1UL, std::strtoul(std::string{word.substr(kind.size())}.c_str(), nullptr, 10));
    return 0;
}

/// The first word of a line: "hexa8" of "hexa8 undef".
inline std::string word_of_kind(std::string_view line)
{
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    return std::string{line.substr(0, line.find_first_of(" \t\r"))};
}

/// The number that a word of digits is; none for other words.
inline std::optional<std::uint64_t> whole_count(std::string_view word)
{
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    return error == std::errc{} && end == word.data() + word.size() ? std::optional{number} : std::nullopt;
}

/// True of lines that VTK's reader passes over between others: empty ones and comments.
inline bool is_passed_over(std::string_view line)
{
    const std::size_t begin = line.find_first_not_of(" \t\r\n");
    return begin == std::string_view::npos || line[begin] == '#';
}

}  // namespace farfield::compute
