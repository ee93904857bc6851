#pragma once

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace farfield::node {

/// Adds an option that takes one of some names.
template <class Enum>
void add_choice(CLI::App& command, const std::string& option, Enum& chosen,
                const std::vector<std::pair<std::string, Enum>>& names, const std::string& description)
{
    std::string expected;
    for (const auto& [name, value] : names) expected += (expected.empty() ? "" : ", ") + name;
    const auto choose = [=, &chosen](const std::string& text) {
        for (const auto& [name, value] : names)
            if (name == text) return void(chosen = value);
        throw CLI::ValidationError(option, fmt::format("expected one of {}; found '{}'", expected, text));
    };
    command.add_option_function<std::string>(option, choose, description + ": " + expected);
}

}  // namespace farfield::node
