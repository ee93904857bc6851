#include "compute_node/commands/options/out_option.h"

#include "compute_node/support/formats/known_formats.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <system_error>

namespace farfield::node {

void check_out(const std::string& out, const std::vector<std::filesystem::path>& inputs)
{
    for (const std::filesystem::path& input : inputs) {
        std::error_code none_there;
        if (std::filesystem::equivalent(out, input, none_there))
            throw std::runtime_error(fmt::format("--out: '{}' is '{}', which is read", out, input.string()));
    }
}

void check_ending(const std::string& out, std::initializer_list<const char*> endings)
{
    const std::string ending = ending_of(out) == ".tiff" ? ".tif" : ending_of(out);
    if (std::ranges::find(endings, ending) != endings.end()) return;
    std::vector<std::string> named{endings.begin(), endings.end()};
    if (named.size() > 1) {
        const std::string last = named.back();
        named.pop_back();
        named.back() += " or " + last;
    }
    throw CLI::ValidationError(
        "--out", fmt::format("expected a file named {}, found '{}'", fmt::join(named, ", "), out));
}

}  // namespace farfield::node
