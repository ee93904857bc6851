#include "compute_node/fields/lattice_source.h"

#include "compute_node/fields/dataset_info.h"
#include "compute_node/readers/readers.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

LatticeSource netcdf_lattice(const DatasetFiles& dataset, const std::string& scalar,
                             const DatasetLimits& limits)
{
    LatticeSource source{dataset.name, netcdf_shape(dataset.files.front(), dataset.velocity), {}};
    const std::string only = scalar.empty() ? "speed" : scalar;
    for (const auto& files : dataset.files) {
        const std::vector<double> times = times_of(files, dataset.velocity);
        for (std::size_t step = 0; step < times.size(); ++step)
            source.slices.push_back({times[step], fmt::format("{} (step {})", files.front().string(), step),
                                     [=, velocity = dataset.velocity](const NodeBox& box) {
                                         return read_netcdf_part(files, box, limits.max_nodes, step, only,
                                                                 velocity);
                                     }});
    }
    return source;
}

}  // namespace

std::vector<double> coordinates_along(const GridData& shape, int axis)
{
    if (const auto* grid = std::get_if<RectilinearGeometry>(&shape.geometry)) return grid->coordinates[axis];
    const auto& grid = std::get<UniformGeometry>(shape.geometry);
    std::vector<double> all;
    for (std::uint32_t i = 0; i < shape.dims.front()[axis]; ++i)
        all.push_back(grid.origin[axis] + grid.spacing[axis] * i);
    return all;
}

GridData part_of(const GridData& shape, const NodeBox& box)
{
    GridData part = shape;
    part.arrays.clear();
    part.dims = {glm::uvec3{box.dims}};
    RectilinearGeometry geometry;
    for (int axis = 0; axis < 3; ++axis) {
        const std::vector<double> all = coordinates_along(shape, axis);
        const auto first = all.begin() + box.first[axis];
        geometry.coordinates[axis] = {first, first + box.dims[axis]};
    }
    part.geometry = std::move(geometry);
    return part;
}

LatticeSource open_lattice(const DatasetFiles& dataset, const std::string& scalar,
                           const DatasetLimits& limits)
{
    if (dataset.files.empty()) {
        DatasetInfo built_in;
        built_in.name = dataset.name;
        built_in.default_vector = "velocity";
        check_velocity_named(built_in, dataset.velocity);
        return analytic_lattice(dataset.name, limits);
    }
    for (const auto& files : dataset.files)
        if (format_of(files.front()) != "NetCDF")
            throw std::runtime_error(fmt::format("'{}' cannot be cut into blocks: expected analytic:NAME:N "
                                                 "or NetCDF files on a rectilinear grid, "
                                                 "which can be read in parts",
                                                 files.front().string()));
    return netcdf_lattice(dataset, scalar, limits);
}

}  // namespace farfield::compute
