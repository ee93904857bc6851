#include "compute_node/volumes/suggestions.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <variant>
#include <vector>

namespace farfield::compute {

namespace {

constexpr int candidates = 64;

/// Middle values of bricks with a valid node.
std::vector<float> middles_of(const std::vector<Bricks>& all)
{
    std::vector<float> middles;
    for (const Bricks& bricks : all)
        for (std::size_t brick = 0; brick < bricks.size(); ++brick)
            if (bricks.least[brick] <= bricks.greatest[brick])
                middles.push_back(0.5F * bricks.least[brick] + 0.5F * bricks.greatest[brick]);
    return middles;
}

float quantile(std::vector<float>& values, double part)
{
    const auto at = static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), values.begin() + at, values.end());
    return values[static_cast<std::size_t>(at)];
}

std::int64_t crossed_bricks(const std::vector<Bricks>& all, float value)
{
    std::int64_t crossed = 0;
    for (const Bricks& bricks : all)
        for (std::size_t brick = 0; brick < bricks.size(); ++brick)
            crossed += straddles(bricks, brick, value) ? 1 : 0;
    return crossed;
}

struct Range {
    float least = std::numeric_limits<float>::infinity(), greatest = -least;
};

std::optional<float> chosen_among(const std::vector<Bricks>& bricks, Range range)
{
    if (!(range.least < range.greatest)) return std::nullopt;
    std::vector<float> middles = middles_of(bricks);
    const auto count = static_cast<std::int64_t>(middles.size());
    float low = quantile(middles, 0.05), high = quantile(middles, 0.95);
    if (!(low < high)) {  // there are only a brick or two
        const float margin = 0.05F * (range.greatest - range.least);
        low = range.least + margin, high = range.greatest - margin;
    }
    float best = low;
    std::int64_t least_miss = std::numeric_limits<std::int64_t>::max();
    for (int i = 0; i < candidates; ++i) {
        const float value = low + (high - low) * static_cast<float>(i) / (candidates - 1);
        const std::int64_t miss = std::abs(10 * crossed_bricks(bricks, value) - count);
        if (miss >= least_miss) continue;
        least_miss = miss;
        best = value;
    }
    return best;
}

std::span<const std::uint32_t> points_of(const TetrahedralGrid& grid, std::size_t cell)
{
    return grid.corners()[cell];
}

std::span<const std::uint32_t> points_of(const IsoparametricGrid& grid, std::size_t cell)
{
    return grid.points_of(cell);
}

std::size_t cells_of(const TetrahedralGrid& grid)
{
    return grid.corners().size();
}

std::size_t cells_of(const IsoparametricGrid& grid)
{
    return grid.cells().size();
}

/// Runs of cells, and the range of them all.
template <class Mesh>
std::pair<Bricks, Range> runs_among(const Mesh& mesh, std::span<const float> values)
{
    constexpr std::size_t run_cells = 16, most_runs = 4096;
    const std::size_t all_runs = (cells_of(mesh) + run_cells - 1) / run_cells;
    const std::size_t runs = std::min(all_runs, most_runs);
    Bricks bricks{.dims = {static_cast<int>(runs), 1, 1}};
    Range all;
    for (std::size_t run = 0; run < runs; ++run) {
        const std::size_t begin = run * all_runs / runs * run_cells;
        Range range;
        for (std::size_t cell = begin; cell < std::min(begin + run_cells, cells_of(mesh)); ++cell)
            for (const std::uint32_t point : points_of(mesh, cell)) {
                const float value = values[point];  // a NaN is neither less nor greater
                range.least = value < range.least ? value : range.least;
                range.greatest = value > range.greatest ? value : range.greatest;
            }
        bricks.least.push_back(range.least);
        bricks.greatest.push_back(range.greatest);
        all = {std::min(all.least, range.least), std::max(all.greatest, range.greatest)};
    }
    return {std::move(bricks), all};
}

}  // namespace

std::optional<float> suggested_isovalue(const ScalarField& field)
{
    return chosen_among(field.bricks, {field.least, field.greatest});
}

std::optional<float> suggested_isovalue(const Grid& mesh, std::span<const float> values)
{
    const auto of = [&](const auto& grid) {
        const auto [bricks, range] = runs_among(grid, values);
        return chosen_among({bricks}, range);
    };
    if (const auto* grid = std::get_if<TetrahedralGrid>(&mesh)) return of(*grid);
    if (const auto* grid = std::get_if<IsoparametricGrid>(&mesh)) return of(*grid);
    return std::nullopt;
}

}  // namespace farfield::compute
