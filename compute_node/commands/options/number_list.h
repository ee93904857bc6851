#pragma once

#include <CLI/CLI.hpp>

#include <array>
#include <cstddef>
#include <functional>
#include <string>

namespace farfield::node {

/// The numbers of a text such as "12.5,-3,1e3"; throws CLI::ValidationError that names the option unless
/// there are `count`, all finite.
void parse_numbers(const std::string& option, const std::string& form, const std::string& text,
                   double* numbers, std::size_t count);

/// Adds an option of numbers with commas between them. form: how its value is written, such as "X,Y,H".
template <std::size_t count>
CLI::Option* add_numbers(CLI::App& command, const std::string& name, const std::string& form,
                         const std::string& description,
                         std::function<void(const std::array<double, count>&)> take)
{
    return command
        .add_option_function<std::string>(
            name,
            [name, form, take = std::move(take)](const std::string& text) {
                std::array<double, count> numbers{};
                parse_numbers(name, form, text, numbers.data(), count);
                take(numbers);
            },
            description)
        ->type_name(form)
        ->allow_extra_args(false);
}

/// Adds --size WxH.
void add_size(CLI::App& command, int& width, int& height);

}  // namespace farfield::node
