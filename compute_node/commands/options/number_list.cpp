#include "compute_node/commands/options/number_list.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <string_view>

namespace farfield::node {

namespace {

/// Reads a whole text as a number; false where it is none.
template <class Number>
bool read(std::string_view text, Number& number)
{
    if (text.starts_with('+')) text.remove_prefix(1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace

void parse_numbers(const std::string& option, const std::string& form, const std::string& text,
                   double* numbers, std::size_t count)
{
    std::string_view rest = text;
    std::size_t found = 0;
    bool is_right = true;
    for (bool more = true; more && is_right; ++found) {
        const std::size_t comma = rest.find(',');
        more = comma != std::string_view::npos;
        is_right =
            found < count && read(rest.substr(0, comma), numbers[found]) && std::isfinite(numbers[found]);
        rest = more ? rest.substr(comma + 1) : std::string_view{};
    }
    if (!is_right || found != count)
        throw CLI::ValidationError(option, fmt::format("expected {} {} {}, found '{}'", count,
                                                       count == 1 ? "number" : "numbers", form, text));
}

void add_size(CLI::App& command, int& width, int& height)
{
    command
        .add_option_function<std::string>(
            "--size",
            [&width, &height](const std::string& text) {
                const std::size_t x = text.find('x');
                const std::string_view all = text;
                if (x == std::string::npos || !read(all.substr(0, x), width) ||
                    !read(all.substr(x + 1), height))
                    throw CLI::ValidationError("--size",
                                               fmt::format("expected pixels WxH, found '{}'", text));
            },
            "Pixels of the picture")
        ->type_name("WxH")
        ->default_str(fmt::format("{}x{}", width, height));
}

}  // namespace farfield::node
