#pragma once

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string>

namespace farfield::compute {

/// Adds an option of so many finite numbers with commas between them.
template <std::size_t count>
CLI::Option* add_number_list(CLI::App& command, const std::string& name, std::array<double, count>& numbers,
                             const std::string& description)
{
    const auto take = [name, &numbers](const std::string& text) {
        const std::vector<std::string> parts = CLI::detail::split(text, ',');
        bool is_right = parts.size() == count;
        for (std::size_t n = 0; is_right && n < count; ++n)
            is_right = CLI::detail::lexical_cast(parts[n], numbers.at(n)) && std::isfinite(numbers.at(n));
        if (is_right) return;
        throw CLI::ValidationError(
            name, fmt::format("expected {} numbers with commas between them, found '{}'", count, text));
    };
    return command.add_option_function<std::string>(name, take, description);
}

}  // namespace farfield::compute
