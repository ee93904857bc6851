#include "compute_node/terrain/tree/block_builder.h"

#include "compute_node/support/large_pages.h"
#include "compute_node/support/parallel.h"
#include "compute_node/terrain/tree/z_curve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <future>
#include <limits>
#include <memory>
#include <new>
#include <stdexcept>
#include <vector>

namespace farfield::terrain {

namespace {

constexpr int cells = HeightBlock::cells;
constexpr int tile_cells = HeightBlocks::tile_cells;
constexpr int tile_level = HeightBlocks::tile_level;

/// The rows of posts that a row of tiles spans.
struct Band {
    std::int64_t columns = 0;
    std::int64_t rows = 0;
    std::vector<float> heights;  ///< [rows][columns]
};

/// Addresses of all parts, to be written.
struct Parts {
    std::uint32_t* slots = nullptr;
    HeightBlock* blocks = nullptr;
    std::array<float*, HeightBlocks::max_levels> maxima{};
};

Parts parts_of(const BlockLayout& layout, std::span<std::byte> memory)
{
    Parts parts;
    parts.slots = reinterpret_cast<std::uint32_t*>(memory.data() + layout.slots.offset);
    parts.blocks = reinterpret_cast<HeightBlock*>(memory.data() + layout.blocks.offset);
    for (std::size_t level = 0; level < layout.maxima.size(); ++level)
        parts.maxima[level] = reinterpret_cast<float*>(memory.data() + layout.maxima[level].offset);
    return parts;
}

float maximum_of_four(float a, float b, float c, float d)
{
    return std::max(std::max(a, b), std::max(c, d));
}

float maximum_of_four(const float* children)
{
    return maximum_of_four(children[0], children[1], children[2], children[3]);
}

/// Copies a block's posts from the band; those beyond it have no height.
void copy_posts(const Band& band, std::int64_t column, std::int64_t row, HeightBlock& block)
{
    const std::int64_t columns = std::clamp<std::int64_t>(band.columns - column, 0, HeightBlock::posts);
    const std::int64_t rows = std::clamp<std::int64_t>(band.rows - row, 0, HeightBlock::posts);
    const bool is_complete = columns == HeightBlock::posts && rows == HeightBlock::posts;
    if (!is_complete)
        for (auto& heights : block.heights) heights.fill(std::numeric_limits<float>::quiet_NaN());
    if (columns == 0 || rows == 0) return;
    const float* const from = band.heights.data() + row * band.columns + column;
    for (std::int64_t j = 0; j < rows; ++j) {
        float* const to = block.heights[static_cast<std::size_t>(j)].data();
        if (is_complete)
            std::copy_n(from + j * band.columns, HeightBlock::posts, to);
        else
            std::copy_n(from + j * band.columns, columns, to);
    }
}

/// Heights of the highest posts of a row of cells; HeightBlocks::none where a cell lacks a post.
std::array<float, cells> cell_maxima(const HeightBlock& block, std::size_t row)
{
    const auto &upper = block.heights[row], &lower = block.heights[row + 1];
    std::array<float, cells> maxima{};
    for (std::size_t i = 0; i < maxima.size(); ++i) {
        const float a = upper[i], b = upper[i + 1], c = lower[i], d = lower[i + 1];
        const float highest = std::max(std::max(a, b), std::max(c, d));
        maxima[i] = std::isnan(a + b + c + d) ? HeightBlocks::none : highest;
    }
    return maxima;
}

/// Fills a block; returns its own maximum.
float fill_block(const Band& band, std::int64_t column, std::int64_t row, HeightBlock& block)
{
    copy_posts(band, column, row, block);
    block.unused.fill(0.0F);
    for (std::size_t j : {0, 2}) {
        const auto upper = cell_maxima(block, j), lower = cell_maxima(block, j + 1);
        block.maxima[j] = maximum_of_four(upper[0], upper[1], lower[0], lower[1]);
        block.maxima[j + 1] = maximum_of_four(upper[2], upper[3], lower[2], lower[3]);
    }
    return maximum_of_four(block.maxima.data());
}

/// Fills a tile. first_column: of the tile in the band; node: of the tile along the Z curve of tiles.
void fill_tile(const Band& band, std::int64_t first_column, std::uint32_t slot, std::uint64_t node,
               const Parts& parts)
{
    parts.slots[node] = slot;
    const std::uint64_t first = std::uint64_t{slot} * HeightBlocks::tile_blocks;
    for (std::uint32_t k = 0; k < HeightBlocks::tile_blocks; ++k) {
        const std::int64_t column = first_column + std::int64_t{gathered_bits(k)} * cells;
        const std::int64_t row = std::int64_t{gathered_bits(k >> 1)} * cells;
        parts.maxima[0][first + k] = fill_block(band, column, row, parts.blocks[first + k]);
    }
    for (int level = 1; level <= tile_level; ++level) {
        const auto l = static_cast<std::size_t>(level);
        const std::uint64_t nodes = std::uint64_t{1} << (2 * (tile_level - level));
        const std::uint64_t base = level == tile_level ? node : slot * nodes;
        const float* below = parts.maxima[l - 1] + slot * nodes * 4;
        for (std::uint64_t k = 0; k < nodes; ++k) parts.maxima[l][base + k] = maximum_of_four(below + 4 * k);
    }
}

/// Fills a row of tiles. Returns the range of its heights.
HeightRange fill_tile_row(const BlockLayout& layout, const Parts& parts, const Band& band,
                          std::uint32_t tile_row)
{
    for (std::uint32_t column = 0; column < layout.tile_columns; ++column)
        fill_tile(band, std::int64_t{column} * tile_cells, tile_row * layout.tile_columns + column,
                  z_curve(column, tile_row), parts);
    // The last row is read again as the first of the next band: it is not counted twice.
    const auto again = static_cast<std::size_t>(tile_row + 1 == layout.tile_rows ? 0 : band.columns);
    HeightRange range;
    range.add(std::span{band.heights}.first(band.heights.size() - again));
    return range;
}

/// Number of bands at once: at least two, one to read and one to fill; more than a few would only wait.
std::size_t bands_at_once(const BlockLayout& layout)
{
    constexpr std::uint64_t most_bytes = std::uint64_t{256} << 20;
    const std::uint64_t band_bytes =
        static_cast<std::uint64_t>(layout.columns) * (tile_cells + 1) * sizeof(float);
    const auto wanted = static_cast<std::uint64_t>(std::clamp(thread_count(0), 2, 4));
    return static_cast<std::size_t>(std::clamp<std::uint64_t>(most_bytes / band_bytes, 2, wanted));
}

/// A band while its tiles are filled by a thread of its own, as others are read.
struct BandInWork {
    Band band;
    std::future<HeightRange> filled;  ///< its destructor waits for the thread
};

void fill_upper_levels(const BlockLayout& layout, const Parts& parts)
{
    for (int level = tile_level + 1; level <= layout.top; ++level) {
        const auto l = static_cast<std::size_t>(level);
        for (std::uint64_t k = 0; k < layout.maxima.at(l).count; ++k)
            parts.maxima[l][k] = maximum_of_four(parts.maxima[l - 1] + 4 * k);
    }
}

std::shared_ptr<std::byte> room_for(std::uint64_t bytes)
{
    constexpr std::size_t large_page = 2 << 20;
    void* const memory = std::aligned_alloc(large_page, (bytes + large_page - 1) / large_page * large_page);
    if (memory == nullptr) throw std::bad_alloc();
    return {static_cast<std::byte*>(memory), [](std::byte* m) { std::free(m); }};
}

}  // namespace

void BuildWatch::check() const
{
    if (is_set(cancelled)) throw std::runtime_error("interrupted");
}

HeightRange fill_blocks(HeightSource& source, const BlockLayout& layout, std::span<std::byte> memory,
                        const BuildWatch& watch)
{
    const Parts parts = parts_of(layout, memory);
    std::fill_n(parts.slots, layout.slots.count, 0U);
    std::fill_n(parts.maxima[tile_level], layout.maxima[tile_level].count, HeightBlocks::none);
    std::vector<BandInWork> works(std::min<std::size_t>(bands_at_once(layout), layout.tile_rows));
    HeightRange range;
    const auto finish = [&](BandInWork& work) {
        if (work.filled.valid()) range.add(work.filled.get());
    };
    for (std::uint32_t tile_row = 0; tile_row < layout.tile_rows; ++tile_row) {
        watch.check();
        BandInWork& work = works[tile_row % works.size()];
        finish(work);
        const std::int64_t first = std::int64_t{tile_row} * tile_cells;
        work.band.columns = layout.columns;
        work.band.rows = std::min<std::int64_t>(tile_cells + 1, layout.rows - first);
        work.band.heights.resize(static_cast<std::size_t>(work.band.rows * layout.columns));
        source.read_rows(first, work.band.rows, work.band.heights);
        work.filled = std::async(std::launch::async, [&layout, &parts, &band = work.band, tile_row] {
            return fill_tile_row(layout, parts, band, tile_row);
        });
        if (watch.progress) watch.progress((tile_row + 1.0) / layout.tile_rows);
    }
    for (BandInWork& work : works) finish(work);
    range.check(source.info());
    fill_upper_levels(layout, parts);
    return range;
}

HeightBlocks build_blocks(HeightSource& source, const BuildWatch& watch)
{
    const BlockLayout layout = layout_of(source.info().columns, source.info().rows);
    const std::shared_ptr<std::byte> memory = room_for(layout.bytes);
    const std::span<std::byte> all{memory.get(), layout.bytes};
    fill_in_large_pages(all);
    const HeightRange range = fill_blocks(source, layout, all, watch);
    HeightBlocks blocks = blocks_in(layout, all, memory);
    blocks.lowest = static_cast<float>(range.lowest());
    blocks.highest = static_cast<float>(range.highest());
    blocks.voids = range.voids();
    return blocks;
}

}  // namespace farfield::terrain
