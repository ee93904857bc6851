#include "compute_node/readers/plot3d/plot3d_alone.h"

#include "compute_node/readers/plot3d/plot3d_layout.h"
#include "compute_node/support/formats/known_formats.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <system_error>
#include <vector>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

using Kinds = std::array<Plot3dFile, 4>;

/// The kinds to try, by the file's ending: a few numbers may be a file of several kinds.
Kinds kinds_by_ending(const fs::path& file)
{
    using enum Plot3dFile;
    const std::string ending = ending_of(file);
    if (ending == ".f" || ending == ".fun") return {Function, Overflow, Solution, Grid};
    const bool is_flow = ending == ".q" || ending == ".sol" || file.stem().string().ends_with("q");
    return is_flow ? Kinds{Solution, Overflow, Function, Grid} : Kinds{Grid, Solution, Overflow, Function};
}

/// The layout of a whole file; none where its size is that of no kind, or it is a long text.
std::optional<Plot3dLayout> layout_of(const fs::path& file)
{
    constexpr std::uintmax_t longest_text = 1U << 26U;
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(file, error);
    if (error || bytes == 0) return std::nullopt;
    const std::vector<double> text = bytes > longest_text ? std::vector<double>{} : plot3d_text(file);
    std::optional<Plot3dLayout> padded;
    for (const Plot3dFile kind : kinds_by_ending(file)) {
        const auto layout = find_plot3d_layout(file, kind, text, {});
        if (!layout || !layout->complete) continue;
        if (layout->expected == (text.empty() ? bytes : text.size())) return layout;
        if (!padded) padded = layout;
    }
    return padded;
}

std::string size_of(const Plot3dLayout& layout)
{
    const glm::uvec3& d = layout.blocks.front();
    const std::string first = layout.planar ? fmt::format("{} x {} nodes", d.x, d.y)
                                            : fmt::format("{} x {} x {} nodes", d.x, d.y, d.z);
    const std::size_t blocks = layout.blocks.size();
    return blocks == 1 ? first : fmt::format("{} blocks, the first of {}", blocks, first);
}

/// Files beside a file with the same blocks: flows of a grid, grids of a flow.
std::vector<std::string> partners_of(const fs::path& file, const Plot3dLayout& layout)
{
    constexpr std::size_t most_looked_at = 1'000, most_named = 3;
    std::vector<fs::path> beside;
    std::error_code error;
    fs::directory_iterator it{file.has_parent_path() ? file.parent_path() : fs::path{"."}, error}, end;
    for (std::size_t n = 0; !error && it != end && n < most_looked_at; it.increment(error), ++n) {
        std::error_code ignored;
        if (it->is_regular_file(ignored) && format_of(it->path()).grouping == Grouping::Pair)
            beside.push_back(it->path());
    }
    std::ranges::sort(beside);
    std::vector<std::string> names;
    for (const fs::path& other : beside) {
        if (names.size() == most_named) break;
        if (other.filename() == file.filename()) continue;
        const auto found = layout_of(other);
        const bool fits = found && found->blocks == layout.blocks &&
                          (found->kind == Plot3dFile::Grid) != (layout.kind == Plot3dFile::Grid);
        if (fits) names.push_back(fmt::format("'{}'", other.filename().string()));
    }
    return names;
}

const char* name_of(Plot3dFile kind)
{
    switch (kind) {
    case Plot3dFile::Grid:
        return "grid";
    case Plot3dFile::Solution:
        return "solution";
    case Plot3dFile::Overflow:
        return "solution of OVERFLOW";
    case Plot3dFile::Function:
        return "function file";
    }
    return "";
}

}  // namespace

std::string plot3d_alone(const fs::path& file)
{
    const auto layout = layout_of(file);
    if (!layout) return {};
    const bool is_grid = layout->kind == Plot3dFile::Grid;
    std::string text = fmt::format("a PLOT3D {} of {}, which has no {}: name both, {}", name_of(layout->kind),
                                   size_of(*layout), is_grid ? "flow" : "positions",
                                   layout->kind == Plot3dFile::Function ? "GRID+FUNCTIONS" : "GRID+SOLUTION");
    const std::vector<std::string> partners = partners_of(file, *layout);
    if (!partners.empty())
        text += fmt::format("; {} beside it {} the same blocks", fmt::join(partners, ", "),
                            partners.size() == 1 ? "has" : "have");
    return text;
}

}  // namespace farfield::compute
