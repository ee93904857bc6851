#include "compute_node/support/formats/file_kinds.h"

#include "compute_node/support/formats/beginning.h"
#include "compute_node/support/lower_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <system_error>

namespace farfield {

namespace {

namespace fs = std::filesystem;

/// The first bytes, in lower case: more of those files whose names and comments are long.
std::string bytes_of(const fs::path& file)
{
    constexpr std::size_t enough = 4096, enough_of_names = 1U << 16U;
    std::string bytes(enough, '\0');
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return {};
    std::ifstream in{file, std::ios::binary};
    const auto read_to = [&](std::size_t most) {
        const std::size_t there = most == enough ? 0 : bytes.size();
        bytes.resize(most);
        in.read(bytes.data() + there, static_cast<std::streamsize>(most - there));
        bytes.resize(there + static_cast<std::size_t>(in.gcount()));
    };
    read_to(enough);
    const std::string_view text = without_utf8_mark(bytes);
    const bool has_names = text.starts_with('#') || text.starts_with("CDF") || text.starts_with("\x89HDF");
    if (has_names && bytes.size() == enough) read_to(enough_of_names);
    return lower_case(std::string{without_utf8_mark(bytes)});
}

FileBegin begin_of(const fs::path& file)
{
    return {file, lower_case(file.filename().string()), bytes_of(file)};
}

/// True where the beginning has one of these words; of "a&b", both.
bool has_any(const FileBegin& begin, const Format::Words& words)
{
    return std::ranges::any_of(words, [&](std::string_view word) {
        for (std::size_t end = word.find('&'); end != std::string_view::npos; end = word.find('&')) {
            if (!begin.has(word.substr(0, end))) return false;
            word.remove_prefix(end + 1);
        }
        return begin.has(word);
    });
}

/// The first format that fits; no_format() where none does.
template <typename Fits>
const Format& first_that(Fits fits)
{
    const auto all = all_formats();
    const auto found = std::ranges::find_if(all, fits);
    return found == all.end() ? no_format() : *found;
}

const Format& kind_by_beginning(const FileBegin& begin)
{
    const auto begins = [&](std::string_view mark) { return begin.bytes.starts_with(mark); };
    if (begin.bytes.empty()) return no_format();
    if (begins("cdf") || begin.is_hdf5())
        if (const Format& row =
                first_that([&](const Format& each) { return has_any(begin, each.netcdf_words); });
            row.is_known())
            return row;
    if (const Format& row =
            first_that([&](const Format& each) { return std::ranges::any_of(each.beginnings, begins); });
        row.is_known())
        return row;
    if (begin.is_hdf5())
        return first_that([&](const Format& each) { return has_any(begin, each.hdf5_words); });
    return first_that([&](const Format& each) { return each.recognise != nullptr && each.recognise(begin); });
}

}  // namespace

const Format& kind_without_flow(const fs::path& file)
{
    const Format& kind = kind_by_beginning(begin_of(file));
    return kind.holds_no_flow ? kind : no_format();
}

std::string found_in(const fs::path& file)
{
    const Format& kind = kind_by_beginning(begin_of(file));
    return kind.is_known() ? std::string{kind.kind}
                           : fmt::format("a file that begins with {}", shown_bytes(first_bytes_of(file)));
}

std::string not_read(const Format& format)
{
    return fmt::format("it is {}, which is not read{}{}", format.kind, format.way.empty() ? "" : "; ",
                       format.way);
}

const Format& kind_of_file(const fs::path& file)
{
    if (const Format& found = first_that(
            [&](const Format& row) { return !row.is_read() && row.owns != nullptr && row.owns(file); });
        found.is_known())
        return found;
    const FileBegin begin = begin_of(file);
    if (const Format& found = kind_by_beginning(begin); found.is_known()) return found;
    const auto is_named = [&](std::string_view end) { return begin.name.ends_with(end); };
    if (const Format& found =
            first_that([&](const Format& row) { return std::ranges::any_of(row.names, is_named); });
        found.is_known())
        return found;
    return begin.is_hdf5() ? first_that([](const Format& row) { return row.is_container; }) : no_format();
}

}  // namespace farfield
