#include "app/document/seeds_file.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <vector>

#include "net/message/printable.h"

namespace farfield::app {
namespace {

constexpr std::size_t max_shown_bytes = 60;  // of a faulty line, in an error

/// Takes the part before the next separator, or all the rest, and trims it.
std::string_view take_part(std::string_view& rest, char separator)
{
    constexpr std::string_view spaces = " \t\r";
    const auto end = rest.find(separator);
    auto part = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    part.remove_prefix(std::min(part.find_first_not_of(spaces), part.size()));
    return part.substr(0, part.find_last_not_of(spaces) + 1);
}

std::vector<std::string_view> columns_of(std::string_view line)
{
    const bool one_more = line.ends_with(',');
    std::vector<std::string_view> columns;
    while (!line.empty()) columns.push_back(take_part(line, ','));
    if (one_more) columns.emplace_back();
    return columns;
}

std::optional<double> number(std::string_view text)
{
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// All columns as numbers; none when one is not, or there are more or fewer.
std::vector<double> numbers(std::string_view line, std::size_t count)
{
    std::vector<double> values;
    for (const auto column : columns_of(line))
        if (const auto value = number(column)) values.push_back(*value);
    if (values.size() != count || columns_of(line).size() != count) values.clear();
    return values;
}

/// How many columns a header announces; 0 when it is none.
std::size_t columns_announced(std::string_view header)
{
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (header.starts_with(byte_order_mark)) header.remove_prefix(byte_order_mark.size());
    const auto columns = columns_of(header);
    if (columns == std::vector<std::string_view>{"x", "y", "z"}) return 3;
    return columns == std::vector<std::string_view>{"x", "y", "z", "t"} ? 4 : 0;
}

}  // namespace

model::ListRake parse_seeds(std::string_view text, const std::string& name)
{
    model::ListRake list;
    std::size_t columns = 0, line_number = 0;
    const auto fail = [&](const std::string& what) {
        throw std::runtime_error(fmt::format("cannot read seeds '{}', line {}: {}", name, line_number, what));
    };
    while (!text.empty()) {
        const auto line = take_part(text, '\n');
        ++line_number;
        if (line.empty()) continue;
        if (columns == 0) {
            columns = columns_announced(line);
            if (columns == 0)
                fail(fmt::format("expected the header x,y,z or x,y,z,t, found '{}'",
                                 net::printable(line, max_shown_bytes)));
            continue;
        }
        const auto values = numbers(line, columns);
        if (values.empty())
            fail(fmt::format("expected {} finite numbers parted by commas, found '{}'", columns,
                             net::printable(line, max_shown_bytes)));
        if (list.at.size() == model::max_listed_seeds)
            fail(fmt::format("more seeds than max_listed_seeds = {}", model::max_listed_seeds));
        list.at.push_back({values[0], values[1], values[2]});
        if (columns == 4) list.times.push_back(values[3]);
    }
    if (list.at.empty()) fail("expected a header x,y,z or x,y,z,t and at least one seed, found no seed");
    return list;
}

model::ListRake load_seeds(const std::filesystem::path& file)
{
    std::error_code error;
    std::ifstream in(file, std::ios::binary);
    if (!in || !std::filesystem::is_regular_file(file, error))
        throw std::runtime_error(fmt::format("cannot read seeds '{}': no such file", file.string()));
    if (std::filesystem::file_size(file, error) > max_seeds_file_bytes)
        throw std::runtime_error(fmt::format("cannot read seeds '{}': more bytes than "
                                             "max_seeds_file_bytes = {}",
                                             file.string(), max_seeds_file_bytes));
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    return parse_seeds(text, file.string());
}

}  // namespace farfield::app
