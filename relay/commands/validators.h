#pragma once

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <string>

namespace farfield::net::relay {

/// Accepts a number from `least` to `most`. CLI11's own check of a range lets NaN pass.
inline CLI::Validator within(double least, double most)
{
    return {[least, most](const std::string& text) {
                double value = 0.0;
                const bool is_number = CLI::detail::lexical_cast(text, value);
                if (is_number && value >= least && value <= most) return std::string();
                return fmt::format("expected a number from {:g} to {:g}, found '{}'", least, most, text);
            },
            fmt::format("{:g} to {:g}", least, most)};
}

}  // namespace farfield::net::relay
