#pragma once

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cmath>

namespace farfield::compute {

/// A finite number that is not less than `least`. CLI11's own checks of this print the largest number there
/// is, and let NaN pass.
inline CLI::Validator at_least(double least)
{
    return {[least](const std::string& text) {
                double value = 0.0;
                const bool is_number = CLI::detail::lexical_cast(text, value) && std::isfinite(value);
                if (is_number && value >= least) return std::string();
                return fmt::format("expected a number of at least {:g}, found '{}'", least, text);
            },
            fmt::format("at least {:g}", least)};
}

}  // namespace farfield::compute
