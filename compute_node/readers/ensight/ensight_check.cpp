#include "compute_node/readers/ensight/ensight_check.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/common/text_number.h"
#include "compute_node/readers/ensight/ensight_binary.h"
#include "compute_node/readers/ensight/ensight_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

/// Largest count: VTK's reader holds numbers of points and cells, and their products, in 32 bits.
constexpr std::uint64_t max_count = std::numeric_limits<std::int32_t>::max();

std::string_view without_blanks_before(std::string_view line)
{
    return line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
}

/// The lines of a text, and errors where one is missing or is not what it should be.
class Lines {
public:
    Lines(const fs::path& file, std::string_view text) : file_{file}, text_{text} {}

    bool next(std::string_view& line)
    {
        if (text_.empty()) return false;
        const std::size_t end = std::min(text_.find('\n'), text_.size());
        line = line_ = text_.substr(0, end);
        text_.remove_prefix(std::min(end + 1, text_.size()));
        ++number_;
        return true;
    }
    [[noreturn]] void fail_at_end(std::string_view expected) const
    {
        throw_reader_error(
            file_, fmt::format("expected {}, found its end in line {}; is it truncated?", expected, number_));
    }
    /// Throws an error: expected this, found the line that was read last.
    [[noreturn]] void fail(std::string_view expected) const
    {
        constexpr std::size_t shown = 40;
        const std::size_t begin = line_.find_first_not_of(" \t\r");
        if (begin == std::string_view::npos && text_.empty()) fail_at_end(expected);
        std::string_view found = line_.substr(std::min(begin, line_.size()), shown);
        if (found.ends_with('\r')) found.remove_suffix(1);
        throw_reader_error(file_, fmt::format("expected {} in line {}, found '{}'{}", expected, number_,
                                              found, text_.empty() ? "; is it truncated?" : ""));
    }
    std::string_view need(std::string_view what)
    {
        std::string_view line;
        if (!next(line)) fail_at_end(what);
        return line;
    }
    /// Takes a line that begins with a whole number.
    std::uint64_t need_count(std::string_view what, std::uint64_t least = 0)
    {
        while (is_passed_over(need(what)) && !text_.empty()) continue;
        const std::string word = word_of_kind(line_);
        const auto number = whole_count(word);
        if (!number || *number < least || *number > max_count)
            fail(fmt::format("{} (a whole number from {} to {})", what, least, max_count));
        return *number;
    }
    void need_many(std::uint64_t count, std::string_view what)
    {
        for (std::uint64_t i = 0; i < count; ++i) (void)need(what);
    }
    /// Takes lines of numbers and nothing else.
    void need_numbers(std::uint64_t count, std::string_view what)
    {
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::string_view line = need(what);
            const std::string_view rest = without_blanks_before(line);
            const auto first = number_at(rest);
            if (first && rest.find_first_not_of(" \t\r", first->length) == std::string_view::npos) continue;
            if (!first || !word_that_is_no_number(rest).empty()) fail(what);
        }
    }

private:
    const fs::path& file_;
    std::string_view text_;
    std::string_view line_;     ///< line that was read last
    std::uint64_t number_ = 0;  ///< its number
};

/// Numbers of nodes along the axes of a block.
struct BlockSize {
    std::uint64_t i = 0, j = 0, k = 0;

    [[nodiscard]] std::uint64_t nodes() const { return i * j * k; }
    [[nodiscard]] std::uint64_t cells() const
    {
        const auto between = [](std::uint64_t nodes) { return std::max<std::uint64_t>(nodes, 2) - 1; };
        return nodes() == 0 ? 0 : between(i) * between(j) * between(k);
    }
};

BlockSize need_block(Lines& lines)
{
    BlockSize size;
    std::istringstream words{std::string{lines.need("the size of a block")}};
    std::uint64_t nodes = 0;
    if (!(words >> size.i >> size.j >> size.k) || __builtin_mul_overflow(size.i, size.j, &nodes) ||
        __builtin_mul_overflow(nodes, size.k, &nodes) || nodes > max_count)
        lines.fail(fmt::format("three numbers of nodes of a block, of {} nodes at most,", max_count));
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

/// Checks a block of EnSight Gold in text, which has a line for each number.
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

/// Checks cells of EnSight 6: their numbers come before their corners, in fixed widths, maybe without space.
std::uint64_t check_cells_6(Lines& lines, std::size_t corners)
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
    return cells;
}

/// Number of lines that so many numbers take in EnSight 6.
std::uint64_t lines_of_6(std::uint64_t numbers, std::uint64_t in_line = 6)
{
    return (numbers + in_line - 1) / in_line;
}

/// The number in "part 3".
std::uint64_t part_number_6(const Lines& lines, std::string_view line)
{
    const auto number = whole_count(word_of_kind(line.substr(std::string_view{"part"}.size())));
    if (!number || *number == 0) lines.fail("'part' and its number");
    return *number;
}

/// Checks a geometry of EnSight 6: points before all parts, a line each; of blocks six numbers a line, of
/// blanking ten, as VTK's reader needs. Source: EnSight User Manual, "EnSight6 Geometry File Format".
EnsightParts check_geometry_6(Lines& lines)
{
    constexpr std::uint64_t blanks_a_line = 10;
    lines.need_many(4, "two lines of description, 'node id' and 'element id'");
    EnsightParts found;
    found.are_known = false;
    EnsightPart* part = nullptr;
    for (std::string_view line; lines.next(line);) {
        line = without_blanks_before(line);
        if (line.starts_with("coordinates")) {
            const std::uint64_t points = lines.need_count("how many points there are");
            lines.need_numbers(points, "the points");
            found.points += points;
            found.common_points += points;
        } else if (line.starts_with("part")) {
            part = &found.parts[part_number_6(lines, line)];
            (void)lines.need("the description of a part");
        } else if (line.starts_with("block") && part != nullptr) {
            const BlockSize size = need_block(lines);
            const std::uint64_t nodes = size.nodes();
            part->points = nodes;
            part->cells["block"] = size.cells();
            lines.need_numbers(3 * lines_of_6(nodes), "the points of a block");
            if (line.find("iblanked") != std::string_view::npos)
                lines.need_many(lines_of_6(nodes, blanks_a_line), "what of a block is blanked");
            found.points += nodes;
        } else if (const std::size_t corners = corners_of(line); corners > 0 && part != nullptr) {
            part->cells[word_of_kind(line)] = check_cells_6(lines, corners);
        } else if (!is_passed_over(line)) {
            lines.fail("'coordinates', 'part', 'block' or a kind of cells");
        }
    }
    if (part == nullptr) lines.fail_at_end("a part");
    if (part->cells.empty()) lines.fail_at_end("a block or cells of the part");
    return found;
}

/// Checks a geometry. Source: EnSight User Manual, "EnSight Gold Geometry File Format".
EnsightParts check_geometry(Lines& lines)
{
    lines.need_many(2, "two lines of description");
    const bool node_ids = is_listed(std::string{lines.need("'node id'")});
    const bool element_ids = is_listed(std::string{lines.need("'element id'")});
    EnsightParts found;
    EnsightPart* part = nullptr;
    for (std::string_view line; lines.next(line);) {
        if (line.starts_with("part")) {
            part = &found.parts[lines.need_count("the number of a part", 1)];
            (void)lines.need("the description of a part");
        } else if (line.starts_with("extents") && part == nullptr) {
            lines.need_many(3, "the extents");
        } else if (part == nullptr && !is_passed_over(line)) {
            lines.fail("'part'");
        } else if (line.starts_with("coordinates")) {
            const std::uint64_t points = lines.need_count("how many points a part has");
            if (node_ids) lines.need_many(points, "the points of a part");
            lines.need_numbers(3 * points, "the points of a part");
            part->points = points;
        } else if (line.starts_with("block")) {
            const BlockSize size = check_block(lines, line);
            part->points = size.nodes();
            part->cells["block"] = size.cells();
        } else if (line.starts_with("nsided") || line.starts_with("nfaced")) {
            part->cells[word_of_kind(line)] = lines.need_count("how many cells a part has");
        } else if (const std::size_t corners = corners_of(line); corners > 0) {
            part->cells[word_of_kind(line)] = check_cells(lines, corners, element_ids);
        }
    }
    if (part == nullptr) lines.fail_at_end("a part");
    for (const auto& [number, one] : found.parts) found.points += one.points;
    return found;
}

/// Checks values of a part under a line such as "coordinates", "hexa8 undef" or "block partial".
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

const EnsightPart& need_part(const Lines& lines, const EnsightParts& geometry, std::uint64_t number)
{
    const auto found = geometry.parts.find(number);
    if (found == geometry.parts.end()) lines.fail("the number of a part that the geometry has");
    return found->second;
}

/// Number of cells of a part, of the kind on a line such as "hexa8".
std::uint64_t need_cells(const Lines& lines, const EnsightPart& part, std::string_view line)
{
    const auto found = part.cells.find(word_of_kind(line));
    if (found == part.cells.end()) lines.fail("cells of a kind that the part has in the geometry");
    return found->second;
}

/// Checks the end of a part's values: VTK's reader fills kinds of cells without values with any numbers.
void check_kinds(const Lines& lines, const EnsightPart* part, std::set<std::string>& given)
{
    const std::string missing = part == nullptr ? std::string{} : part->kind_beside(given);
    if (!missing.empty()) lines.fail(fmt::format("values of the part's '{}', too,", missing));
    given.clear();
}

/// Checks the values of each part, a line each, for all of its points or cells. VTK's reader ends the process
/// where the geometry lacks a part.
void check_variable(Lines& lines, std::uint64_t components, bool of_cells, const EnsightParts& geometry)
{
    (void)lines.need("a line of description");
    const EnsightPart* part = nullptr;
    std::set<std::string> given;
    for (std::string_view line; lines.next(line);) {
        if (word_of_kind(line) == "part") {
            if (of_cells) check_kinds(lines, part, given);
            part = &need_part(lines, geometry, lines.need_count("the number of a part"));
            const char* head = of_cells ? "'block' or a kind of cells" : "'coordinates' or 'block'";
            line = lines.need(head);
            if (!is_section(line)) lines.fail(head);
        }
        if (!is_section(line)) continue;
        if (part == nullptr) lines.fail("'part'");
        check_values(lines, line, components, of_cells ? need_cells(lines, *part, line) : part->points);
        given.insert(word_of_kind(line));
    }
    if (of_cells) check_kinds(lines, part, given);
}

/// Checks a variable of EnSight 6, six numbers a line: components of each point or cell together, but in
/// blocks one component after another. Source: EnSight User Manual, "EnSight6 Variable File Format".
void check_variable_6(Lines& lines, std::uint64_t components, bool of_cells, const EnsightParts& geometry)
{
    (void)lines.need("a line of description");
    if (!of_cells) lines.need_numbers(lines_of_6(components * geometry.common_points), "values");
    const EnsightPart* part = nullptr;
    std::set<std::string> given;
    for (std::string_view line; lines.next(line);) {
        line = without_blanks_before(line);
        if (line.starts_with("part")) {
            if (of_cells) check_kinds(lines, part, given);
            part = &need_part(lines, geometry, part_number_6(lines, line));
        } else if (is_section(line)) {
            if (part == nullptr) lines.fail("'part'");
            const std::uint64_t count = of_cells ? need_cells(lines, *part, line) : part->points;
            const bool is_block = line.starts_with("block");
            given.insert(word_of_kind(line));
            lines.need_numbers(is_block ? components * lines_of_6(count) : lines_of_6(components * count),
                               "a part's values");
        } else if (!is_passed_over(line)) {
            lines.fail("'part', 'block' or a kind of cells");
        }
    }
    if (of_cells) check_kinds(lines, part, given);
}

std::uint64_t components_of(const EnsightEntry& variable)
{
    if (variable.kind.find("vector") != std::string::npos) return 3;
    if (variable.kind.starts_with("tensor asym")) return 9;
    return variable.is_tensor() ? 6 : 1;
}

}  // namespace

std::string EnsightPart::kind_beside(const std::set<std::string>& kinds) const
{
    const auto found = std::ranges::find_if(cells, [&](const auto& kind) {
        return kind.second > 0 && !kind.first.starts_with("g_") && !kinds.contains(kind.first);
    });
    return found == cells.end() ? std::string{} : found->first;
}

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
    check_variable_6(lines, components_of(variable), of_cells, geometry);
}

}  // namespace farfield::compute
