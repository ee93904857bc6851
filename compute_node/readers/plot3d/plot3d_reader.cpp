#include "compute_node/readers/plot3d/plot3d_reader.h"

#include "compute_node/fields/velocity/chosen_velocity.h"
#include "compute_node/grids/origin.h"
#include "compute_node/readers/common/block_choice.h"
#include "compute_node/readers/common/grid_blocks.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/common/rounded_points.h"
#include "compute_node/readers/plot3d/function_names.h"
#include "compute_node/readers/plot3d/plot3d_layout.h"
#include "compute_node/support/formats/file_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <stdexcept>
#include <vector>

namespace farfield::compute {

namespace {

/// The numbers of a complete PLOT3D file behind its header, in order. Borrows the text.
class Plot3dNumbers {
public:
    Plot3dNumbers(const std::filesystem::path& file, const Plot3dLayout& layout,
                  const std::vector<double>& text);

    /// Skips record marks: call these two before and after the numbers of a record.
    void begin_record() { pass_mark(); }
    void end_record() { pass_mark(); }
    [[nodiscard]] std::vector<double> reals(std::size_t count);
    [[nodiscard]] std::vector<std::int32_t> integers(std::size_t count);

private:
    void pass_mark();
    [[nodiscard]] std::vector<char> bytes(std::size_t count);
    template <class Number>
    [[nodiscard]] std::vector<Number> numbers(std::size_t count);

    const std::filesystem::path& file_;
    const Plot3dLayout& layout_;
    const std::vector<double>& text_;
    std::ifstream in_;
    std::size_t at_ = 0;  ///< index in the text's numbers
};

/// Number of integers before the first block.
std::size_t header_words(const Plot3dLayout& layout)
{
    const std::size_t each = (layout.planar ? 2 : 3) + (layout.kind == Plot3dFile::Function ? 1 : 0);
    return each * layout.blocks.size() + (layout.kind == Plot3dFile::Overflow ? 2 : 0) +
           (layout.several_blocks ? 1 : 0);
}

Plot3dNumbers::Plot3dNumbers(const std::filesystem::path& file, const Plot3dLayout& layout,
                             const std::vector<double>& text)
    : file_{file}, layout_{layout}, text_{text}, in_{file, std::ios::binary}
{
    const std::size_t marks = layout.record_marks ? (layout.several_blocks ? 4 : 2) : 0;
    if (layout.text)
        at_ = header_words(layout);
    else
        (void)bytes(4 * (header_words(layout) + marks));
}

void Plot3dNumbers::pass_mark()
{
    if (layout_.record_marks) (void)bytes(4);
}

std::vector<char> Plot3dNumbers::bytes(std::size_t count)
{
    std::vector<char> read(count);
    if (!in_.read(read.data(), static_cast<std::streamsize>(count)))
        throw_reader_error(file_, "it ends before its last block; is it truncated?");
    return read;
}

template <class Number>
std::vector<Number> Plot3dNumbers::numbers(std::size_t count)
{
    std::vector<char> read = bytes(count * sizeof(Number));
    if (layout_.big_endian == (std::endian::native == std::endian::little))
        for (auto at = read.begin(); at != read.end(); at += sizeof(Number))
            std::reverse(at, at + sizeof(Number));
    std::vector<Number> all(count);
    std::memcpy(all.data(), read.data(), read.size());
    return all;
}

std::vector<double> Plot3dNumbers::reals(std::size_t count)
{
    if (layout_.text) {
        const std::span part = std::span{text_}.subspan(at_, count);
        at_ += count;
        return {part.begin(), part.end()};
    }
    if (layout_.double_precision) return numbers<double>(count);
    const std::vector<float> single = numbers<float>(count);
    return {single.begin(), single.end()};
}

std::vector<std::int32_t> Plot3dNumbers::integers(std::size_t count)
{
    if (!layout_.text) return numbers<std::int32_t>(count);
    std::vector<std::int32_t> all;
    for (const double value : reals(count)) all.push_back(value == 0.0 ? 0 : value > 0.0 ? 1 : -1);
    return all;
}

namespace fs = std::filesystem;

std::string dims_text(const std::vector<glm::uvec3>& blocks)
{
    const glm::uvec3 d = blocks.front();
    if (blocks.size() == 1) return fmt::format("{} x {} x {} nodes", d.x, d.y, d.z);
    return fmt::format("{} blocks, the first of {} x {} x {} nodes", blocks.size(), d.x, d.y, d.z);
}

const char* kind_text(Plot3dFile kind)
{
    return kind == Plot3dFile::Grid ? "grid" : kind == Plot3dFile::Function ? "function" : "solution";
}

std::size_t nodes_of(const glm::uvec3& dims)
{
    return std::size_t{dims.x} * dims.y * dims.z;
}

/// A file with its layout, and with the numbers of a text file.
struct Plot3dSource {
    fs::path file;
    std::vector<double> text;
    Plot3dLayout layout;
};

/// Opens a file. Throws std::runtime_error unless it is whole. grid: null for the grid itself.
Plot3dSource source_of(const fs::path& file, std::initializer_list<Plot3dFile> kinds, std::uint64_t max_nodes,
                       const Plot3dLayout* grid)
{
    Plot3dSource source{file, plot3d_text(file), {}};
    const std::vector<glm::uvec3> blocks = grid == nullptr ? std::vector<glm::uvec3>{} : grid->blocks;
    std::optional<Plot3dLayout> best;
    for (const Plot3dFile kind : kinds) {
        const auto layout = find_plot3d_layout(file, kind, source.text, blocks);
        const bool fits = layout && layout->complete && (blocks.empty() || layout->blocks == blocks);
        const bool is_nearer = layout && best && layout->blocks == blocks && best->blocks != blocks;
        if (layout && (!best || fits || is_nearer)) best = layout;
        if (fits) break;
    }
    if (!best)
        throw_reader_error(file,
                           "expected a PLOT3D file, whose first numbers are the size of its blocks, found " +
                               found_in(file));
    if (!best->complete)
        throw_reader_error(
            file, fmt::format("expected {} {} for {}, found {} in {}; is it truncated, or no PLOT3D {} file?",
                              best->expected, best->text ? "numbers" : "bytes", dims_text(best->blocks),
                              best->text ? source.text.size() : fs::file_size(file), found_in(file),
                              kind_text(kinds.begin()[0])));
    std::uint64_t nodes = 0;
    for (const glm::uvec3& dims : best->blocks) nodes += nodes_of(dims);
    check_node_limit(file, nodes, max_nodes);
    source.layout = *best;
    return source;
}

struct Block {
    std::vector<glm::dvec3> places;
    std::vector<std::uint8_t> blanked;  ///< 1 where IBLANK is 0; empty where it is nowhere 0
};

std::vector<Block> read_grid(const Plot3dSource& source)
{
    Plot3dNumbers numbers{source.file, source.layout, source.text};
    std::vector<Block> blocks;
    for (const glm::uvec3& dims : source.layout.blocks) {
        const std::size_t nodes = nodes_of(dims);
        Block block{std::vector<glm::dvec3>(nodes, glm::dvec3{0.0}), {}};
        numbers.begin_record();
        for (int axis = 0; axis < (source.layout.planar ? 2 : 3); ++axis) {
            const std::vector<double> along = numbers.reals(nodes);
            for (std::size_t n = 0; n < nodes; ++n) block.places[n][axis] = along[n];
        }
        if (source.layout.blanking)
            for (const std::int32_t iblank : numbers.integers(nodes))
                block.blanked.push_back(iblank == 0 ? 1 : 0);
        numbers.end_record();
        if (std::ranges::find(block.blanked, 1) == block.blanked.end()) block.blanked.clear();
        blocks.push_back(std::move(block));
    }
    return blocks;
}

NodeValues scalar(const std::string& name, const std::vector<double>& values)
{
    return {name, 1, std::vector<float>{values.begin(), values.end()}, {}};
}

/// Adds density, momentum and energy, then the further numbers of OVERFLOW.
void add_state(const std::vector<std::vector<double>>& state, bool planar, std::vector<NodeValues>& arrays)
{
    arrays.push_back(scalar("Density", state[0]));
    NodeValues momentum{"Momentum", 3, {}, {}};
    for (std::size_t n = 0; n < state[0].size(); ++n)
        for (std::size_t c = 1; c <= 3; ++c)
            momentum.values.own().push_back(planar && c == 3 ? 0.0F : static_cast<float>(state[c][n]));
    arrays.push_back(std::move(momentum));
    const std::size_t energy = planar ? 3 : 4;
    arrays.push_back(scalar("StagnationEnergy", state[energy]));
    for (std::size_t c = energy + 1; c < state.size(); ++c)
        arrays.push_back(scalar(c == energy + 1 ? "Gamma" : fmt::format("Q{}", c + 1), state[c]));
}

/// Adds functions. Vectors get a third part of 0 on planar grids.
void add_functions(const std::vector<std::vector<double>>& state, const FunctionNames& names,
                   std::vector<NodeValues>& arrays)
{
    for (const NamedFunctions& named : names.arrays) {
        if (named.count == 1) {
            arrays.push_back(scalar(named.name, state[named.first]));
            continue;
        }
        NodeValues vector{named.name, 3, {}, {}};
        for (std::size_t n = 0; n < state[named.first].size(); ++n)
            for (std::size_t c = 0; c < 3; ++c)
                vector.values.own().push_back(c < named.count ? static_cast<float>(state[named.first + c][n])
                                                              : 0.0F);
        arrays.push_back(std::move(vector));
    }
}

std::vector<std::vector<NodeValues>> read_values(const Plot3dSource& source)
{
    Plot3dNumbers numbers{source.file, source.layout, source.text};
    const Plot3dLayout& layout = source.layout;
    std::vector<std::vector<NodeValues>> blocks;
    for (std::size_t b = 0; b < layout.blocks.size(); ++b) {
        if (layout.conditions() > 0) {
            constexpr std::size_t before_integer = 7;
            const bool overflow = layout.kind == Plot3dFile::Overflow;
            numbers.begin_record();
            (void)numbers.reals(overflow ? before_integer : layout.conditions());
            if (overflow) (void)numbers.integers(1);
            if (overflow) (void)numbers.reals(layout.conditions() - before_integer);
            numbers.end_record();
        }
        std::vector<std::vector<double>> state;
        numbers.begin_record();
        for (std::uint32_t c = 0; c < layout.at_node(b); ++c)
            state.push_back(numbers.reals(nodes_of(layout.blocks[b])));
        numbers.end_record();
        std::vector<NodeValues> arrays;
        if (layout.kind == Plot3dFile::Function)
            add_functions(state, function_names(source.file, state.size(), layout.planar), arrays);
        else
            add_state(state, layout.planar && layout.kind == Plot3dFile::Solution, arrays);
        add_quotient(arrays);
        blocks.push_back(std::move(arrays));
    }
    return blocks;
}

void note_names(const FunctionNames& names, GridData& data)
{
    if (!names.remark.empty()) data.remarks.push_back(names.remark);
}

void check_pair(const Plot3dSource& grid, const Plot3dSource& solution)
{
    if (grid.layout.blocks != solution.layout.blocks)
        throw_reader_error(solution.file,
                           fmt::format("it has {}, the grid '{}' has {}", dims_text(solution.layout.blocks),
                                       grid.file.string(), dims_text(grid.layout.blocks)));
}

/// Names of the blocks, which have none in the file: "block 1".
std::vector<BlockName> names_of(const Plot3dSource& grid, const std::vector<std::string>& asked)
{
    try {
        return choose_blocks(std::vector<std::string>(grid.layout.blocks.size()), asked);
    } catch (const std::runtime_error& error) {
        throw_reader_error(grid.file, error.what());
    }
}

}  // namespace

GridData read_plot3d(const fs::path& grid_file, const fs::path& solution_file, std::uint64_t max_nodes,
                     const std::vector<std::string>& asked)
{
    const Plot3dSource grid = source_of(grid_file, {Plot3dFile::Grid}, max_nodes, nullptr);
    const Plot3dSource solution =
        source_of(solution_file, {Plot3dFile::Solution, Plot3dFile::Overflow, Plot3dFile::Function},
                  max_nodes, &grid.layout);
    check_pair(grid, solution);
    const std::vector<BlockName> names = names_of(grid, asked);
    std::vector<Block> blocks = read_grid(grid);
    Bounds bounds = no_bounds();
    for (std::size_t b = 0; b < blocks.size(); ++b)
        for (std::size_t n = 0; names[b].is_read && n < blocks[b].places.size(); ++n)
            include(bounds, blocks[b].places[n]);
    const glm::dvec3 origin = origin_for(bounds);
    std::vector<std::vector<NodeValues>> values = read_values(solution);
    GridData all;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        if (!names[b].is_read) continue;
        GridData block;
        block.dims = {grid.layout.blocks[b]};
        CurvilinearGeometry geometry{{}, origin};
        for (const glm::dvec3& place : blocks[b].places) geometry.points.emplace_back(place - origin);
        block.geometry = std::move(geometry);
        block.arrays = std::move(values[b]);
        block.blanked = std::move(blocks[b].blanked);
        if (all.dims.empty())
            all = std::move(block);
        else
            append_block(all, block);
    }
    if (solution.layout.kind == Plot3dFile::Function)
        note_names(function_names(solution_file, solution.layout.functions.front(), solution.layout.planar),
                   all);
    if (!grid.layout.double_precision && !grid.layout.text) note_rounded_points(all);
    all.format = "PLOT3D";
    if (names.size() > 1) all.blocks = names;
    return all;
}

}  // namespace farfield::compute
