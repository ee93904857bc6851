#include "compute_node/fields/curvilinear_grid.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace farfield::compute {

namespace {

/// Cells a walk may visit before the index is asked; a step of a particle crosses a few at most.
constexpr int max_walk = 64;

bool is_valid(const Node& node)
{
    return !std::isnan(node.x);
}

/// Widened by the cells' tolerance, so that the bounds hold every point that counts as inside.
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

bool contains(const CellBounds& bounds, glm::vec3 p)
{
    for (int axis = 0; axis < 3; ++axis)
        if (!(p[axis] >= bounds.lo[axis] && p[axis] <= bounds.hi[axis])) return false;
    return true;
}

}  // namespace

CurvilinearGrid::CurvilinearGrid(const std::vector<glm::ivec3>& block_dims,
                                 const std::vector<glm::vec3>& points, const std::vector<Node>& nodes)
{
    std::size_t first = 0;
    for (const glm::ivec3& dims : block_dims) {
        add_block(dims, points.data() + first, nodes.data() + first);
        first += static_cast<std::size_t>(dims.x) * dims.y * dims.z;
    }
    index_cells();
}

void CurvilinearGrid::add_block(glm::ivec3 dims, const glm::vec3* points, const Node* nodes)
{
    const std::size_t count = static_cast<std::size_t>(dims.x) * dims.y * dims.z;
    std::vector<Vertex> vertices(count);
    for (std::size_t n = 0; n < count; ++n) vertices[n] = {glm::vec4{points[n], 0.0F}, nodes[n]};
    const glm::ivec3 before = dims;
    double_flat_axes(vertices, dims);
    const bool is_flat = dims != before, others_are_flat = flat_axis_ >= 0;
    if (!blocks_.empty() && is_flat != others_are_flat)
        throw std::runtime_error("blocks with one layer and blocks with many cannot be mixed");
    if (is_flat) flatten(vertices, before);
    blocks_.push_back({dims, vertices_.size()});
    vertices_.insert(vertices_.end(), vertices.begin(), vertices.end());
}

/// Makes a slab out of a doubled layer: the second copy is moved off the plane in which the layer lies.
void CurvilinearGrid::flatten(std::vector<Vertex>& vertices, glm::ivec3 before)
{
    glm::vec4 lo = vertices.front().position, hi = lo;
    for (const Vertex& vertex : vertices) {
        lo = glm::min(lo, vertex.position);
        hi = glm::max(hi, vertex.position);
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
    for (std::size_t n = 0; n < vertices.size(); ++n) {
        const bool copy = before.x == 1 ? n % 2 == 1 : before.y == 1 ? n / stride_y % 2 == 1 : n >= stride_z;
        vertices[n].position[flat_axis_] += copy ? thickness : -thickness;
    }
}

void CurvilinearGrid::index_cells()
{
    std::vector<CellBounds> cells;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
        const glm::ivec3 cell_dims = blocks_[b].dims - 1;
        CellCursor at{static_cast<std::int32_t>(b), {}, {}};
        for (at.cell.z = 0; at.cell.z < cell_dims.z; ++at.cell.z)
            for (at.cell.y = 0; at.cell.y < cell_dims.y; ++at.cell.y)
                for (at.cell.x = 0; at.cell.x < cell_dims.x; ++at.cell.x) {
                    if (!is_valid(interpolate(at))) continue;
                    CellBounds bounds = bounds_of(corners_about(glm::vec3{0.0F}, at));
                    bounds.cell = static_cast<std::uint32_t>(first_corner(at) - vertices_.data());
                    cells.push_back(bounds);
                }
    }
    bins_ = CellBins{std::move(cells)};
}

glm::vec3 CurvilinearGrid::position_of(std::size_t block, glm::ivec3 node) const
{
    glm::vec3 position{first_corner({static_cast<std::int32_t>(block), node, {}})->position};
    if (flat_axis_ >= 0) position[flat_axis_] = flat_position_;
    return position;
}

Hexahedron CurvilinearGrid::corners_about(glm::vec3 position, const CellCursor& at) const
{
    const Vertex* c = first_corner(at);
    const std::size_t y = blocks_[at.block].dims.x;
    const std::size_t z = y * blocks_[at.block].dims.y;
    const auto from = [position](const Vertex& vertex) { return glm::vec3{vertex.position} - position; };
    return {from(c[0]), from(c[1]),     from(c[y]),     from(c[y + 1]),
            from(c[z]), from(c[z + 1]), from(c[z + y]), from(c[z + y + 1])};
}

Node CurvilinearGrid::interpolate(const CellCursor& at) const
{
    const Vertex* c = first_corner(at);
    const std::size_t y = blocks_[at.block].dims.x;
    const std::size_t z = y * blocks_[at.block].dims.y;
    const auto column = [&](const Vertex* v) {
        return lerp(lerp(v[0].value, v[y].value, at.local.y), lerp(v[z].value, v[z + y].value, at.local.y),
                    at.local.z);
    };
    return lerp(column(c), column(c + 1), at.local.x);
}

CurvilinearGrid::Walk CurvilinearGrid::walk(glm::vec3 position, CellCursor& cursor) const
{
    for (int step = 0; step < max_walk; ++step) {
        const LocalPoint found = map_to_local(corners_about(position, cursor), cursor.local);
        cursor.local = found.local;
        if (found.converged && inside_cell(found.local)) return Walk::Found;
        if (!step_towards(cursor.local, blocks_[cursor.block].dims, cursor.cell)) return Walk::Lost;
    }
    return Walk::Lost;
}

std::optional<Node> CurvilinearGrid::sample(glm::vec3 position, CellCursor& cursor) const
{
    if (flat_axis_ >= 0) position[flat_axis_] = flat_position_;
    if (cursor.block >= 0 && walk(position, cursor) == Walk::Found) {
        const Node value = interpolate(cursor);
        if (is_valid(value)) return value;
    }
    if (!locate(position, cursor)) return std::nullopt;
    return interpolate(cursor);
}

bool CurvilinearGrid::locate(glm::vec3 position, CellCursor& cursor) const
{
    if (flat_axis_ >= 0) position[flat_axis_] = flat_position_;
    for (const std::uint32_t candidate : bins_.near(position)) {
        const CellBounds& bounds = bins_.bounds(candidate);
        if (!contains(bounds, position)) continue;
        std::size_t block = blocks_.size() - 1;
        while (blocks_[block].first_vertex > bounds.cell) --block;
        const std::size_t n = bounds.cell - blocks_[block].first_vertex;
        const glm::ivec3 dims = blocks_[block].dims;
        const std::size_t row = n / dims.x;
        CellCursor at{
            static_cast<std::int32_t>(block), {n % dims.x, row % dims.y, row / dims.y}, glm::vec3{0.5F}};
        const LocalPoint found = map_to_local(corners_about(position, at), at.local);
        if (!found.converged || !inside_cell(found.local)) continue;
        at.local = found.local;
        cursor = at;
        return true;
    }
    return false;
}

}  // namespace farfield::compute
