#include "compute_node/ranks/blocks/lattice_source.h"

#include "compute_node/datasets/analytic_dataset.h"
#include "compute_node/datasets/dataset_info.h"
#include "compute_node/support/formats/known_formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

LatticeSource netcdf_lattice(const DatasetFiles& dataset, const std::string& scalar,
                             const DatasetLimits& limits)
{
    ReadRequest request{.what = ReadRequest::What::Shape,
                        .dataset = dataset.name,
                        .files = dataset.files.front(),
                        .velocity = dataset.velocity,
                        .max_nodes = limits.max_nodes,
                        .only_scalar = scalar.empty() ? "speed" : scalar};
    LatticeSource source{dataset.name, dataset.reader->read(request).data, {}};
    check_geometry(dataset.name, source.shape);
    request.what = ReadRequest::What::Part;
    for (std::size_t i = 0; i < dataset.files.size(); ++i) {
        request.files = dataset.files[i];
        const std::vector<double> times = times_of(dataset, i);
        for (std::size_t step = 0; step < times.size(); ++step) {
            request.time_step = step;
            source.slices.push_back({times[step],
                                     fmt::format("{} (step {})", request.files.front().string(), step + 1),
                                     [request, reader = dataset.reader](const NodeBox& box) {
                                         ReadRequest part = request;
                                         part.box = box;
                                         return reader->read(part).data;
                                     }});
        }
    }
    return source;
}

/// Factor of the limit of nodes along an axis over that where one process holds all.
constexpr std::uint32_t nodes_in_blocks = 8;

/// The lattice of a name "analytic:NAME:N".
LatticeSource analytic_lattice(const std::string& name, const DatasetLimits& limits)
{
    const auto [flow, nodes] = parse_analytic_name(name, limits_of_whole(limits));
    if (!nodes)
        throw std::runtime_error(
            fmt::format("'{}' is an exact function, of which there is nothing to cut into "
                        "blocks; '{}:64' is sampled",
                        name, name));
    const auto read = [=, flow = flow, shape = analytic_shape(flow, *nodes)](const NodeBox& box) {
        GridData part = part_of(shape, box);
        check_node_limit(name, node_count(part), limits.max_nodes);
        part.arrays.push_back(analytic_velocities(flow, std::get<UniformGeometry>(shape.geometry), box));
        return part;
    };
    return {name, analytic_shape(flow, *nodes), {{0.0, name, read}}};
}

}  // namespace

DatasetLimits limits_of_whole(const DatasetLimits& of_part)
{
    return {of_part.max_nodes, nodes_in_blocks * of_part.max_analytic_nodes};
}

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
        if (format_of(files.front()).name != "NetCDF")
            throw std::runtime_error(fmt::format("'{}' cannot be cut into blocks: expected analytic:NAME:N "
                                                 "or NetCDF files on a rectilinear grid, "
                                                 "which can be read in parts",
                                                 files.front().string()));
    return netcdf_lattice(dataset, scalar, limits);
}

}  // namespace farfield::compute
