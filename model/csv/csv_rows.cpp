#include "model/csv/csv_rows.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <utility>

namespace farfield::model {

namespace {

constexpr std::size_t block_bytes = 1 << 22;
constexpr std::size_t max_shown_bytes = 60;             // most bytes of a faulty line in an error
constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";  // which some editors put before a text
static_assert(block_bytes > max_csv_row_bytes);

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// End of a line's first field: the first comma outside quotes (within quotes, a quote is written twice:
/// RFC 4180), or the end of the line.
std::size_t end_of_field(std::string_view line)
{
    const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
    if (!line.substr(first).starts_with('"')) return std::min(line.find(','), line.size());
    bool is_quoted = false;
    for (std::size_t at = first; at < line.size(); ++at) {
        if (line[at] == '"') is_quoted = !is_quoted;
        if (line[at] == ',' && !is_quoted) return at;
    }
    return line.size();
}

/// Removes the first field from a line and returns it.
std::string_view take_field(std::string_view& line)
{
    const std::size_t comma = end_of_field(line);
    const std::string_view field = trimmed(line.substr(0, comma));
    line.remove_prefix(std::min(comma + 1, line.size()));
    return field;
}

std::size_t count_fields(std::string_view line)
{
    if (line.find('"') == std::string_view::npos)
        return static_cast<std::size_t>(std::ranges::count(line, ',')) + 1;
    std::size_t fields = 1;
    for (std::size_t end = end_of_field(line); end < line.size(); end = end_of_field(line), ++fields)
        line.remove_prefix(end + 1);
    return fields;
}

std::string_view unquoted(std::string_view name)
{
    const bool is_quoted = name.size() >= 2 && name.front() == '"' && name.back() == '"';
    return is_quoted ? name.substr(1, name.size() - 2) : name;
}

/// Reads a number; accepts "nan" and "inf" too, which the caller has to refuse.
std::optional<double> number(std::string_view text)
{
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

bool is_all_numbers(std::string_view line)
{
    for (std::size_t rest = count_fields(line); rest > 0; --rest)
        if (!number(take_field(line))) return false;
    return true;
}

std::string joined(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ",") + name;
    return text;
}

/// An excerpt of the file for an error message.
std::string shown(std::string_view text)
{
    std::string found{text.substr(0, max_shown_bytes)};
    std::ranges::replace_if(
        found, [](unsigned char c) { return c < ' ' || c == 0x7F; }, '?');
    return text.size() > max_shown_bytes ? found + "..." : found;
}

}  // namespace

CsvRows::CsvRows(std::istream& text, std::string name, CsvColumns columns, const std::atomic<bool>* cancelled)
    : name_{std::move(name)}, columns_{std::move(columns)}, cancelled_{cancelled}, file_{text}
{}

bool CsvRows::next()
{
    first_ += rows_.size();
    rows_.clear();
    while (rows_.empty()) {
        text_.erase(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(whole_));
        whole_ = 0;
        fill();
        if (cancelled_ != nullptr && *cancelled_) return false;
        if (text_.empty()) break;
        split_lines();
    }
    if (rows_.empty() && first_ == 0)
        throw std::runtime_error("cannot read " + columns_.things + " '" + name_ + "': expected rows of " +
                                 joined(columns_.names) + ", found none");
    return !rows_.empty();
}

/// Fills text_ up to a block's size. Its complete part ends with a line end, or with the file.
void CsvRows::fill()
{
    const std::size_t kept = text_.size();
    text_.resize(block_bytes);
    file_.read(text_.data() + kept, static_cast<std::streamsize>(block_bytes - kept));
    const auto got = static_cast<std::size_t>(file_.gcount());
    if (file_.bad())
        throw std::runtime_error("cannot read " + columns_.things + " '" + name_ + "' after line " +
                                 std::to_string(lines_) + ": " + std::strerror(errno));
    text_.resize(kept + got);
    const bool is_marked =
        bytes_done_ == 0 && std::string_view{text_.data(), text_.size()}.starts_with(utf8_mark);
    if (is_marked) text_.erase(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(utf8_mark.size()));
    whole_ = text_.size();
    if (!file_.eof())
        while (whole_ > 0 && text_[whole_ - 1] != '\n') --whole_;
    bytes_done_ += got;
}

void CsvRows::split_lines()
{
    // The rest may be a line that is too long, which is then found here.
    const bool is_too_long = text_.size() - whole_ > max_csv_row_bytes;
    std::string_view text{text_.data(), is_too_long ? text_.size() : whole_};
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        ++lines_;
        if (end > max_csv_row_bytes)
            fail_line(lines_, "the line exceeds max_csv_row_bytes = " + std::to_string(max_csv_row_bytes));
        if (end == text.size()) unended_line_ = lines_;
        take_line(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

void CsvRows::take_line(std::string_view text)
{
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (lines_ == 1 && text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    const std::string_view line = trimmed(text);
    if (line.empty()) return;
    if (fields_ == 0) {
        fields_ = count_fields(line);
        if (columns_.only_these || columns_.needs_header || !is_all_numbers(line)) return read_header(line);
        if (fields_ != columns())
            fail_line(lines_, "expected " + std::to_string(columns()) + " numbers, or a header with " +
                                  joined(columns_.names) + "; found " + std::to_string(fields_) +
                                  (fields_ == 1 ? " number" : " numbers"));
        for (std::size_t i = 0; i < columns(); ++i) places_.push_back(i);
    }
    rows_.push_back({line, lines_});
}

// A file with none of the columns may be any file, such as one of secrets: none of its text is shown.
void CsvRows::read_header(std::string_view line)
{
    std::vector<std::string_view> found;
    for (std::string_view rest = line; found.size() < fields_;) found.push_back(unquoted(take_field(rest)));
    const bool has_any = std::ranges::any_of(
        columns_.names, [&](const std::string& name) { return std::ranges::count(found, name) > 0; });
    std::string shown_line = "a line with none of these names";
    if (has_any) shown_line = std::string{"'"}.append(shown(line)).append("'");
    if (columns_.only_these && !is_header_of_these(found))
        fail_line(lines_,
                  "expected the header " + joined(columns_.names) +
                      (columns_.last.empty() ? "" : " or " + joined(columns_.names) + "," + columns_.last) +
                      ", found " + shown_line);
    if (!columns_.last.empty() && std::ranges::find(found, columns_.last) != found.end())
        columns_.names.push_back(columns_.last);
    for (const std::string& name : columns_.names) {
        const auto count = std::ranges::count(found, name);
        if (count != 1)
            fail_line(lines_, "expected a column '" + name + "', found " +
                                  (count == 0 ? "none" : std::to_string(count)) +
                                  (has_any ? "; the columns are " + shown(line) : std::string{}));
        places_.push_back(static_cast<std::size_t>(std::ranges::find(found, name) - found.begin()));
    }
}

bool CsvRows::is_header_of_these(const std::vector<std::string_view>& found) const
{
    std::vector<std::string_view> expected{columns_.names.begin(), columns_.names.end()};
    if (found == expected) return true;
    expected.emplace_back(columns_.last);
    return !columns_.last.empty() && found == expected;
}

bool CsvRows::read(std::size_t row, std::span<double> numbers) const
{
    std::string_view line = rows_[row].text;
    if (count_fields(line) != fields_) return false;
    for (std::size_t field = 0; field < fields_; ++field) {
        const std::string_view text = take_field(line);
        for (std::size_t i = 0; i < places_.size(); ++i) {
            if (places_[i] != field) continue;
            const std::optional<double> value = number(text);
            if (!value) return false;
            const bool is_gap = std::isnan(*value) && columns_.names[i] == columns_.gaps;
            if (!std::isfinite(*value) && !is_gap) return false;
            numbers[i] = *value;
        }
    }
    return true;
}

void CsvRows::fail(std::size_t row) const
{
    const std::string_view line = rows_[row].text;
    if (count_fields(line) != fields_)
        fail(row,
             "expected " + std::to_string(fields_) + " values parted by commas, found '" + shown(line) + "'");
    fail(row, "expected finite numbers for " + joined(columns_.names) + ", found '" + shown(line) + "'");
}

void CsvRows::fail(std::size_t row, const std::string& what) const
{
    fail_line(rows_[row].line, what);
}

void CsvRows::fail_line(std::uint64_t line, const std::string& what) const
{
    throw std::runtime_error("cannot read " + columns_.things + " '" + name_ + "', line " +
                             std::to_string(line) + ": " + what);
}

}  // namespace farfield::model
