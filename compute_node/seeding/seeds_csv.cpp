#include "compute_node/seeding/seeds_csv.h"

#include "compute_node/seeding/rake.h"
#include "compute_node/support/waiting_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace farfield::compute {

namespace {

constexpr std::size_t max_shown_bytes = 60;  // of a faulty line, in an error

/// The lines of a text, one at a time and no longer than the limit; knows where it is.
class Lines {
public:
    Lines(std::istream& text, const std::string& name) : text_{text}, name_{name} {}

    /// The next line that is not empty, without spaces around it; nothing at the end.
    std::optional<std::string_view> next()
    {
        while (text_.getline(buffer_.data(), buffer_.size())) {
            ++number_;
            const auto taken = static_cast<std::size_t>(text_.gcount());
            const std::string_view line = trimmed({buffer_.data(), text_.eof() ? taken : taken - 1});
            if (!line.empty()) return line;
        }
        if (text_.eof()) return std::nullopt;
        ++number_;
        fail(fmt::format("the line exceeds max_csv_line_bytes = {}", max_csv_line_bytes));
    }

    [[noreturn]] void fail(const std::string& what) const
    {
        throw std::runtime_error(fmt::format("cannot read seeds '{}', line {}: {}", name_, number_, what));
    }

    [[noreturn]] void fail_whole(const std::string& what) const
    {
        throw std::runtime_error(fmt::format("cannot read seeds '{}': {}", name_, what));
    }

    static std::string_view trimmed(std::string_view text)
    {
        const auto first = text.find_first_not_of(" \t\r");
        if (first == std::string_view::npos) return {};
        return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
    }

private:
    std::istream& text_;
    const std::string& name_;
    std::array<char, max_csv_line_bytes> buffer_{};
    std::size_t number_ = 0;
};

/// A part of the file as an error shows it.
std::string shown(std::string_view text)
{
    std::string found{text.substr(0, max_shown_bytes)};
    std::ranges::replace_if(
        found, [](unsigned char c) { return c < ' ' || c == 0x7F; }, '?');
    return text.size() > max_shown_bytes ? found + "..." : found;
}

/// How many numbers a line has, by the header.
std::size_t read_header(Lines& lines)
{
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    const auto first = lines.next();
    if (!first) lines.fail_whole("expected the header x,y,z or x,y,z,t, found an empty file");
    auto line = *first;
    if (line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
    std::string header{line};
    std::erase(header, ' ');
    if (header == "x,y,z") return 3;
    if (header == "x,y,z,t") return 4;
    lines.fail(fmt::format("expected the header x,y,z or x,y,z,t, found '{}'", shown(line)));
}

std::optional<double> number(std::string_view text)
{
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(static_cast<float>(value)))
        return std::nullopt;
    return value;
}

/// Exactly `count` numbers parted by commas, or nothing.
std::optional<std::array<double, 4>> numbers(std::string_view line, std::size_t count)
{
    std::array<double, 4> found{};
    for (std::size_t i = 0; i < count; ++i) {
        const auto comma = line.find(',');
        const bool last = i + 1 == count;
        if (last != (comma == std::string_view::npos)) return std::nullopt;
        const auto value = number(Lines::trimmed(line.substr(0, comma)));
        if (!value) return std::nullopt;
        found[i] = *value;
        if (!last) line.remove_prefix(comma + 1);
    }
    return found;
}

}  // namespace

CsvSeeds parse_seeds_csv(std::istream& text, const std::string& name)
{
    Lines lines{text, name};
    const std::size_t columns = read_header(lines);
    CsvSeeds seeds;
    while (const auto line = lines.next()) {
        const auto values = numbers(*line, columns);
        if (!values)
            lines.fail(fmt::format("expected {} finite numbers of binary32 parted by commas, found '{}'",
                                   columns, shown(*line)));
        if (seeds.positions.size() == max_seeds_per_rake)
            lines.fail(fmt::format("more seeds than max_seeds_per_rake = {}", max_seeds_per_rake));
        seeds.positions.emplace_back((*values)[0], (*values)[1], (*values)[2]);
        if (columns == 4) seeds.times.push_back((*values)[3]);
    }
    if (seeds.positions.empty()) lines.fail("expected at least one seed below the header, found none");
    return seeds;
}

CsvSeeds read_seeds_csv(const std::filesystem::path& file, const std::atomic<bool>* cancelled)
{
    std::error_code error;
    WaitingInput input{file, cancelled};
    std::istream text{&input};
    if (std::filesystem::is_directory(file, error))
        throw std::runtime_error(
            fmt::format("cannot read seeds '{}': expected a file, found a folder", file.string()));
    if (!input.is_open())
        throw std::runtime_error(
            fmt::format("cannot read seeds '{}': no such file, or no right to read it", file.string()));
    return parse_seeds_csv(text, file.string());
}

}  // namespace farfield::compute
