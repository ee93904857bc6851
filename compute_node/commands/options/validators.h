#pragma once

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cmath>
#include <string>

namespace farfield::node {

/// Accepts a finite number that is not less than `least`. CLI11's own checks of this print the largest number
/// there is, and let NaN pass.
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

/// Accepts a number that is neither NaN nor infinite.
inline CLI::Validator finite_number()
{
    return {[](const std::string& text) {
                double value = 0.0;
                if (CLI::detail::lexical_cast(text, value) && std::isfinite(value)) return std::string();
                return fmt::format("expected a finite number, found '{}'", text);
            },
            "a finite number"};
}

/// Accepts a number from `least` to `most`.
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

/// Accepts a finite number that is more than `bound`.
inline CLI::Validator more_than(double bound)
{
    return {[bound](const std::string& text) {
                double value = 0.0;
                const bool is_number = CLI::detail::lexical_cast(text, value) && std::isfinite(value);
                if (is_number && value > bound) return std::string();
                return fmt::format("expected a number of more than {:g}, found '{}'", bound, text);
            },
            fmt::format("more than {:g}", bound)};
}

/// Accepts the number of a raster's band; there is no band 0.
inline CLI::Validator band_number()
{
    return {[](const std::string& text) {
                int band = 0;
                if (CLI::detail::lexical_cast(text, band) && band >= 1) return std::string();
                return fmt::format("expected the number of a band, from 1 on, found '{}'", text);
            },
            "from 1 on"};
}

/// Largest number of threads, more than any machine has cores; the system gives a process only so many.
constexpr int max_threads = 1024;

/// Accepts a number of threads, 0 for as many as there are cores.
inline CLI::Validator thread_number()
{
    return {[](const std::string& text) {
                int threads = 0;
                if (CLI::detail::lexical_cast(text, threads) && threads >= 0 && threads <= max_threads)
                    return std::string();
                return fmt::format("expected a number of threads from 0 to {}, found '{}'", max_threads,
                                   text);
            },
            fmt::format("0 to {}", max_threads)};
}

}  // namespace farfield::node
