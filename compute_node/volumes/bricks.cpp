#include "compute_node/volumes/bricks.h"

#include "compute_node/support/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace farfield::compute {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr int brick_nodes = brick_cells + 1;

/// Least and greatest values, kept apart for each place in a row, which the compiler turns into vectors.
struct Extrema {
    std::array<float, brick_nodes> least{}, greatest{};
    std::array<std::uint32_t, brick_nodes> invalid{};

    Extrema()
    {
        least.fill(infinity);
        greatest.fill(-infinity);
    }
    void add(const float* row, int nodes)
    {
        for (int i = 0; i < nodes; ++i) {
            const auto at = static_cast<std::size_t>(i);
            least[at] = row[i] < least[at] ? row[i] : least[at];
            greatest[at] = row[i] > greatest[at] ? row[i] : greatest[at];
            invalid[at] |= row[i] != row[i] ? 1U : 0U;
        }
    }
};

void set_brick(Bricks& bricks, std::size_t brick, const Extrema& found)
{
    bricks.least[brick] = *std::ranges::min_element(found.least);
    bricks.greatest[brick] = *std::ranges::max_element(found.greatest);
    bricks.invalid[brick] = *std::ranges::max_element(found.invalid) != 0 ? 1 : 0;
}

Extrema extrema_of(const Lattice& lattice, std::span<const float> values, glm::ivec3 first)
{
    Extrema found;
    const glm::ivec3 end = glm::min(first + brick_nodes, lattice.dims);
    for (int k = first.z; k < end.z; ++k)
        for (int j = first.y; j < end.y; ++j) {
            const float* row = values.data() + lattice.node({first.x, j, k});
            if (end.x - first.x == brick_nodes)
                found.add(row, brick_nodes);  // a constant count, for the compiler
            else
                found.add(row, end.x - first.x);
        }
    return found;
}

Bricks of_size(glm::ivec3 dims)
{
    Bricks bricks{.dims = dims};
    const std::size_t count = static_cast<std::size_t>(dims.x) * static_cast<std::size_t>(dims.y) *
                              static_cast<std::size_t>(dims.z);
    bricks.least.resize(count);
    bricks.greatest.resize(count);
    bricks.invalid.resize(count);
    return bricks;
}

bool has_invalid(const Bricks& bricks)
{
    return std::ranges::find(bricks.invalid, 1) != bricks.invalid.end();
}

std::vector<std::uint64_t> valid_bits(const Lattice& lattice, std::span<const float> values)
{
    const std::size_t words = words_of_row(lattice.dims.x);
    const auto nodes = static_cast<std::size_t>(lattice.dims.x);
    std::vector<std::uint64_t> bits(words * (lattice.nodes() / nodes), 0);
    parallel_sum(static_cast<std::int64_t>(lattice.nodes() / nodes), 0, [&](std::int64_t r) {
        const auto row = static_cast<std::size_t>(r);
        for (std::size_t i = 0; i < nodes; ++i)
            if (!std::isnan(values[row * nodes + i]))
                bits[row * words + i / 64] |= std::uint64_t{1} << (i % 64);
        return 0;
    });
    return bits;
}

}  // namespace

Bricks bricks_of(const Lattice& lattice, std::span<const float> values)
{
    Bricks bricks = of_size((lattice.dims + brick_cells - 2) / brick_cells);
    parallel_sum(std::int64_t{bricks.dims.y} * bricks.dims.z, 0, [&](std::int64_t r) {
        const int j = static_cast<int>(r % bricks.dims.y), k = static_cast<int>(r / bricks.dims.y);
        for (int i = 0; i < bricks.dims.x; ++i)
            set_brick(bricks, static_cast<std::size_t>(r * bricks.dims.x + i),
                      extrema_of(lattice, values, brick_cells * glm::ivec3{i, j, k}));
        return 0;
    });
    bricks.any_invalid = has_invalid(bricks);
    if (bricks.any_invalid) bricks.valid = valid_bits(lattice, values);
    return bricks;
}

Bricks runs_of(const FixedArray<TetrahedronCorners>& tetrahedra, std::span<const float> values)
{
    const std::size_t runs = (tetrahedra.size() + run_tetrahedra - 1) / run_tetrahedra;
    Bricks bricks = of_size({static_cast<int>(runs), 1, 1});
    parallel_sum(static_cast<std::int64_t>(runs), 0, [&](std::int64_t r) {
        const auto run = static_cast<std::size_t>(r);
        const std::size_t end = std::min((run + 1) * run_tetrahedra, tetrahedra.size());
        Extrema found;
        for (std::size_t t = run * run_tetrahedra; t < end; ++t)
            for (const std::uint32_t node : tetrahedra[t]) found.add(&values[node], 1);
        set_brick(bricks, run, found);
        return 0;
    });
    bricks.any_invalid = has_invalid(bricks);
    return bricks;
}

}  // namespace farfield::compute
