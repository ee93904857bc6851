#include "compute_node/terrain/tree/void_tree.h"

#include "compute_node/support/parallel.h"
#include "compute_node/terrain/tree/tree_walk.h"

#include <algorithm>

namespace farfield::terrain {

namespace {

constexpr int block_cells = HeightBlock::cells;

/// Number of nodes of a level along a side that has so many posts.
std::int64_t nodes_along(std::int64_t posts, int level)
{
    return ((posts - 2) / block_cells >> level) + 1;
}

bool has_hole(const HeightBlocks& terrain, std::int64_t i, std::int64_t j)
{
    const std::int64_t columns = std::min((i + 1) * block_cells, terrain.columns - 1);
    const std::int64_t rows = std::min((j + 1) * block_cells, terrain.rows - 1);
    for (std::int64_t row = j * block_cells; row < rows; ++row)
        for (std::int64_t column = i * block_cells; column < columns; ++column)
            if (!bilinear_cell_at(terrain, column, row)) return true;
    return false;
}

std::uint32_t node_at(const HeightBlocks& terrain, int level, std::int64_t i, std::int64_t j)
{
    return terrain.node_at(level, static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j));
}

/// True when a ray goes over a cell that has no surface, over more than its edge.
bool crosses_hole(const HeightBlocks& terrain, const GridRay& ray, double end, std::int64_t column,
                  std::int64_t row)
{
    if (column >= terrain.columns - 1 || row >= terrain.rows - 1) return false;
    const RayPart part = part_above(ray, static_cast<double>(column), static_cast<double>(row), 1.0, 1.0);
    return part.begin < std::min(part.end, end) && !bilinear_cell_below(terrain, ray, column, row);
}

}  // namespace

VoidTree::VoidTree(const HeightBlocks& terrain) : any_{terrain.voids > 0}
{
    if (!any_) return;
    for (std::size_t level = 0; level <= static_cast<std::size_t>(terrain.top); ++level)
        marks_[level].resize(terrain.maxima[level].size());
    mark_blocks(terrain);
    for (int level = 1; level <= terrain.top; ++level)
        for (std::int64_t j = 0; j < nodes_along(terrain.rows, level); ++j)
            for (std::int64_t i = 0; i < nodes_along(terrain.columns, level); ++i) {
                const std::uint32_t node = node_at(terrain, level, i, j);
                const std::uint8_t* below =
                    &marks_[static_cast<std::size_t>(level) - 1][terrain.first_child(level, node)];
                marks_[static_cast<std::size_t>(level)][node] =
                    static_cast<std::uint8_t>(below[0] | below[1] | below[2] | below[3]);
            }
}

void VoidTree::mark_blocks(const HeightBlocks& terrain)
{
    parallel_sum(nodes_along(terrain.rows, 0), 0, [&](std::int64_t j) -> std::uint64_t {
        for (std::int64_t i = 0; i < nodes_along(terrain.columns, 0); ++i)
            marks_[0][node_at(terrain, 0, i, j)] = has_hole(terrain, i, j) ? 1 : 0;
        return 0;
    });
}

bool VoidTree::is_crossed(const HeightBlocks& terrain, const GridRay& ray, double end) const
{
    if (!any_) return false;
    bool is_found = false;
    const auto is_wanted = [&](int level, std::uint32_t node, RayPart) {
        return marks_[static_cast<std::size_t>(level)][node] != 0;
    };
    TreeWalk{terrain, ray, end}.run(is_wanted, [&](std::int64_t column, std::int64_t row) {
        return is_found = crosses_hole(terrain, ray, end, column, row);
    });
    return is_found;
}

}  // namespace farfield::terrain
