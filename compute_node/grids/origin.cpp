#include "compute_node/grids/origin.h"

#include <glm/common.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

namespace farfield::compute {

namespace {

/// Coordinates beyond this many lengths of the box are counted from an origin in the box.
constexpr double far_lengths = 8.0;
/// Longer boxes of longitudes or latitudes count from 0, and go around the globe.
constexpr double long_degrees = 5.0;

double origin_along(double lo, double hi, double length)
{
    const double farthest = std::max(std::abs(lo), std::abs(hi));
    if (!(length > 0.0 && farthest > far_lengths * length && std::isfinite(farthest))) return 0.0;
    const double unit = std::exp2(std::floor(std::log2(length)) - 2.0);
    return unit * std::round(0.5 * (lo + hi) / unit);
}

struct BoundsOf {
    const GridData& data;

    Bounds operator()(const UniformGeometry& grid) const
    {
        const glm::dvec3 cells{data.dims.front() - 1U};
        return {grid.origin, grid.origin + grid.spacing * cells};
    }
    Bounds operator()(const RectilinearGeometry& grid) const
    {
        Bounds box;
        for (int axis = 0; axis < 3; ++axis) {
            const std::vector<double>& c = grid.coordinates[axis];
            if (c.empty()) continue;
            box.lo[axis] = std::min(c.front(), c.back());
            box.hi[axis] = std::max(c.front(), c.back());
        }
        return box;
    }
    Bounds operator()(const CurvilinearGeometry& grid) const
    {
        Bounds box = no_bounds();
        for (const glm::vec3& point : grid.points) include(box, glm::dvec3{point});
        return moved(box, grid.origin);
    }
    /// The bounds of a mesh, without points that no cell has.
    Bounds operator()(const UnstructuredGeometry& mesh) const
    {
        Bounds box = no_bounds();
        for (const std::uint32_t corner : mesh.cells.corners) include(box, glm::dvec3{mesh.points[corner]});
        return moved(box, mesh.origin);
    }

private:
    static Bounds moved(const Bounds& box, glm::dvec3 way) { return {box.lo + way, box.hi + way}; }
};

}  // namespace

glm::dvec3 origin_for(const Bounds& bounds, bool geographic)
{
    const glm::dvec3 length = bounds.hi - bounds.lo;
    const double longest = std::max({length.x, length.y, length.z});
    glm::dvec3 origin{0.0};
    for (int axis = 0; axis < 3; ++axis) {
        if (geographic && axis < 2 && length[axis] > long_degrees) continue;
        // A layer has the scale of what lies in it.
        const double scale = length[axis] == 0.0 && !geographic ? longest : length[axis];
        origin[axis] = origin_along(bounds.lo[axis], bounds.hi[axis], scale);
    }
    return origin;
}

glm::dvec3 origin_of(const GridData& data)
{
    if (const auto* grid = std::get_if<CurvilinearGeometry>(&data.geometry)) return grid->origin;
    if (const auto* mesh = std::get_if<UnstructuredGeometry>(&data.geometry)) return mesh->origin;
    return origin_for(bounds_of(data), data.geographic);
}

Bounds bounds_of(const GridData& data)
{
    return std::visit(BoundsOf{data}, data.geometry);
}

void include(Bounds& box, glm::dvec3 point)
{
    box.lo = glm::min(box.lo, point);
    box.hi = glm::max(box.hi, point);
}

Bounds no_bounds()
{
    return {glm::dvec3{std::numeric_limits<double>::max()},
            glm::dvec3{std::numeric_limits<double>::lowest()}};
}

bool is_thin(const Bounds& box, int axis)
{
    constexpr double most_of_thin = 0.15;
    const glm::dvec3 edges = box.hi - box.lo;
    return edges[axis] < most_of_thin * std::min(edges[(axis + 1) % 3], edges[(axis + 2) % 3]);
}

}  // namespace farfield::compute
