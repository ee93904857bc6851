#include "compute_node/volumes/slices/interpolation.h"

#include "compute_node/fields/field_at_time.h"
#include "compute_node/fields/length_metric.h"
#include "compute_node/grids/cells/shape_functions.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <variant>

namespace farfield::compute {

namespace {

bool has_numbers(glm::vec3 p)
{
    return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}

/// The corner of a lattice's cell that a place is nearest to, beyond the lowest.
glm::ivec3 nearest_corner(glm::vec3 local)
{
    return {local.x >= 0.5F ? 1 : 0, local.y >= 0.5F ? 1 : 0, local.z >= 0.5F ? 1 : 0};
}

/// The node that is nearest, at one time slice.
struct NearestNode {
    glm::vec3 position;
    const Node* nodes;
    CellCursor& cursor;

    std::optional<Node> operator()(AnalyticFlow /*flow*/) const { return std::nullopt; }
    template <class LatticeGrid>
    std::optional<Node> operator()(const LatticeGrid& grid) const
    {
        if (!grid.locate(position, cursor)) return std::nullopt;
        const glm::ivec3 cell = cursor.cell - grid.resident.first + nearest_corner(cursor.local);
        return nodes[node_index(grid.resident.dims, cell)];
    }
    std::optional<Node> operator()(const CurvilinearGrid& grid) const
    {
        if (!grid.find(position, nodes, cursor)) return std::nullopt;
        return nodes[grid.first_node(cursor) +
                     node_index(grid.blocks()[static_cast<std::size_t>(cursor.block)].dims,
                                nearest_corner(cursor.local))];
    }
    std::optional<Node> operator()(const SphericalGrid& grid) const
    {
        if (!grid.find(position, nodes, cursor)) return std::nullopt;
        return nodes[grid.first_node(cursor) + node_index(grid.dims(), nearest_corner(cursor.local))];
    }
    std::optional<Node> operator()(const TetrahedralGrid& grid) const
    {
        if (!grid.find(position, nodes, cursor)) return std::nullopt;
        const glm::vec3 at = cursor.local;
        const std::array weights{1.0F - (at.x + at.y + at.z), at.x, at.y, at.z};
        const auto* const most = std::ranges::max_element(weights);
        return nodes[grid.corners()[static_cast<std::size_t>(cursor.cell.x)]
                                   [static_cast<std::size_t>(most - weights.begin())]];
    }
    std::optional<Node> operator()(const IsoparametricGrid& grid) const
    {
        if (!grid.find(position, nodes, cursor)) return std::nullopt;
        const auto cell = static_cast<std::size_t>(cursor.cell.x);
        const auto points = grid.points_of(cell);
        const ShapeWeights weights = shape_functions(grid.cells()[cell].kind, cursor.local);
        const auto* const most =
            std::max_element(weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(points.size()));
        return nodes[points[static_cast<std::size_t>(most - weights.begin())]];
    }
};

/// The sample of the nearest node, linear in time as sample_at() is.
std::optional<FieldSample> nearest_at(const Field& field, glm::vec3 position, float time, CellCursor& cursor)
{
    const NodeSlices& slices = field.slices();
    const auto at_slice = [&](std::size_t slice) -> std::optional<Node> {
        if (field.grid_changes()) cursor = {};
        const auto node =
            std::visit(NearestNode{position, slices.nodes[slice], cursor}, field.grid_at(slice));
        return node && is_valid(*node) ? node : std::nullopt;
    };
    const auto [i, next] = slices.weighted(time);
    std::optional<Node> node = at_slice(i);
    if (node && next != i) {
        const auto after = at_slice(next);
        if (!after) return std::nullopt;
        node = glm::mix(*node, *after, (time - slices.times[i]) / (slices.times[next] - slices.times[i]));
    }
    if (!node) return std::nullopt;
    const glm::vec3 velocity{*node};
    if (!field.scalar_is_speed()) return FieldSample{velocity, node->w};
    return FieldSample{velocity, glm::length(LengthMetric{field.info()}.measured(velocity))};
}

}  // namespace

std::optional<FieldSample> interpolated(const Field& field, glm::vec3 position, float time, Interpolation how,
                                        CellCursor& cursor)
{
    if (how == Interpolation::Linear || std::holds_alternative<AnalyticFlow>(field.grid()))
        return sample_at(field, position, time, cursor);
    return has_numbers(position) ? nearest_at(field, position, time, cursor) : std::nullopt;
}

}  // namespace farfield::compute
