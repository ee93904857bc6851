#include "compute_node/readers/ensight/ensight_check.h"

#include "compute_node/readers/common/case_names.h"
#include "compute_node/readers/ensight/ensight_binary.h"
#include "compute_node/readers/ensight/ensight_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

using PointsOfPart = std::map<std::uint64_t, std::uint64_t>;

/// The lines of a file, and an error where one is missing.
class Lines {
public:
    explicit Lines(const fs::path& file) : file_{file}, in_{file} {}

    bool next(std::string& line)
    {
        const bool is_there = static_cast<bool>(std::getline(in_, line));
        if (is_there) ++number_;
        return is_there;
    }
    [[noreturn]] void fail(std::string_view expected) const
    {
        throw std::runtime_error(
            fmt::format("cannot read '{}': expected {}, found its end in line {}; is it truncated?",
                        file_.string(), expected, number_));
    }
    std::string need(std::string_view what)
    {
        std::string line;
        if (!next(line)) fail(what);
        return line;
    }
    std::uint64_t need_number(std::string_view what)
    {
        return std::strtoull(need(what).c_str(), nullptr, 10);
    }
    void need_many(std::uint64_t count, std::string_view what)
    {
        for (std::uint64_t i = 0; i < count; ++i) (void)need(what);
    }

private:
    const fs::path& file_;
    std::ifstream in_;
    std::uint64_t number_ = 0;  ///< of the last line
};

/// Numbers along the axes of a block.
struct BlockSize {
    std::uint64_t i = 0, j = 0, k = 0;

    [[nodiscard]] std::uint64_t nodes() const { return i * j * k; }
};

BlockSize need_block(Lines& lines)
{
    BlockSize size;
    std::istringstream words{lines.need("the size of a block")};
    if (!(words >> size.i >> size.j >> size.k)) lines.fail("three numbers of nodes of a block");
    return size;
}

std::string beginning_of(const fs::path& file)
{
    std::string first(1024, '\0');
    std::ifstream in{file, std::ios::binary};
    in.read(first.data(), static_cast<std::streamsize>(first.size()));
    first.resize(static_cast<std::size_t>(in.gcount()));
    return first;
}

/// Text, and of a single time step.
bool can_be_checked(const fs::path& file)
{
    const std::string first = beginning_of(file);
    const auto has = [&](std::string_view what) { return first.find(what) != std::string::npos; };
    return first.find('\0') == std::string::npos && !has("C Binary") && !has("Fortran Binary") &&
           !has("BEGIN TIME STEP");
}

bool is_section(std::string_view line)
{
    return line.starts_with("coordinates") || line.starts_with("block") || line.starts_with("nsided") ||
           line.starts_with("nfaced") || corners_of(line) > 0;
}

void check_cells(Lines& lines, std::size_t corners, bool with_ids)
{
    const std::uint64_t cells = lines.need_number("how many cells a part has");
    if (with_ids) lines.need_many(cells, "the numbers of cells");
    for (std::uint64_t cell = 0; cell < cells; ++cell) {
        std::istringstream words{lines.need("the cells of a part")};
        const auto found = std::distance(std::istream_iterator<std::string>{words}, {});
        if (static_cast<std::size_t>(found) < corners)
            lines.fail(fmt::format("{} corners of a cell", corners));
    }
}

/// Of EnSight Gold: a line for each number. Returns how many nodes it has.
std::uint64_t check_block(Lines& lines, std::string_view line)
{
    const auto has = [&](std::string_view word) { return line.find(word) != std::string_view::npos; };
    const BlockSize size = need_block(lines);
    const std::uint64_t numbers = has("uniform")       ? 6
                                  : has("rectilinear") ? size.i + size.j + size.k
                                                       : 3 * size.nodes();
    lines.need_many(numbers, "the points of a block");
    if (has("iblanked")) lines.need_many(size.nodes(), "what of a block is blanked");
    return size.nodes();
}

/// Cells with their numbers before their corners, of fixed widths that may leave no space.
void check_cells_6(Lines& lines, std::size_t corners)
{
    constexpr std::size_t width = 8;
    const std::uint64_t cells = lines.need_number("how many cells a part has");
    for (std::uint64_t cell = 0; cell < cells; ++cell) {
        const std::string line = lines.need("the cells of a part");
        std::istringstream words{line};
        const auto found = std::distance(std::istream_iterator<std::string>{words}, {});
        if (static_cast<std::size_t>(found) < corners && line.size() < width * corners)
            lines.fail(fmt::format("{} corners of a cell", corners));
    }
}

/// Source: EnSight User Manual, "EnSight6 Geometry File Format": points before all parts, a line each; of
/// blocks six numbers a line, ten of what is blanked. Returns how many points there are.
std::uint64_t check_geometry_6(const fs::path& file)
{
    constexpr std::uint64_t a_line = 6, blanks_a_line = 10;
    const auto lines_of = [](std::uint64_t numbers, std::uint64_t in_line) {
        return (numbers + in_line - 1) / in_line;
    };
    Lines lines{file};
    lines.need_many(4, "two lines of description, 'node id' and 'element id'");
    std::uint64_t points = 0;
    bool has_part = false;
    for (std::string line; lines.next(line);) {
        if (line.starts_with("coordinates")) {
            points += lines.need_number("how many points there are");
            lines.need_many(points, "the points");
        } else if (line.starts_with("part")) {
            has_part = true;
            (void)lines.need("the description of a part");
        } else if (line.starts_with("block")) {
            const std::uint64_t nodes = need_block(lines).nodes();
            lines.need_many(3 * lines_of(nodes, a_line), "the points of a block");
            if (line.find("iblanked") != std::string::npos)
                lines.need_many(lines_of(nodes, blanks_a_line), "what of a block is blanked");
            points += nodes;
        } else if (const std::size_t corners = corners_of(line); corners > 0) {
            check_cells_6(lines, corners);
        }
    }
    if (!has_part) lines.fail("a part");
    return points;
}

/// Source: EnSight User Manual, "EnSight Gold Geometry File Format".
PointsOfPart check_geometry(const fs::path& file)
{
    Lines lines{file};
    lines.need_many(2, "two lines of description");
    const bool node_ids = is_listed(lines.need("'node id'"));
    const bool element_ids = is_listed(lines.need("'element id'"));
    PointsOfPart points;
    std::uint64_t part = 0;
    for (std::string line; lines.next(line);) {
        if (line.starts_with("part")) {
            part = lines.need_number("the number of a part");
            (void)lines.need("the description of a part");
        } else if (line.starts_with("coordinates")) {
            points[part] = lines.need_number("how many points a part has");
            lines.need_many((node_ids ? 4 : 3) * points[part], "the points of a part");
        } else if (line.starts_with("block")) {
            points[part] = check_block(lines, line);
        } else if (const std::size_t corners = corners_of(line); corners > 0) {
            check_cells(lines, corners, element_ids);
        }
    }
    if (part == 0) lines.fail("a part");
    return points;
}

/// Every part's values, `components` for each of its points, each on a line. Values by cell are passed over.
void check_variable(const fs::path& file, std::uint64_t components, const PointsOfPart& points)
{
    Lines lines{file};
    (void)lines.need("a line of description");
    std::uint64_t part = 0;
    for (std::string line; lines.next(line);) {
        if (line.starts_with("part")) {
            part = lines.need_number("the number of a part");
            line = lines.need("'coordinates'");
            if (!is_section(line)) lines.fail("'coordinates'");
        }
        const auto found = points.find(part);
        const bool is_of_nodes = line.starts_with("coordinates") || line.starts_with("block");
        if (!is_of_nodes || found == points.end()) continue;
        if (line.find("partial") != std::string::npos) return;
        if (line.find("undef") != std::string::npos) (void)lines.need("a number for what is undefined");
        for (std::uint64_t i = 0; i < components * found->second; ++i)
            if (lines.need("a part's values").empty()) lines.fail("a number");
    }
}

/// Files that a case names, in the order that their checks need.
struct NamedFiles {
    std::optional<fs::path> geometry;
    std::vector<std::pair<fs::path, std::uint64_t>> variables;  ///< at nodes, and their components
};

/// Of the first file of a file set with numbered files; these hold several steps, so that any one stands
/// for all.
std::optional<long> first_index(const fs::path& case_file)
{
    constexpr std::string_view key = "filename index:";
    std::ifstream in{case_file};
    for (std::string line; std::getline(in, line);)
        if (line.starts_with(key)) return std::strtol(line.c_str() + key.size(), nullptr, 10);
    return std::nullopt;
}

NamedFiles read_case(const fs::path& case_file, std::size_t time_step)
{
    NamedFiles named;
    const auto index = first_index(case_file);
    std::ifstream in{case_file};
    for (std::string line; std::getline(in, line);) {
        const bool is_scalar = line.starts_with("scalar per node"),
                   is_vector = line.starts_with("vector per node");
        std::istringstream words{line};
        std::optional<fs::path> file;
        for (std::string word; words >> word;) {
            if (index) word = numbered_name(word, *index);
            if (const auto found = file_named_in(case_file, word, time_step)) file = found;
        }
        if (file && line.starts_with("model")) named.geometry = file;
        if (file && (is_scalar || is_vector)) named.variables.emplace_back(*file, is_vector ? 3 : 1);
    }
    return named;
}

}  // namespace

std::uint64_t check_ensight_files(const fs::path& case_file, std::size_t time_step)
{
    const NamedFiles named = read_case(case_file, time_step);
    if (!named.geometry) return 0;
    if (beginning_of(case_file).find("gold") == std::string::npos)
        return can_be_checked(*named.geometry) ? check_geometry_6(*named.geometry) : 0;
    if (beginning_of(*named.geometry).starts_with("C Binary")) return check_ensight_binary(*named.geometry);
    if (!can_be_checked(*named.geometry)) return 0;
    const PointsOfPart points = check_geometry(*named.geometry);
    for (const auto& [file, components] : named.variables)
        if (can_be_checked(file)) check_variable(file, components, points);
    std::uint64_t all_points = 0;
    for (const auto& [part, count] : points) all_points += count;
    return all_points;
}

}  // namespace farfield::compute
