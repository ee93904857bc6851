#include "compute_node/datasets/dataset_info.h"

#include "compute_node/fields/derived_scalars.h"
#include "compute_node/grids/origin.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace farfield::compute {

namespace {

struct KindOf {
    GridKind operator()(const UniformGeometry&) const { return GridKind::Uniform; }
    GridKind operator()(const RectilinearGeometry&) const { return GridKind::Rectilinear; }
    GridKind operator()(const CurvilinearGeometry&) const { return GridKind::Curvilinear; }
    GridKind operator()(const UnstructuredGeometry&) const { return GridKind::Unstructured; }
};

/// Throws std::runtime_error with the axis when coordinates are not what a geometry needs.
struct CheckGeometry {
    const std::string& name;
    const GridData& data;

    void operator()(const UniformGeometry& grid) const
    {
        for (int axis = 0; axis < 3; ++axis)
            if (!std::isfinite(grid.origin[axis]) || !(grid.spacing[axis] > 0.0) ||
                !std::isfinite(grid.spacing[axis]))
                throw std::runtime_error(
                    fmt::format("'{}': {} spacing must be above 0, found origin {} spacing {}", name,
                                "xyz"[axis], grid.origin[axis], grid.spacing[axis]));
    }
    /// Coordinates minus the origin must differ in binary32.
    void operator()(const RectilinearGeometry& grid) const
    {
        const glm::dvec3 origin = origin_of(data);
        for (int axis = 0; axis < 3; ++axis) {
            const std::vector<double>& c = grid.coordinates[axis];
            if (c.size() != data.dims.front()[axis])
                throw std::runtime_error(fmt::format("'{}': expected {} {} coordinates, found {}", name,
                                                     data.dims.front()[axis], "xyz"[axis], c.size()));
            const float sign = c.size() > 1 && c[1] < c[0] ? -1.0F : 1.0F;
            const auto place = [&](std::size_t i) { return sign * static_cast<float>(c[i] - origin[axis]); };
            for (std::size_t i = 0; i < c.size(); ++i)
                if (!std::isfinite(c[i]) || (i > 0 && !(place(i) > place(i - 1))))
                    throw std::runtime_error(
                        fmt::format("'{}': {} coordinates must be finite and ascend or descend, "
                                    "found {} at {}",
                                    name, "xyz"[axis], c[i], i));
        }
    }
    void operator()(const CurvilinearGeometry& grid) const
    {
        if (grid.points.size() != node_count(data))
            throw std::runtime_error(fmt::format("'{}': expected {} points, found {}", name, node_count(data),
                                                 grid.points.size()));
        for (const glm::vec3& p : grid.points) check_finite(p);
    }
    void operator()(const UnstructuredGeometry& mesh) const
    {
        if (mesh.cells.size() == 0) throw std::runtime_error(fmt::format("'{}': the mesh has no cell", name));
        std::size_t expected = 0;
        for (const CellKind kind : mesh.cells.kinds) expected += point_count(kind);
        if (mesh.cells.corners.size() != expected)
            throw std::runtime_error(fmt::format("'{}': expected {} corners of cells, found {}", name,
                                                 expected, mesh.cells.corners.size()));
        for (const std::uint32_t corner : mesh.cells.corners) {
            if (corner >= mesh.points.size())
                throw std::runtime_error(fmt::format("'{}': a cell has point {} as a corner, of {} points",
                                                     name, corner, mesh.points.size()));
            check_finite(mesh.points[corner]);
        }
    }

private:
    void check_finite(glm::vec3 p) const
    {
        if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
            throw std::runtime_error(fmt::format("'{}': a grid point is not a finite number", name));
    }
};

ArrayInfo describe(const NodeValues& array, const std::vector<std::uint8_t>& blanked)
{
    ArrayInfo info{array.name,
                   array.components,
                   std::numeric_limits<float>::infinity(),
                   -std::numeric_limits<float>::infinity(),
                   array.units,
                   0,
                   array.of_cells};
    const std::size_t nodes = array.values.size() / array.components;
    for (std::size_t n = 0; n < nodes; ++n) {
        const float* v = array.values.data() + n * array.components;
        const float value = array.components == 1 ? v[0] : std::hypot(v[0], v[1], v[2]);
        if (!std::isfinite(value)) ++info.invalid_nodes;
        if (!std::isfinite(value) || (!blanked.empty() && blanked[n] != 0)) continue;
        info.min = std::min(info.min, value);
        info.max = std::max(info.max, value);
    }
    if (info.min > info.max) info.min = info.max = std::numeric_limits<float>::quiet_NaN();
    return info;
}

std::vector<ArrayInfo> describe_derived(const GridData& data, const std::string& vector)
{
    constexpr float unknown = std::numeric_limits<float>::quiet_NaN();
    std::string units;
    for (const NodeValues& array : data.arrays)
        if (array.name == vector) units = array.units;
    std::vector<ArrayInfo> all;
    for (const DerivedScalar scalar : derived_scalars) {
        const std::string name{to_string(scalar)};
        if (derived_scalar_named(name, data))
            all.push_back({name, 1, unknown, unknown, units_of(scalar, data, units), 0});
    }
    return all;
}

std::vector<CellCount> count_cells(const GridData& data)
{
    std::vector<CellCount> counts;
    const auto* mesh = std::get_if<UnstructuredGeometry>(&data.geometry);
    if (mesh == nullptr) return counts;
    const std::vector<CellKind>& kinds = mesh->cells.kinds;
    for (const CellTraits& traits : cell_traits) {
        const auto cells = std::count(kinds.begin(), kinds.end(), traits.kind);
        if (cells > 0) counts.push_back({traits.kind, static_cast<std::uint64_t>(cells)});
    }
    return counts;
}

std::string names_of_scalars(const GridData& data)
{
    std::string names;
    for (const NodeValues& array : data.arrays)
        names += fmt::format("{}'{}'", names.empty() ? "" : ", ", array.name);
    return names.empty() ? "no array" : "only the scalars " + names;
}

}  // namespace

void check_geometry(const std::string& name, const GridData& data)
{
    std::visit(CheckGeometry{name, data}, data.geometry);
}

void check_grid(const std::string& name, const GridData& data)
{
    const std::uint64_t nodes = node_count(data);
    if (nodes < 2) throw std::runtime_error(fmt::format("'{}' has {} nodes; expected a grid", name, nodes));
    check_geometry(name, data);
    for (const NodeValues& array : data.arrays)
        if (array.values.size() != nodes * array.components)
            throw std::runtime_error(fmt::format("'{}': array '{}' should hold {} values, found {}", name,
                                                 array.name, nodes * array.components, array.values.size()));
}

void check_velocity(const std::string& name, const GridData& data)
{
    if (data.default_vector.empty())
        throw std::runtime_error(fmt::format("'{}' has no vector array; expected a velocity, found {}", name,
                                             names_of_scalars(data)));
}

void check_velocity_named(const DatasetInfo& built_in, const std::string& asked)
{
    if (!asked.empty() && asked != built_in.default_vector)
        throw std::runtime_error(fmt::format("'{}' has no velocity '{}'; its only vector is '{}'",
                                             built_in.name, asked, built_in.default_vector));
}

DatasetInfo describe(const std::string& name, const GridData& data)
{
    DatasetInfo info;
    info.name = name;
    info.format = data.format;
    info.kind = std::visit(KindOf{}, data.geometry);
    info.dims = data.dims;
    info.cells = count_cells(data);
    info.bounds = bounds_of(data);
    info.origin = origin_of(data);
    info.position_units = data.geographic ? "degrees" : data.position_units;
    info.z_units = data.geographic ? data.z_units : data.position_units;
    for (const NodeValues& array : data.arrays) info.arrays.push_back(describe(array, data.blanked));
    info.default_vector = data.default_vector;
    info.velocity_reason = data.velocity_reason;
    info.velocity_warning = data.velocity_warning;
    info.other_vectors = data.other_vectors;
    info.derived = describe_derived(data, info.default_vector);
    info.nodes = node_count(data);
    info.blanked_nodes = static_cast<std::uint64_t>(std::count(data.blanked.begin(), data.blanked.end(), 1));
    info.time_steps = data.time_steps;
    info.remarks = data.remarks;
    if (!info.velocity_warning.empty()) info.remarks.insert(info.remarks.begin(), info.velocity_warning);
    if (info.time_steps > 1)
        info.remarks.push_back(fmt::format("The first of {} time steps is shown.", info.time_steps));
    return info;
}

UnknownScalar unknown_scalar(const std::string& source, const std::string& scalar,
                             std::vector<std::string> arrays, const std::vector<ArrayInfo>& derived)
{
    arrays.emplace_back("speed");
    for (const ArrayInfo& array : derived) arrays.push_back(array.name);
    return UnknownScalar{
        fmt::format("'{}' has no scalar array '{}'; it has '{}'", source, scalar, fmt::join(arrays, "', '"))};
}

}  // namespace farfield::compute
