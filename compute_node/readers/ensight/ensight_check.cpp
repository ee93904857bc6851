#include "compute_node/readers/ensight/ensight_check.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/common/text_number.h"
#include "compute_node/readers/ensight/ensight_binary.h"
#include "compute_node/readers/ensight/ensight_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

/// The lines of a text, and an error where one is missing.
class Lines {
public:
    Lines(const fs::path& file, std::string_view text) : file_{file}, text_{text} {}

    bool next(std::string_view& line)
    {
        if (text_.empty()) return false;
        const std::size_t end = std::min(text_.find('\n'), text_.size());
        line = text_.substr(0, end);
        text_.remove_prefix(std::min(end + 1, text_.size()));
        ++number_;
        return true;
    }
    [[noreturn]] void fail(std::string_view expected) const
    {
        throw_reader_error(
            file_, fmt::format("expected {}, found its end in line {}; is it truncated?", expected, number_));
    }
    std::string_view need(std::string_view what)
    {
        std::string_view line;
        if (!next(line)) fail(what);
        return line;
    }
    std::uint64_t need_count(std::string_view what)
    {
        const std::string_view line = need(what);
        std::uint64_t count = 0;
        const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
        (void)std::from_chars(line.data() + begin, line.data() + line.size(), count);
        return count;
    }
    void need_many(std::uint64_t count, std::string_view what)
    {
        for (std::uint64_t i = 0; i < count; ++i) (void)need(what);
    }
    /// Lines of numbers and nothing else.
    void need_numbers(std::uint64_t count, std::string_view what)
    {
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::string_view line = need(what);
            const std::string_view rest = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
            const auto first = number_at(rest);
            if (first && rest.find_first_not_of(" \t\r", first->length) == std::string_view::npos) continue;
            if (!first || !word_that_is_no_number(rest).empty()) fail_at(what, line);
        }
    }
    /// Of what is left.
    void need_no_other_words()
    {
        for (std::string_view line; next(line);)
            if (!word_that_is_no_number(line).empty()) fail_at("numbers", line);
    }

private:
    [[noreturn]] void fail_at(std::string_view expected, std::string_view line) const
    {
        constexpr std::size_t shown = 40;
        if (line.find_first_not_of(" \t\r") == std::string_view::npos && text_.empty()) fail(expected);
        const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
        throw_reader_error(file_, fmt::format("expected {} in line {}, found '{}'", expected, number_,
                                              line.substr(begin, shown)));
    }

    const fs::path& file_;
    std::string_view text_;
    std::uint64_t number_ = 0;  ///< of the last line
};

/// Numbers along the axes of a block.
struct BlockSize {
    std::uint64_t i = 0, j = 0, k = 0;

    [[nodiscard]] std::uint64_t nodes() const { return i * j * k; }
    [[nodiscard]] std::uint64_t cells() const
    {
        const auto between = [](std::uint64_t nodes) { return std::max<std::uint64_t>(nodes, 2) - 1; };
        return between(i) * between(j) * between(k);
    }
};

BlockSize need_block(Lines& lines)
{
    BlockSize size;
    std::istringstream words{std::string{lines.need("the size of a block")}};
    if (!(words >> size.i >> size.j >> size.k)) lines.fail("three numbers of nodes of a block");
    return size;
}

bool is_section(std::string_view line)
{
    return line.starts_with("coordinates") || line.starts_with("block") || line.starts_with("nsided") ||
           line.starts_with("nfaced") || corners_of(line) > 0;
}

std::uint64_t check_cells(Lines& lines, std::size_t corners, bool with_ids)
{
    const std::uint64_t cells = lines.need_count("how many cells a part has");
    if (with_ids) lines.need_many(cells, "the numbers of cells");
    for (std::uint64_t cell = 0; cell < cells; ++cell) {
        std::istringstream words{std::string{lines.need("the cells of a part")}};
        const auto found = std::distance(std::istream_iterator<std::string>{words}, {});
        if (static_cast<std::size_t>(found) < corners)
            lines.fail(fmt::format("{} corners of a cell", corners));
    }
    return cells;
}

/// Of EnSight Gold: a line for each number.
BlockSize check_block(Lines& lines, std::string_view line)
{
    const auto has = [&](std::string_view word) { return line.find(word) != std::string_view::npos; };
    const BlockSize size = need_block(lines);
    const std::uint64_t numbers = has("uniform")       ? 6
                                  : has("rectilinear") ? size.i + size.j + size.k
                                                       : 3 * size.nodes();
    lines.need_numbers(numbers, "the points of a block");
    if (has("iblanked")) lines.need_many(size.nodes(), "what of a block is blanked");
    return size;
}

/// Cells with their numbers before their corners, of fixed widths that may leave no space.
void check_cells_6(Lines& lines, std::size_t corners)
{
    constexpr std::size_t width = 8;
    const std::uint64_t cells = lines.need_count("how many cells a part has");
    for (std::uint64_t cell = 0; cell < cells; ++cell) {
        const std::string_view line = lines.need("the cells of a part");
        std::istringstream words{std::string{line}};
        const auto found = std::distance(std::istream_iterator<std::string>{words}, {});
        if (static_cast<std::size_t>(found) < corners && line.size() < width * corners)
            lines.fail(fmt::format("{} corners of a cell", corners));
    }
}

/// Source: EnSight User Manual, "EnSight6 Geometry File Format": points before all parts, a line each; of
/// blocks six numbers a line, ten of what is blanked.
EnsightParts check_geometry_6(Lines& lines)
{
    constexpr std::uint64_t a_line = 6, blanks_a_line = 10;
    const auto lines_of = [](std::uint64_t numbers, std::uint64_t in_line) {
        return (numbers + in_line - 1) / in_line;
    };
    lines.need_many(4, "two lines of description, 'node id' and 'element id'");
    EnsightParts found;
    found.are_known = false;
    bool has_part = false;
    for (std::string_view line; lines.next(line);) {
        if (line.starts_with("coordinates")) {
            const std::uint64_t points = lines.need_count("how many points there are");
            lines.need_numbers(points, "the points");
            found.points += points;
        } else if (line.starts_with("part")) {
            has_part = true;
            (void)lines.need("the description of a part");
        } else if (line.starts_with("block")) {
            const std::uint64_t nodes = need_block(lines).nodes();
            lines.need_numbers(3 * lines_of(nodes, a_line), "the points of a block");
            if (line.find("iblanked") != std::string_view::npos)
                lines.need_many(lines_of(nodes, blanks_a_line), "what of a block is blanked");
            found.points += nodes;
        } else if (const std::size_t corners = corners_of(line); corners > 0) {
            check_cells_6(lines, corners);
        }
    }
    if (!has_part) lines.fail("a part");
    return found;
}

/// Source: EnSight User Manual, "EnSight Gold Geometry File Format".
EnsightParts check_geometry(Lines& lines)
{
    lines.need_many(2, "two lines of description");
    const bool node_ids = is_listed(std::string{lines.need("'node id'")});
    const bool element_ids = is_listed(std::string{lines.need("'element id'")});
    EnsightParts found;
    std::uint64_t part = 0;
    for (std::string_view line; lines.next(line);) {
        if (line.starts_with("part")) {
            part = lines.need_count("the number of a part");
            (void)lines.need("the description of a part");
        } else if (line.starts_with("coordinates")) {
            const std::uint64_t points = lines.need_count("how many points a part has");
            if (node_ids) lines.need_many(points, "the points of a part");
            lines.need_numbers(3 * points, "the points of a part");
            found.parts[part].points = points;
        } else if (line.starts_with("block")) {
            const BlockSize size = check_block(lines, line);
            found.parts[part].points = size.nodes();
            found.parts[part].cells["block"] = size.cells();
        } else if (line.starts_with("nsided") || line.starts_with("nfaced")) {
            found.parts[part].cells[word_of_kind(line)] = lines.need_count("how many cells a part has");
        } else if (const std::size_t corners = corners_of(line); corners > 0) {
            found.parts[part].cells[word_of_kind(line)] = check_cells(lines, corners, element_ids);
        }
    }
    if (part == 0) lines.fail("a part");
    for (const auto& [number, one] : found.parts) found.points += one.points;
    return found;
}

/// Values of a part under a line such as "coordinates", "hexa8 undef" or "block partial".
void check_values(Lines& lines, std::string_view line, std::uint64_t components, std::uint64_t count)
{
    const auto has = [&](std::string_view word) { return line.find(word) != std::string_view::npos; };
    if (has("undef")) lines.need_numbers(1, "a number for what is undefined");
    if (has("partial")) {
        count = lines.need_count("how many values a part has");
        lines.need_numbers(count, "which values a part has");
    }
    lines.need_numbers(components * count, "a part's values");
}

/// Values of each part, a line each, for all of its points or cells.
void check_variable(Lines& lines, std::uint64_t components, bool of_cells, const EnsightParts& geometry)
{
    (void)lines.need("a line of description");
    const EnsightPart* part = nullptr;
    for (std::string_view line; lines.next(line);) {
        const std::string word = word_of_kind(line);
        if (word == "part") {
            const auto found = geometry.parts.find(lines.need_count("the number of a part"));
            part = found == geometry.parts.end() ? nullptr : &found->second;
            line = lines.need("'coordinates'");
            if (!is_section(line)) lines.fail("'coordinates'");
        }
        if (part == nullptr || !is_section(line)) continue;
        const auto cells = part->cells.find(word_of_kind(line));
        if (!of_cells)
            check_values(lines, line, components, part->points);
        else if (cells != part->cells.end())
            check_values(lines, line, components, cells->second);
    }
}

std::uint64_t components_of(const EnsightEntry& variable)
{
    if (variable.kind.find("vector") != std::string::npos) return 3;
    if (variable.kind.starts_with("tensor asym")) return 9;
    return variable.is_tensor() ? 6 : 1;
}

}  // namespace

EnsightParts check_ensight_geometry(const fs::path& file, std::string_view text, bool is_gold)
{
    constexpr std::size_t longest_head = 1024;
    const std::string_view head = text.substr(0, longest_head);
    EnsightParts unknown;
    unknown.are_known = false;
    if (is_gold && head.starts_with("C Binary")) return check_binary_geometry(file, text);
    if (head.find("C Binary") != std::string_view::npos) unknown.form = EnsightParts::Form::CBinary;
    if (head.find("Fortran Binary") != std::string_view::npos)
        unknown.form = EnsightParts::Form::FortranBinary;
    const bool is_text =
        unknown.form == EnsightParts::Form::Text && head.find('\0') == std::string_view::npos;
    if (!is_text) return unknown;
    Lines lines{file, text};
    return is_gold ? check_geometry(lines) : check_geometry_6(lines);
}

void check_ensight_variable(const fs::path& file, std::string_view text, const EnsightEntry& variable,
                            const EnsightParts& geometry, bool is_gold)
{
    const bool of_cells = variable.kind.find("element") != std::string::npos;
    if (geometry.form == EnsightParts::Form::CBinary)
        check_binary_variable(file, text, components_of(variable), of_cells, geometry);
    if (geometry.form != EnsightParts::Form::Text) return;
    Lines lines{file, text};
    if (is_gold) return check_variable(lines, components_of(variable), of_cells, geometry);
    (void)lines.need("a line of description");
    lines.need_no_other_words();
}

}  // namespace farfield::compute
