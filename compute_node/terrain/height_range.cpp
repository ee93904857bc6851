#include "compute_node/terrain/height_range.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace farfield::compute {

namespace {

/// Posts that are read at once, unless a row has more: blocks of a file, up to 512 rows, are then read once.
constexpr std::int64_t posts_at_once = 1 << 22;

}  // namespace

void HeightRange::add(std::span<const float> heights)
{
    std::uint64_t holes = 0;
    for (const float height : heights) {
        holes += std::isnan(height) ? 1 : 0;
        // False for NaN.
        if (height < lowest_) lowest_ = height;
        if (height > highest_) highest_ = height;
    }
    holes_ += holes;
    posts_ += heights.size();
}

void HeightRange::check_any(const std::string& name) const
{
    if (holes_ < posts_) return;
    throw std::runtime_error(fmt::format("cannot take '{}' as terrain: none of its {} posts has a height, "
                                         "all are no-data values or larger than any height",
                                         name, posts_));
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
    range.check_any(info.name);
    return range;
}

}  // namespace farfield::compute
