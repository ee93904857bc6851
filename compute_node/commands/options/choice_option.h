#pragma once

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <array>
#include <cstddef>
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

/// Adds an option that takes one of an enumeration's names, listed in the order of its enumerators.
template <class Enum, std::size_t count>
void add_choice(CLI::App& command, const std::string& option, Enum& chosen,
                const std::array<const char*, count>& names, const std::string& description)
{
    std::vector<std::pair<std::string, Enum>> values;
    for (const char* name : names) values.emplace_back(name, static_cast<Enum>(values.size()));
    add_choice<Enum>(command, option, chosen, values, description);
}

}  // namespace farfield::node
