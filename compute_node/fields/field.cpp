#include "compute_node/fields/field.h"

#include "compute_node/fields/field_at_time.h"

#include "compute_node/fields/length_metric.h"

#include "compute_node/grids/lattice_cell.h"
#include "compute_node/support/large_pages.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace farfield::compute {

namespace {

struct SampleAt {
    glm::vec3 position;
    const Node* nodes;
    CellCursor& cursor;

    std::optional<Node> operator()(AnalyticFlow flow) const
    {
        const Bounds domain = domain_of(flow);
        for (int axis = 0; axis < 3; ++axis)
            if (!(position[axis] >= static_cast<float>(domain.lo[axis]) &&
                  position[axis] <= static_cast<float>(domain.hi[axis])))
                return std::nullopt;
        return Node{glm::vec3{velocity_of(flow, position)}, 0.0F};
    }
    template <class LatticeGrid>
    std::optional<Node> operator()(const LatticeGrid& grid) const
    {
        if (!grid.locate(position, cursor)) return std::nullopt;
        return trilinear(nodes + node_index(grid.resident.dims, cursor.cell - grid.resident.first),
                         grid.resident.dims, cursor.local);
    }
    std::optional<Node> operator()(const CurvilinearGrid& grid) const { return found_in(grid); }
    std::optional<Node> operator()(const SphericalGrid& grid) const
    {
        if (!grid.find(position, nodes, cursor)) return std::nullopt;
        return grid.interpolate(nodes, cursor, position);
    }
    std::optional<Node> operator()(const TetrahedralGrid& grid) const { return found_in(grid); }
    std::optional<Node> operator()(const IsoparametricGrid& grid) const { return found_in(grid); }

private:
    template <class SearchedGrid>
    std::optional<Node> found_in(const SearchedGrid& grid) const
    {
        if (!grid.find(position, nodes, cursor)) return std::nullopt;
        return grid.interpolate(nodes, cursor);
    }
};

/// The place that a cell's corners imply for all points in it.
Place place_in(const Node* lowest, glm::ivec3 dims)
{
    Place place = Place::Inside;
    for (int corner = 0; corner < 8; ++corner) {
        const Node& node = lowest[node_index(dims, {corner & 1, corner >> 1 & 1, corner >> 2})];
        if (is_blanked(node)) return Place::Blanked;
        if (!is_valid(node)) place = Place::Invalid;
    }
    return place;
}

Place place_in(const Node* nodes, std::span<const std::uint32_t> points)
{
    Place place = Place::Inside;
    for (const std::uint32_t point : points) {
        if (is_blanked(nodes[point])) return Place::Blanked;
        if (!is_valid(nodes[point])) place = Place::Invalid;
    }
    return place;
}

/// Finds the place of a position at one time slice.
struct PlaceAt {
    glm::vec3 position;
    const Node* nodes;
    CellCursor& cursor;

    Place operator()(AnalyticFlow flow) const
    {
        return SampleAt{position, nodes, cursor}(flow) ? Place::Inside : Place::Outside;
    }
    template <class LatticeGrid>
    Place operator()(const LatticeGrid& grid) const
    {
        if (!grid.locate(position, cursor)) return Place::Outside;
        return place_in(nodes + node_index(grid.resident.dims, cursor.cell - grid.resident.first),
                        grid.resident.dims);
    }
    Place operator()(const TetrahedralGrid& grid) const
    {
        if (grid.find(position, nodes, cursor)) return Place::Inside;
        if (!grid.walk_to(position, cursor) && !grid.locate(position, nullptr, cursor)) return Place::Outside;
        return place_in(nodes, grid.corners()[cursor.cell.x]);
    }
    Place operator()(const IsoparametricGrid& grid) const
    {
        if (grid.find(position, nodes, cursor)) return Place::Inside;
        if (!grid.walk_to(position, cursor) && !grid.locate(position, nullptr, cursor)) return Place::Outside;
        return place_in(nodes, grid.points_of(cursor.cell.x));
    }
    Place operator()(const CurvilinearGrid& grid) const
    {
        if (grid.find(position, nodes, cursor)) return Place::Inside;
        if (!grid.walk_to(position, cursor) && !grid.locate(position, nullptr, cursor)) return Place::Outside;
        return place_in(nodes + grid.first_node(cursor), grid.blocks()[cursor.block].dims);
    }
    Place operator()(const SphericalGrid& grid) const
    {
        if (grid.find(position, nodes, cursor)) return Place::Inside;
        if (!grid.walk_to(position, cursor) && !grid.locate(position, nullptr, cursor)) return Place::Outside;
        return place_in(nodes + grid.first_node(cursor), grid.dims());
    }
};

/// Finds the cell of a position, whatever its data.
struct FindCell {
    glm::vec3 position;
    CellCursor& cursor;

    bool operator()(AnalyticFlow flow) const { return SampleAt{position, nullptr, cursor}(flow).has_value(); }
    template <class LatticeGrid>
    bool operator()(const LatticeGrid& grid) const
    {
        return grid.locate(position, cursor);
    }
    bool operator()(const CurvilinearGrid& grid) const { return grid.locate(position, nullptr, cursor); }
    bool operator()(const SphericalGrid& grid) const { return grid.locate(position, nullptr, cursor); }
    bool operator()(const TetrahedralGrid& grid) const { return grid.locate(position, nullptr, cursor); }
    bool operator()(const IsoparametricGrid& grid) const { return grid.locate(position, nullptr, cursor); }
};

/// 1 over the time in which a velocity crosses a cell.
struct CrossingRate {
    const CellCursor& cursor;
    glm::vec3 position;
    glm::vec3 over_ground;  ///< the velocity as nodes have it
    glm::vec3 velocity;     ///< in position units

    float operator()(AnalyticFlow /*flow*/) const { return 0.0F; }
    float operator()(const SphericalGrid& grid) const
    {
        return grid.crossing_rate(cursor, position, over_ground);
    }
    float operator()(const UniformGrid& grid) const { return across(grid.inverse_spacing); }
    float operator()(const RectilinearGrid& grid) const
    {
        glm::vec3 inverse_width;
        for (int axis = 0; axis < 3; ++axis)
            inverse_width[axis] = grid.axes[axis].inverse_width[cursor.cell[axis]];
        return across(inverse_width);
    }
    template <class SearchedGrid>
    float operator()(const SearchedGrid& grid) const
    {
        return grid.crossing_rate(cursor, velocity);
    }

private:
    [[nodiscard]] float across(glm::vec3 inverse_width) const
    {
        const glm::vec3 rates = glm::abs(velocity * inverse_width);
        return std::max({rates.x, rates.y, rates.z});
    }
};

bool is_finite(glm::vec3 p)
{
    return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}

}  // namespace

const char* to_string(GridKind kind)
{
    switch (kind) {
    case GridKind::Analytic:
        return "analytic";
    case GridKind::Uniform:
        return "uniform";
    case GridKind::Rectilinear:
        return "rectilinear";
    case GridKind::Curvilinear:
        return "curvilinear";
    case GridKind::Unstructured:
        return "unstructured";
    }
    return "";
}

bool uses_cursors(const Field& field)
{
    const Grid& grid = field.grid();
    if (field.grid_changes()) return false;
    return std::holds_alternative<CurvilinearGrid>(grid) || std::holds_alternative<SphericalGrid>(grid) ||
           std::holds_alternative<TetrahedralGrid>(grid) || std::holds_alternative<IsoparametricGrid>(grid);
}

Field::Field(FieldInfo info, std::shared_ptr<const Grid> grid, Nodes nodes, bool scalar_is_speed)
    : Field{std::move(info),
            std::move(grid),
            std::vector<FixedArray<Node>>{std::move(nodes)},
            {0.0F},
            scalar_is_speed}
{}

Field::Field(FieldInfo info, std::shared_ptr<const Grid> grid, std::vector<FixedArray<Node>> slices,
             std::vector<float> times, bool scalar_is_speed, std::vector<std::shared_ptr<const Grid>> grids)
    : info_{std::move(info)},
      grid_{std::move(grid)},
      grids_{std::move(grids)},
      nodes_{std::move(slices)},
      slices_{{}, std::move(times)},
      scalar_is_speed_{scalar_is_speed}
{
    for (const FixedArray<Node>& nodes : nodes_) {
        slices_.nodes.push_back(nodes.data());
        keep_in_large_pages(std::as_bytes(std::span{nodes}));
    }
}

bool Field::locate(glm::vec3 position, CellCursor& cursor) const
{
    return is_finite(position) && std::visit(FindCell{position, cursor}, *grid_);
}

bool Field::locate(glm::vec3 position, float time, CellCursor& cursor) const
{
    // A flat axis bounds nothing, so that infinity would be within.
    if (!is_finite(position)) return false;
    const std::size_t slice = slices_.weighted(time).first;
    const std::optional<Node> node =
        std::visit(SampleAt{position, slices_.nodes[slice], cursor}, grid_at(slice));
    return node && is_valid(*node);
}

Place Field::place_of(glm::vec3 position, float time, CellCursor& cursor) const
{
    if (!is_finite(position)) return Place::Outside;
    const auto [i, next] = slices_.weighted(time);
    const auto place_at = [&](std::size_t slice) {
        if (grid_changes()) cursor = {};
        return std::visit(PlaceAt{position, slices_.nodes[slice], cursor}, grid_at(slice));
    };
    const Place before = place_at(i);
    if (next == i || before == Place::Outside || before == Place::Blanked) return before;
    const Place after = place_at(next);
    return after == Place::Inside ? before : after;
}

bool Field::has_nodes_at(glm::vec3 position) const
{
    const auto has = [position](const auto& grid) {
        const std::optional<glm::ivec3> cell = find_lattice_cell(grid, position);
        if constexpr (requires { grid.resident; }) return !cell || grid.resident.contains_cell(*cell);
        return true;
    };
    return std::visit(has, *grid_);
}

std::optional<FieldSample> Field::sample(glm::vec3 position) const
{
    CellCursor cursor;
    return sample(position, cursor);
}

std::optional<FieldSample> Field::sample(glm::vec3 position, CellCursor& cursor) const
{
    return sample_at(*this, position, slices_.times.front(), cursor);
}

std::optional<FieldSample> sample_at(const Field& field, glm::vec3 position, float time, CellCursor& cursor)
{
    if (!is_finite(position)) return std::nullopt;
    const NodeSlices& slices = field.slices();
    const auto sampled = [&](std::size_t slice) -> std::optional<Node> {
        if (field.grid_changes()) cursor = {};
        const auto node = std::visit(SampleAt{position, slices.nodes[slice], cursor}, field.grid_at(slice));
        return node && is_valid(*node) ? node : std::nullopt;
    };
    const auto [i, next] = slices.weighted(time);
    std::optional<Node> node = sampled(i);
    if (!node) return std::nullopt;
    if (next != i) {
        const auto after = sampled(next);
        if (!after) return std::nullopt;
        node = glm::mix(*node, *after, (time - slices.times[i]) / (slices.times[next] - slices.times[i]));
    }
    const glm::vec3 velocity{*node};
    if (!field.scalar_is_speed()) return FieldSample{velocity, node->w};
    return FieldSample{velocity, glm::length(LengthMetric{field.info()}.measured(velocity))};
}

float crossing_rate_at(const Field& field, float time, const CellCursor& cursor, glm::vec3 position,
                       glm::vec3 velocity)
{
    const glm::vec3 over_ground = velocity;
    if (const LengthMetric metric{field.info()}; metric.geographic) {
        constexpr float near_pole = 89.0F;
        const float latitude = std::min(std::abs(position.y + metric.origin_latitude), near_pole);
        velocity.x /= std::cos(glm::radians(latitude));
    }
    const Grid& grid = field.grid_at(field.slices().weighted(time).second);
    return std::visit(CrossingRate{cursor, position, over_ground, velocity}, grid);
}

}  // namespace farfield::compute
