// Source: VTK, IO/Legacy/vtkCompositeDataWriter.cxx: CHILDREN count, then of each CHILD type [name], a whole
// file, ENDCHILD.
#include "compute_node/readers/vtk/collections/legacy_blocks.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/support/formats/known_formats.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

/// Limit of blocks within blocks.
constexpr int deepest_block = 8;

/// Takes a line off a text, without its end.
std::string_view next_line(std::string_view& text)
{
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

/// The word behind "DATASET " among the first lines; empty where there is none.
std::string_view dataset_of(std::string_view text)
{
    constexpr int header_lines = 8;
    constexpr std::string_view mark = "DATASET ";
    for (int i = 0; i < header_lines && !text.empty(); ++i)
        if (const std::string_view line = next_line(text); line.starts_with(mark))
            return line.substr(mark.size(), line.find(' ', mark.size()) - mark.size());
    return {};
}

bool is_composite(std::string_view dataset)
{
    return dataset == "MULTIBLOCK" || dataset == "MULTIPIECE";
}

/// True for grids; tables and graphs are none.
bool is_grid(std::string_view dataset)
{
    return dataset == "STRUCTURED_POINTS" || dataset == "STRUCTURED_GRID" || dataset == "RECTILINEAR_GRID" ||
           dataset == "UNSTRUCTURED_GRID" || dataset == "POLYDATA";
}

/// The name in "CHILD 4 [inlet]".
std::string name_in(std::string_view line)
{
    const std::size_t begin = line.find('['), end = line.rfind(']');
    if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return {};
    return std::string{line.substr(begin + 1, end - begin - 1)};
}

/// Takes the text up to the ENDCHILD that belongs to a CHILD whose line was taken; none without that
/// ENDCHILD.
std::optional<std::string_view> take_child(std::string_view& text)
{
    const std::string_view all = text;
    for (int depth = 1; !text.empty();) {
        const std::size_t begin = all.size() - text.size();
        const std::string_view line = next_line(text);
        if (line.starts_with("CHILD ")) ++depth;
        if (line == "ENDCHILD" && --depth == 0) return all.substr(0, begin);
    }
    return std::nullopt;
}

void add_blocks(const fs::path& file, std::string_view text, const std::string& above, int depth,
                std::vector<LegacyBlock>& blocks)
{
    if (depth > deepest_block)
        throw_reader_error(file,
                           fmt::format("expected blocks within others at most {} times over", depth - 1));
    while (!text.empty()) {
        const std::string_view line = next_line(text);
        if (!line.starts_with("CHILD ")) continue;
        const auto child = take_child(text);
        if (!child) throw_reader_error(file, "a CHILD has no ENDCHILD; is the file truncated?");
        const std::string own = name_in(line);
        const std::string name =
            above.empty() || own.empty() ? above + own : fmt::format("{}/{}", above, own);
        const std::string_view dataset = dataset_of(*child);
        if (is_composite(dataset))
            add_blocks(file, *child, name, depth + 1, blocks);
        else if (is_grid(dataset))
            blocks.push_back({name, std::string{*child}});
    }
}

}  // namespace

bool holds_legacy_blocks(const fs::path& file)
{
    constexpr std::size_t enough = 1024;
    std::error_code error;
    if (ending_of(file) != ".vtk" || !fs::is_regular_file(file, error)) return false;
    std::string beginning(enough, '\0');
    std::ifstream in{file, std::ios::binary};
    in.read(beginning.data(), static_cast<std::streamsize>(enough));
    beginning.resize(static_cast<std::size_t>(in.gcount()));
    return is_composite(dataset_of(beginning));
}

std::vector<LegacyBlock> legacy_blocks(const fs::path& file)
{
    std::ifstream in{file, std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{in}, {}};
    std::vector<LegacyBlock> blocks;
    add_blocks(file, text, "", 0, blocks);
    if (blocks.empty()) throw_reader_error(file, "it has several blocks, none of which holds a grid");
    return blocks;
}

}  // namespace farfield::compute
