#include "compute_node/grids/curvilinear_grid.h"

#include "compute_node/support/large_pages.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

/// Cells that a walk may visit before the index is used; a step of a particle crosses a few at most.
constexpr int max_walk = 64;

/// Bounds of a cell, widened by the tolerance, so that they hold every point that counts as inside.
CellBounds bounds_of(const Hexahedron& corners)
{
    CellBounds bounds{corners[0], corners[0]};
    for (const glm::vec3& corner : corners) {
        bounds.lo = glm::min(bounds.lo, corner);
        bounds.hi = glm::max(bounds.hi, corner);
    }
    const glm::vec3 slack = 2.0F * cell_tolerance * (bounds.hi - bounds.lo);
    bounds.lo -= slack;
    bounds.hi += slack;
    return bounds;
}

/// Leaves out blanked cells that are larger along an axis than every other cell: blanked points may lie
/// anywhere, and cells between them across all others.
void leave_out_stray_cells(const std::vector<std::uint8_t>& is_blanked, std::vector<CellBounds>& cells)
{
    glm::vec3 most{0.0F};
    for (std::size_t n = 0; n < cells.size(); ++n)
        if (is_blanked[n] == 0) most = glm::max(most, cells[n].hi - cells[n].lo);
    std::size_t kept = 0;
    for (std::size_t n = 0; n < cells.size(); ++n)
        if (is_blanked[n] == 0 || glm::all(glm::lessThanEqual(cells[n].hi - cells[n].lo, most)))
            cells[kept++] = cells[n];
    cells.resize(kept);
}

}  // namespace

CurvilinearGrid::CurvilinearGrid(const std::vector<glm::ivec3>& block_dims,
                                 const std::vector<glm::vec3>& points,
                                 const std::vector<std::uint8_t>& blanked)
{
    std::size_t first = 0;
    std::vector<std::uint8_t> unusable;
    std::vector<glm::vec4> positions;
    for (const glm::ivec3& dims : block_dims) {
        const std::size_t count = static_cast<std::size_t>(dims.x) * dims.y * dims.z;
        add_block(dims, points.data() + first, positions);
        if (!blanked.empty()) {
            const auto begin = blanked.begin() + static_cast<std::ptrdiff_t>(first);
            const auto laid_out = double_flat_axes(
                std::vector<std::uint8_t>{begin, begin + static_cast<std::ptrdiff_t>(count)}, dims);
            unusable.insert(unusable.end(), laid_out.begin(), laid_out.end());
        }
        first += count;
    }
    positions_ = std::move(positions);
    keep_in_large_pages(std::as_bytes(std::span{positions_}));
    index_cells(unusable);
}

void CurvilinearGrid::add_block(glm::ivec3 dims, const glm::vec3* points, std::vector<glm::vec4>& all)
{
    const std::size_t count = static_cast<std::size_t>(dims.x) * dims.y * dims.z;
    std::vector<glm::vec4> positions(count);
    for (std::size_t n = 0; n < count; ++n) positions[n] = glm::vec4{points[n], 0.0F};
    positions = double_flat_axes(std::move(positions), dims);
    const bool is_flat = dims != doubled(dims), others_are_flat = flat_axis_ >= 0;
    if (!blocks_.empty() && is_flat != others_are_flat)
        throw std::runtime_error("blocks with one layer and blocks with many cannot be mixed");
    if (is_flat) flatten(positions, dims);
    blocks_.push_back({doubled(dims), all.size()});
    all.insert(all.end(), positions.begin(), positions.end());
}

/// Makes a slab of a doubled layer: moves the second copy off the plane in which the layer lies.
void CurvilinearGrid::flatten(std::vector<glm::vec4>& positions, glm::ivec3 before)
{
    glm::vec4 lo = positions.front(), hi = lo;
    for (const glm::vec4& position : positions) {
        lo = glm::min(lo, position);
        hi = glm::max(hi, position);
    }
    for (int axis = 0; axis < 3 && flat_axis_ < 0; ++axis)
        if (lo[axis] == hi[axis]) flat_axis_ = axis;
    const int layers = (before.x == 1) + (before.y == 1) + (before.z == 1);
    if (layers != 1 || flat_axis_ < 0 || lo[flat_axis_] != hi[flat_axis_])
        throw std::runtime_error("a curvilinear grid with one layer must lie in a plane x, y or z = const");
    if (!blocks_.empty() && flat_position_ != lo[flat_axis_])
        throw std::runtime_error("blocks with one layer must lie in the same plane");
    flat_position_ = lo[flat_axis_];
    const float thickness = 0.5F * glm::distance(lo, hi);
    const std::size_t stride_y = before.x == 1 ? 2 : before.x;
    const std::size_t stride_z = stride_y * (before.y == 1 ? 2 : before.y);
    for (std::size_t n = 0; n < positions.size(); ++n) {
        const bool copy = before.x == 1 ? n % 2 == 1 : before.y == 1 ? n / stride_y % 2 == 1 : n >= stride_z;
        positions[n][flat_axis_] += copy ? thickness : -thickness;
    }
}

void CurvilinearGrid::index_cells(const std::vector<std::uint8_t>& blanked)
{
    const auto is_blanked = [&](const CellCursor& at) {
        if (blanked.empty()) return false;
        const glm::ivec3 dims = blocks_[at.block].dims;
        const std::size_t y = dims.x, z = y * dims.y;
        const std::uint8_t* c = blanked.data() + first_node(at);
        return (c[0] | c[1] | c[y] | c[y + 1] | c[z] | c[z + 1] | c[z + y] | c[z + y + 1]) != 0;
    };
    std::vector<CellBounds> cells;
    std::vector<std::uint8_t> is_blanked_cell;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
        const glm::ivec3 cell_dims = blocks_[b].dims - 1;
        CellCursor at{static_cast<std::int32_t>(b), {}, {}};
        for (at.cell.z = 0; at.cell.z < cell_dims.z; ++at.cell.z)
            for (at.cell.y = 0; at.cell.y < cell_dims.y; ++at.cell.y)
                for (at.cell.x = 0; at.cell.x < cell_dims.x; ++at.cell.x) {
                    CellBounds bounds = bounds_of(corners_about(glm::vec3{0.0F}, at));
                    bounds.cell = static_cast<std::uint32_t>(first_node(at));
                    cells.push_back(bounds);
                    is_blanked_cell.push_back(is_blanked(at) ? 1 : 0);
                }
    }
    leave_out_stray_cells(is_blanked_cell, cells);
    bins_ = CellBins{std::move(cells)};
}

glm::vec3 CurvilinearGrid::position_of(std::size_t block, glm::ivec3 node) const
{
    glm::vec3 position{positions_[first_node({static_cast<std::int32_t>(block), node, {}})]};
    if (flat_axis_ >= 0) position[flat_axis_] = flat_position_;
    return position;
}

Hexahedron CurvilinearGrid::corners_about(glm::vec3 position, const CellCursor& at) const
{
    const glm::vec4* c = positions_.data() + first_node(at);
    const std::size_t y = blocks_[at.block].dims.x;
    const std::size_t z = y * blocks_[at.block].dims.y;
    const auto from = [position](const glm::vec4& corner) { return glm::vec3{corner} - position; };
    return {from(c[0]), from(c[1]),     from(c[y]),     from(c[y + 1]),
            from(c[z]), from(c[z + 1]), from(c[z + y]), from(c[z + y + 1])};
}

float CurvilinearGrid::crossing_rate(const CellCursor& cursor, glm::vec3 velocity) const
{
    const TrilinearMap map{corners_about(glm::vec3{0.0F}, cursor)};
    const glm::vec3 local = Tangents{map, cursor.local}.local_direction(velocity);
    return std::max(std::abs(local.x), std::max(std::abs(local.y), std::abs(local.z)));
}

CurvilinearGrid::Walk CurvilinearGrid::walk(glm::vec3 position, CellCursor& cursor) const
{
    for (int step = 0; step < max_walk; ++step) {
        const LocalPoint found = map_to_local(TrilinearMap{corners_about(position, cursor)}, cursor.local);
        cursor.local = found.local;
        if (found.converged && inside_cell(found.local)) return Walk::Found;
        if (!step_towards(cursor.local, blocks_[cursor.block].dims, cursor.cell)) return Walk::Lost;
    }
    return Walk::Lost;
}

bool CurvilinearGrid::find(glm::vec3 position, const Node* nodes, CellCursor& cursor) const
{
    if (flat_axis_ >= 0) position[flat_axis_] = flat_position_;
    if (cursor.block >= 0 && walk(position, cursor) == Walk::Found && is_valid(interpolate(nodes, cursor)))
        return true;
    return locate(position, nodes, cursor);
}

bool CurvilinearGrid::walk_to(glm::vec3 position, CellCursor& cursor) const
{
    if (flat_axis_ >= 0) position[flat_axis_] = flat_position_;
    return cursor.block >= 0 && walk(position, cursor) == Walk::Found;
}

bool CurvilinearGrid::locate(glm::vec3 position, const Node* nodes, CellCursor& cursor) const
{
    if (flat_axis_ >= 0) position[flat_axis_] = flat_position_;
    for (const std::uint32_t candidate : bins_.near(position)) {
        const CellBounds& bounds = bins_.bounds(candidate);
        if (!contains(bounds, position)) continue;
        std::size_t block = blocks_.size() - 1;
        while (blocks_[block].first_node > bounds.cell) --block;
        const std::size_t n = bounds.cell - blocks_[block].first_node;
        const glm::ivec3 dims = blocks_[block].dims;
        const std::size_t row = n / dims.x;
        CellCursor at{
            static_cast<std::int32_t>(block), {n % dims.x, row % dims.y, row / dims.y}, glm::vec3{0.5F}};
        const LocalPoint found = map_to_local(TrilinearMap{corners_about(position, at)}, at.local);
        if (!found.converged || !inside_cell(found.local)) continue;
        at.local = found.local;
        if (nodes != nullptr && !is_valid(interpolate(nodes, at))) continue;
        cursor = at;
        return true;
    }
    return false;
}

}  // namespace farfield::compute
