#include "compute_node/readers/nek5000/nek5000_file.h"

#include "compute_node/readers/common/opened_paths.h"
#include "compute_node/readers/common/reader_error.h"
#include "model/files/plain_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t header_bytes = 132, order_bytes = 4, number_bytes = 4;
constexpr float order_mark = 6.54321F;
/// Largest number of an element's points along an axis; runs have up to about 16.
constexpr std::uint32_t max_points_along = 64;
/// Largest size of a metadata file, which has a few lines.
constexpr std::uintmax_t max_metadata_bytes = 1U << 16U;

template <class Word>
Word swapped(Word word)
{
    auto* bytes = reinterpret_cast<std::byte*>(&word);
    std::reverse(bytes, bytes + sizeof word);
    return word;
}

/// The values that one letter of a header's fields adds to a file.
struct Part {
    char letter = ' ';
    std::uint64_t components = 1;
};

/// The parts of a field file, in the file's order.
std::vector<Part> parts_of(const NekHeader& header)
{
    std::vector<Part> parts;
    for (const char letter : header.fields) {
        if (letter == 'X' || letter == 'U')
            parts.push_back({letter, static_cast<std::uint64_t>(header.dimensions())});
        if (letter == 'P' || letter == 'T') parts.push_back({letter, 1});
        if (letter == 'S')
            for (int scalar = 0; scalar < header.scalars(); ++scalar) parts.push_back({'S', 1});
    }
    return parts;
}

std::uint64_t bytes_of(const NekHeader& header, const Part& part)
{
    return header.elements * header.points_of_element() * part.components * header.word_bytes;
}

std::uint64_t first_field_byte(const NekHeader& header)
{
    return header_bytes + order_bytes + header.elements * number_bytes;
}

/// Checks the file's size before any memory is taken: element counts come from the file.
void check_size(const NekHeader& header)
{
    const std::uint64_t found = fs::file_size(header.file);
    const std::uint64_t smallest = number_bytes + header.points_of_element() * header.word_bytes;
    std::uint64_t expected = found + 1;
    if (header.elements <= found / smallest) {  // else the product below might overflow
        expected = first_field_byte(header);
        for (const Part& part : parts_of(header)) expected += bytes_of(header, part);
    }
    if (expected > found)
        throw_reader_error(
            header.file,
            fmt::format("{} elements of {} x {} x {} points with '{}' need more than the {} bytes found; "
                        "is the file truncated?",
                        header.elements, header.points.x, header.points.y, header.points.z, header.fields,
                        found));
}

NekHeader parse_header(const fs::path& file, const std::string& text)
{
    NekHeader header;
    header.file = file;
    std::string mark;
    std::uint64_t all_elements = 0, step = 0, part = 0, parts = 0;
    std::istringstream words{text};
    words >> mark >> header.word_bytes >> header.points.x >> header.points.y >> header.points.z >>
        header.elements >> all_elements >> header.seconds >> step >> part >> parts >> header.fields;
    if (!words || mark != "#std")
        throw_reader_error(file, "expected a Nek5000 field file that begins with '#std' and its counts");
    if (header.word_bytes != 4 && header.word_bytes != 8)
        throw_reader_error(file, fmt::format("expected words of 4 or 8 bytes, found {}", header.word_bytes));
    const std::uint32_t x = header.points.x, y = header.points.y, z = header.points.z;
    if (std::min(x, y) < 2 || z < 1 || std::max({x, y, z}) > max_points_along)
        throw_reader_error(
            file, fmt::format("expected elements of 2 to {} points along each axis, found {} x {} x {}",
                              max_points_along, x, y, z));
    if (parts != 1 || header.elements != all_elements)
        throw_reader_error(file,
                           fmt::format("holds {} of {} elements in {} files; expected all of them in one",
                                       header.elements, all_elements, parts));
    if (header.elements == 0 || !std::isfinite(header.seconds))
        throw_reader_error(file, fmt::format("expected elements and a time, found {} at {}", header.elements,
                                             header.seconds));
    return header;
}

bool is_swapped(const fs::path& file, float mark)
{
    constexpr float tolerance = 1e-4F;
    if (std::abs(mark - order_mark) < tolerance) return false;
    if (std::abs(swapped(mark) - order_mark) < tolerance) return true;
    throw_reader_error(file, "its byte order is not known: expected 6.54321 behind the header");
}

template <class Value, class Word>
std::vector<Value> converted(const std::vector<char>& bytes, bool is_swapped)
{
    std::vector<Value> values(bytes.size() / sizeof(Word));
    for (std::size_t i = 0; i < values.size(); ++i) {
        Word word;
        std::memcpy(&word, bytes.data() + i * sizeof word, sizeof word);
        values[i] = static_cast<Value>(is_swapped ? swapped(word) : word);
    }
    return values;
}

std::vector<char> read_bytes(const fs::path& file, std::uint64_t first, std::uint64_t count)
{
    std::vector<char> bytes(count);
    std::ifstream in{file, std::ios::binary};
    in.seekg(static_cast<std::streamoff>(first));
    if (!in.read(bytes.data(), static_cast<std::streamsize>(count)))
        throw_reader_error(file,
                           fmt::format("expected {} bytes from {} on; is the file truncated?", count, first));
    return bytes;
}

/// Replaces "%0Nd" from `from` on by a number; false when there is none.
bool put_number(std::string& text, std::size_t from, std::uint32_t number)
{
    const std::size_t begin = text.find('%', from), end = text.find('d', begin);
    if (begin == std::string::npos || end == std::string::npos) return false;
    const std::string width = text.substr(begin + 1, end - begin - 1);
    if (width.size() > 2 || width.find_first_not_of("0123456789") != std::string::npos) return false;
    text.replace(begin, end - begin + 1, fmt::format("{:0{}}", number, width.empty() ? 1 : std::stoi(width)));
    return true;
}

}  // namespace

NekSeries read_nek_series(const fs::path& metadata)
{
    if (fs::file_size(metadata) > max_metadata_bytes)
        throw_reader_error(metadata, "expected a few lines: filetemplate, firsttimestep, numtimesteps");
    NekSeries series{metadata, "", 0, 0};
    std::ifstream in{metadata};
    for (std::string word; in >> word;) {
        if (word == "filetemplate:") in >> series.file_template;
        if (word == "firsttimestep:") in >> series.first_step;
        if (word == "numtimesteps:") in >> series.steps;
    }
    if (series.file_template.empty() || series.steps == 0 || series.steps > max_nek_steps)
        throw_reader_error(metadata,
                           fmt::format("expected filetemplate, firsttimestep and 1 to {} numtimesteps, found "
                                       "'{}', {} and {}",
                                       max_nek_steps, series.file_template, series.first_step, series.steps));
    (void)nek_step_file(series, 0);
    return series;
}

fs::path nek_step_file(const NekSeries& series, std::uint32_t step)
{
    std::string name = series.file_template;
    const bool has_part = std::count(name.begin(), name.end(), '%') == 2;
    const bool understood =
        (!has_part || put_number(name, 0, 0)) && put_number(name, 0, series.first_step + step);
    if (!understood || name.find('%') != std::string::npos)
        throw_reader_error(series.metadata,
                           fmt::format("expected a filetemplate with %01d and %05d in it, found '{}'",
                                       series.file_template));
    return series.metadata.parent_path() / name;
}

int NekHeader::scalars() const
{
    const std::size_t at = fields.find('S');
    if (at == std::string::npos) return 0;
    int count = 0;
    for (std::size_t i = at + 1; i < fields.size() && i < at + 3 && std::isdigit(fields[i]) != 0; ++i)
        count = 10 * count + (fields[i] - '0');
    return count;
}

NekHeader read_nek_header(const fs::path& file)
{
    std::error_code error;
    if (OpenedPaths::of_process().refuses(file) || !fs::exists(file, error))
        throw_reader_error(file, "no such file");
    if (const std::string kind = model::kind_other_than_file(file); !kind.empty())
        throw_reader_error(file, "expected a file, found " + kind);
    if (fs::file_size(file) < header_bytes + order_bytes)
        throw_reader_error(file, "expected a Nek5000 field file, which has at least 136 bytes");
    const std::vector<char> bytes = read_bytes(file, 0, header_bytes + order_bytes);
    NekHeader header = parse_header(file, {bytes.data(), header_bytes});
    float mark = 0.0F;
    std::memcpy(&mark, bytes.data() + header_bytes, sizeof mark);
    header.swapped = is_swapped(file, mark);
    check_size(header);
    return header;
}

std::vector<std::int32_t> read_nek_elements(const NekHeader& header)
{
    const std::vector<char> bytes =
        read_bytes(header.file, header_bytes + order_bytes, header.elements * number_bytes);
    std::vector<std::int32_t> numbers(header.elements);
    std::memcpy(numbers.data(), bytes.data(), bytes.size());
    if (header.swapped)
        for (std::int32_t& number : numbers) number = swapped(number);
    return numbers;
}

namespace {

template <class Value>
std::vector<Value> read_field(const NekHeader& header, char field, int scalar)
{
    std::uint64_t first = first_field_byte(header);
    for (const Part& part : parts_of(header)) {
        const std::uint64_t count = bytes_of(header, part);
        if (part.letter == field && (field != 'S' || scalar-- == 0)) {
            const std::vector<char> bytes = read_bytes(header.file, first, count);
            return header.word_bytes == 4 ? converted<Value, float>(bytes, header.swapped)
                                          : converted<Value, double>(bytes, header.swapped);
        }
        first += count;
    }
    return {};
}

}  // namespace

std::vector<float> read_nek_field(const NekHeader& header, char field, int scalar)
{
    return read_field<float>(header, field, scalar);
}

std::vector<double> read_nek_places(const NekHeader& header)
{
    return read_field<double>(header, 'X', 0);
}

}  // namespace farfield::compute
