#include "compute_node/volumes/scalar_field.h"

#include "compute_node/support/parallel.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace farfield::compute {

namespace {

void set_range(ScalarField& field)
{
    field.least = std::numeric_limits<float>::infinity();
    field.greatest = -field.least;
    for (const Bricks& bricks : field.bricks)
        for (std::size_t brick = 0; brick < bricks.size(); ++brick) {
            field.least = std::min(field.least, bricks.least[brick]);
            field.greatest = std::max(field.greatest, bricks.greatest[brick]);
        }
}

ScalarField with_bricks(ScalarField field)
{
    if (field.grid->is_mesh()) {
        field.bricks.push_back(runs_of(field.grid->tetrahedra, {field.values.data(), field.values.size()}));
    } else {
        for (std::size_t i = 0; i < field.grid->lattices.size(); ++i)
            field.bricks.push_back(bricks_of(field.grid->lattices[i], field.of_lattice(i)));
    }
    set_range(field);
    return field;
}

/// The nodes that a level keeps along an axis.
std::vector<int> kept_nodes(int nodes, unsigned level)
{
    std::vector<int> kept;
    const int step = 1 << level;
    for (int i = 0; i < nodes - 1; i += step) kept.push_back(i);
    kept.push_back(nodes - 1);
    return kept;
}

/// Calls visit(node) for each node that a level keeps, i fastest.
void for_each_kept(const Lattice& lattice, unsigned level, const auto& visit)
{
    const auto along_i = kept_nodes(lattice.dims.x, level), along_j = kept_nodes(lattice.dims.y, level),
               along_k = kept_nodes(lattice.dims.z, level);
    for (const int k : along_k)
        for (const int j : along_j)
            for (const int i : along_i) visit(lattice.node({i, j, k}));
}

Lattice coarse_lattice(const Lattice& lattice, unsigned level)
{
    Lattice coarse{.right_handed = lattice.right_handed};
    for (int axis = 0; axis < 3; ++axis) {
        const std::vector<int> kept = kept_nodes(lattice.dims[axis], level);
        coarse.dims[axis] = static_cast<int>(kept.size());
        const auto a = static_cast<std::size_t>(axis);
        for (const int i : kept)
            if (!lattice.is_curvilinear())
                coarse.axes[a].push_back(lattice.axes[a][static_cast<std::size_t>(i)]);
    }
    return coarse;
}

/// The points of all curvilinear lattices, one after another.
FixedArray<glm::vec4> coarse_points(const VolumeGrid& grid, unsigned level)
{
    std::vector<glm::vec4> points;
    for (const Lattice& lattice : grid.lattices)
        if (lattice.is_curvilinear())
            for_each_kept(lattice, level, [&](std::size_t node) {
                points.push_back(lattice.points[lattice.first_node + node]);
            });
    return points;
}

}  // namespace

ScalarField scalar_field(std::string name, ScalarValues values, std::shared_ptr<const VolumeGrid> grid)
{
    return with_bricks({.name = std::move(name),
                        .units = std::move(values.units),
                        .grid = std::move(grid),
                        .values = std::move(values.values),
                        .vectors = std::move(values.vectors)});
}

float ScalarField::part_at(std::uint32_t from, std::uint32_t to, float value) const
{
    if (vectors.empty()) return (value - values[from]) / (values[to] - values[from]);
    // |a + f d|^2 = value^2 in a form without cancellation.
    const glm::vec3 a = vectors[from], d = vectors[to] - a;
    const float over = (values[from] - value) * (values[from] + value), along = glm::dot(a, d);
    const float root = std::sqrt(std::max(along * along - glm::dot(d, d) * over, 0.0F));
    return std::clamp(over < 0.0F ? -over / (root + along) : over / (root - along), 0.0F, 1.0F);
}

float ScalarField::between_nodes(std::uint32_t from, std::uint32_t to, float part) const
{
    if (vectors.empty()) return values[from] + part * (values[to] - values[from]);
    return glm::length(vectors[from] + part * (vectors[to] - vectors[from]));
}

ScalarField between(const ScalarField& a, const ScalarField& b, float f)
{
    std::vector<float> values(a.values.size());
    std::vector<glm::vec3> vectors(a.vectors.size());
    const auto fill = [&](std::size_t n) {
        if (vectors.empty()) return void(values[n] = a.values[n] + f * (b.values[n] - a.values[n]));
        vectors[n] = a.vectors[n] + f * (b.vectors[n] - a.vectors[n]);
        const bool is_valid = !std::isnan(a.values[n]) && !std::isnan(b.values[n]);
        values[n] = is_valid ? glm::length(vectors[n]) : std::numeric_limits<float>::quiet_NaN();
    };
    constexpr std::size_t at_once = 1 << 16;
    const std::size_t batches = (values.size() + at_once - 1) / at_once;
    parallel_sum(static_cast<std::int64_t>(batches), 0, [&](std::int64_t batch) {
        const std::size_t begin = static_cast<std::size_t>(batch) * at_once;
        const std::size_t end = std::min(begin + at_once, values.size());
        for (std::size_t n = begin; n < end; ++n) fill(n);
        return 0;
    });
    return with_bricks({.name = a.name,
                        .units = a.units,
                        .grid = a.grid,
                        .values = std::move(values),
                        .vectors = std::move(vectors)});
}

VolumeGrid coarsened(const VolumeGrid& grid, unsigned level)
{
    if (level == 0 || grid.is_mesh()) return grid;
    VolumeGrid coarse{.is_flat = grid.is_flat};
    const FixedArray<glm::vec4> points = coarse_points(grid, level);
    for (const Lattice& lattice : grid.lattices) {
        Lattice& made = coarse.lattices.emplace_back(coarse_lattice(lattice, level));
        made.first_node = coarse.nodes;
        if (lattice.is_curvilinear()) made.points = points;
        coarse.nodes += made.nodes();
    }
    return coarse;
}

ScalarField coarsened(const ScalarField& field, unsigned level, std::shared_ptr<const VolumeGrid> grid)
{
    if (level == 0 || field.grid->is_mesh()) return field;
    std::vector<float> values;
    std::vector<glm::vec3> vectors;
    values.reserve(grid->nodes);
    if (!field.vectors.empty()) vectors.reserve(grid->nodes);
    for (std::size_t i = 0; i < field.grid->lattices.size(); ++i)
        for_each_kept(field.grid->lattices[i], level, [&, of = field.of_lattice(i)](std::size_t node) {
            values.push_back(of[node]);
            if (const glm::vec3* const lengths_of = field.vectors_of_lattice(i))
                vectors.push_back(lengths_of[node]);
        });
    return with_bricks({.name = field.name,
                        .units = field.units,
                        .grid = std::move(grid),
                        .values = std::move(values),
                        .vectors = std::move(vectors)});
}

unsigned coarsest_level(const VolumeGrid& grid)
{
    int most = 1;
    for (const Lattice& lattice : grid.lattices)
        most = std::max({most, lattice.dims.x - 1, lattice.dims.y - 1, lattice.dims.z - 1});
    unsigned level = 0;
    while (!grid.is_mesh() && (2 << level) <= most) ++level;
    return level;
}

}  // namespace farfield::compute
