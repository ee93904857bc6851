#include "compute_node/datasets/numbered_files.h"

#include "compute_node/support/formats/known_formats.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace farfield::compute {

namespace {

constexpr std::string_view digits = "0123456789";

/// Positions in a name at which its number begins and ends.
std::pair<std::size_t, std::size_t> number_in(const std::string& name)
{
    const std::size_t end = name.rfind('.');
    const std::size_t before = end == 0 ? std::string::npos : name.find_last_not_of(digits, end - 1);
    return {before == std::string::npos ? 0 : before + 1, end};
}

}  // namespace

bool comes_numbered(const std::filesystem::path& file)
{
    const std::string ending = ending_of(file);
    return std::ranges::any_of(all_formats(), [&](const Format& format) {
        return std::ranges::find(format.numbered, ending) != format.numbered.end();
    });
}

std::optional<double> number_of(const std::filesystem::path& file)
{
    constexpr std::size_t most_digits = 15;  // all such numbers are binary64 numbers
    if (!comes_numbered(file)) return std::nullopt;
    const std::string name = file.filename().string();
    const auto [begin, end] = number_in(name);
    if (begin == end || end - begin > most_digits) return std::nullopt;
    return std::stod(name.substr(begin, end - begin));
}

std::string with_star(const std::string& name)
{
    const auto [begin, end] = number_in(name);
    return name.substr(0, begin) + "*" + name.substr(end);
}

bool is_numbered_as(const std::string& name, const std::string& pattern)
{
    const std::size_t star = pattern.find('*');
    const std::string_view begin = std::string_view{pattern}.substr(0, star),
                           end = std::string_view{pattern}.substr(star + 1);
    if (name.size() <= begin.size() + end.size() || !name.starts_with(begin) || !name.ends_with(end))
        return false;
    const std::string_view between =
        std::string_view{name}.substr(begin.size(), name.size() - begin.size() - end.size());
    return between.find_first_not_of(digits) == std::string_view::npos && number_of(name).has_value();
}

}  // namespace farfield::compute
