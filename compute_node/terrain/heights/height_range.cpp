#include "compute_node/terrain/heights/height_range.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace farfield::terrain {

namespace {

/// Posts that are read at once, unless a row has more: blocks of a file, up to 512 rows, are then read once.
constexpr std::int64_t posts_at_once = 1 << 22;

constexpr std::size_t lanes = 16;

}  // namespace

void HeightRange::add(std::span<const float> heights)
{
    // Ranges of every `lanes`-th height, so that the compiler takes as many at once.
    std::array<float, lanes> lowest{}, highest{};
    std::array<std::uint32_t, lanes> voids{};
    lowest.fill(lowest_);
    highest.fill(highest_);
    const auto add_lane = [&](std::size_t lane, float height) {
        // False for NaN.
        lowest[lane] = height < lowest[lane] ? height : lowest[lane];
        highest[lane] = height > highest[lane] ? height : highest[lane];
        voids[lane] += std::isnan(height) ? 1U : 0U;
    };
    const std::size_t whole = heights.size() / lanes * lanes;
    for (std::size_t first = 0; first < whole; first += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane) add_lane(lane, heights[first + lane]);
    for (std::size_t lane = 0; whole + lane < heights.size(); ++lane) add_lane(lane, heights[whole + lane]);
    lowest_ = *std::ranges::min_element(lowest);
    highest_ = *std::ranges::max_element(highest);
    voids_ = std::accumulate(voids.begin(), voids.end(), voids_);
    posts_ += heights.size();
}

void HeightRange::add(const HeightRange& other)
{
    lowest_ = std::min(lowest_, other.lowest_);
    highest_ = std::max(highest_, other.highest_);
    voids_ += other.voids_;
    posts_ += other.posts_;
}

void HeightRange::check(const TerrainInfo& info) const
{
    if (voids_ == posts_)
        throw std::runtime_error(
            fmt::format("cannot take '{}' as terrain: none of its {} posts has a height, "
                        "all are no-data values or larger than any height",
                        info.name, posts_));
    if (!info.plausible) return;
    const auto [lowest, highest] = *info.plausible;
    const bool too_low = double{lowest_} < lowest;
    if (!too_low && double{highest_} <= highest) return;
    throw std::runtime_error(fmt::format("cannot take '{}' as terrain: the file names no unit, and as metres "
                                         "its numbers, {:.7g} to {:.7g}, are "
                                         "hardly heights; expected {:g} to {:g}; name their unit yourself "
                                         "(--unit), or, if {:.7g} stands for no "
                                         "height, say so in a copy: gdal_translate -a_nodata",
                                         info.name, lowest_, highest_, lowest, highest,
                                         too_low ? lowest_ : highest_));
}

HeightRange measure_heights(HeightSource& source)
{
    const TerrainInfo& info = source.info();
    const std::int64_t step = std::clamp<std::int64_t>(posts_at_once / info.columns, 1, info.rows);
    std::vector<float> heights(step * info.columns);
    HeightRange range;
    for (std::int64_t row = 0; row < info.rows; row += step) {
        const std::int64_t rows = std::min(step, info.rows - row);
        const auto band = std::span{heights}.first(rows * info.columns);
        source.read_rows(row, rows, band);
        range.add(band);
    }
    range.check(info);
    return range;
}

}  // namespace farfield::terrain
