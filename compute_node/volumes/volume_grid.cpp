#include "compute_node/volumes/volume_grid.h"

#include "compute_node/grids/geo.h"
#include "compute_node/grids/origin.h"
#include "compute_node/volumes/tetrahedra.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <variant>

namespace farfield::compute {

namespace {

/// True when most cells of a lattice are right-handed; tests every eighth along each axis.
bool is_right_handed(const Lattice& lattice)
{
    std::int64_t right = 0;
    for (int k = 0; k + 1 < lattice.dims.z; k += 8)
        for (int j = 0; j + 1 < lattice.dims.y; j += 8)
            for (int i = 0; i + 1 < lattice.dims.x; i += 8) {
                const glm::vec3 at = lattice.position({i, j, k});
                const glm::vec3 along_i = lattice.position({i + 1, j, k}) - at;
                const glm::vec3 along_j = lattice.position({i, j + 1, k}) - at;
                const glm::vec3 along_k = lattice.position({i, j, k + 1}) - at;
                const float volume = glm::dot(along_i, glm::cross(along_j, along_k));
                right += volume > 0.0F ? 1 : volume < 0.0F ? -1 : 0;
            }
    return right >= 0;
}

/// True when a cell spans the turn of longitudes, which are the first layer's in all layers.
bool has_cell_that_spans_turn(const Lattice& lattice)
{
    for (int j = 0; j + 1 < lattice.dims.y; ++j)
        for (int i = 0; i + 1 < lattice.dims.x; ++i)
            if (spans_turn(lattice, {i, j, 0})) return true;
    return false;
}

/// The grid's own points, but on the plane itself where the grid has one layer.
FixedArray<glm::vec4> points_of(const CurvilinearGrid& grid, std::size_t block)
{
    if (grid.flat_axis() < 0) return grid.positions();
    const glm::ivec3 dims = grid.blocks()[block].dims;
    std::vector<glm::vec4> points(grid.blocks()[block].first_node);
    for (int k = 0; k < dims.z; ++k)
        for (int j = 0; j < dims.y; ++j)
            for (int i = 0; i < dims.x; ++i) points.emplace_back(grid.position_of(block, {i, j, k}), 0.0F);
    return points;
}

VolumeGrid of_blocks(std::vector<Lattice> lattices, bool is_flat)
{
    VolumeGrid made{.lattices = std::move(lattices), .is_flat = is_flat};
    for (Lattice& lattice : made.lattices) {
        if (lattice.is_curvilinear()) lattice.right_handed = is_right_handed(lattice);
        made.nodes += lattice.nodes();
    }
    return made;
}

std::vector<double> coordinates_of(const GridData& data, int axis)
{
    if (const auto* rectilinear = std::get_if<RectilinearGeometry>(&data.geometry))
        return rectilinear->coordinates[static_cast<std::size_t>(axis)];
    const auto& uniform = std::get<UniformGeometry>(data.geometry);
    std::vector<double> coordinates;
    for (std::uint32_t i = 0; i < data.dims.front()[axis]; ++i)
        coordinates.push_back(uniform.origin[axis] + i * uniform.spacing[axis]);
    return coordinates;
}

/// A lattice with nodes along axes.
VolumeGrid along_axes(const GridData& data)
{
    Lattice lattice;
    const glm::dvec3 zero = origin_of(data);
    bool is_flat = false;
    for (int axis = 0; axis < 3; ++axis) {
        std::vector<double> coordinates = coordinates_of(data, axis);
        is_flat = is_flat || coordinates.size() == 1;
        if (coordinates.size() == 1) coordinates.push_back(coordinates.front());
        lattice.dims[axis] = static_cast<int>(coordinates.size());
        for (const double at : coordinates)
            lattice.axes[static_cast<std::size_t>(axis)].push_back(static_cast<float>(at - zero[axis]));
    }
    return of_blocks({std::move(lattice)}, is_flat);
}

VolumeGrid of_tetrahedra(std::vector<TetrahedronCorners> corners, const GridData& data)
{
    const std::vector<glm::vec3>& points = std::get<UnstructuredGeometry>(data.geometry).points;
    VolumeGrid made{.points = points, .nodes = points.size(), .is_flat = corners.empty()};
    made.tetrahedra = along_z_curve(std::move(corners), points);
    return made;
}

bool has_flat_axis(const GridData& data)
{
    for (const glm::uvec3& dims : data.dims)
        if (dims.x == 1 || dims.y == 1 || dims.z == 1) return true;
    return false;
}

struct MakeVolumeGrid {
    const GridData& data;

    VolumeGrid operator()(AnalyticFlow) const
    {
        throw std::runtime_error("an exact function has no nodes; sampled, as 'analytic:NAME:64', it has");
    }
    VolumeGrid operator()(const UniformGrid&) const { return along_axes(data); }
    VolumeGrid operator()(const RectilinearGrid&) const { return along_axes(data); }
    VolumeGrid operator()(const CurvilinearGrid& grid) const
    {
        std::vector<Lattice> lattices;
        for (std::size_t b = 0; b < grid.blocks().size(); ++b)
            lattices.push_back({.dims = grid.blocks()[b].dims,
                                .first_node = grid.blocks()[b].first_node,
                                .points = points_of(grid, b)});
        return of_blocks(std::move(lattices), has_flat_axis(data));
    }
    VolumeGrid operator()(const SphericalGrid& grid) const
    {
        std::vector<glm::vec4> points;
        for (int k = 0; k < grid.dims().z; ++k)
            for (int j = 0; j < grid.dims().y; ++j)
                for (int i = 0; i < grid.dims().x; ++i)
                    points.emplace_back(grid.position_of({i, j, k}), 0.0F);
        Lattice lattice{.dims = grid.dims(), .points = std::move(points)};
        lattice.is_cut_open = has_cell_that_spans_turn(lattice);
        return of_blocks({std::move(lattice)}, has_flat_axis(data));
    }
    VolumeGrid operator()(const TetrahedralGrid& grid) const
    {
        return of_tetrahedra({grid.corners().begin(), grid.corners().end()}, data);
    }
    VolumeGrid operator()(const IsoparametricGrid& grid) const
    {
        return of_tetrahedra(cut_into_tetrahedra(grid, std::get<UnstructuredGeometry>(data.geometry).points),
                             data);
    }
};

}  // namespace

bool spans_turn(const Lattice& lattice, glm::ivec3 cell)
{
    const float first = lattice.position(cell).x;
    float west = first, east = first;
    for (const glm::ivec3 corner : {glm::ivec3{1, 0, 0}, glm::ivec3{0, 1, 0}, glm::ivec3{1, 1, 0}}) {
        west = std::min(west, lattice.position(cell + corner).x);
        east = std::max(east, lattice.position(cell + corner).x);
    }
    return spans_turn(west, east);
}

VolumeGrid volume_grid(const GridData& data, const Grid& grid)
{
    return std::visit(MakeVolumeGrid{data}, grid);
}

}  // namespace farfield::compute
