#include "compute_node/datasets/dataset_info.h"

#include "compute_node/fields/derived_scalars.h"
#include "compute_node/fields/scalar_meaning.h"
#include "compute_node/fields/vector_scalars.h"
#include "compute_node/grids/origin.h"
#include "compute_node/support/parallel_ranges.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <proj.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>

namespace farfield::compute {

namespace {

struct DestroyProj {
    void operator()(PJ_CONTEXT* context) const { proj_context_destroy(context); }
    void operator()(PJ* object) const { proj_destroy(object); }
};

/// True for a map with axes in metres.
bool is_plane_in_metres(PJ_CONTEXT* context, const PJ* crs)
{
    if (proj_get_type(crs) != PJ_TYPE_PROJECTED_CRS) return false;
    const std::unique_ptr<PJ, DestroyProj> axes(proj_crs_get_coordinate_system(context, crs));
    double metres = 0.0;
    return axes &&
           proj_cs_get_axis_info(context, axes.get(), 0, nullptr, nullptr, nullptr, &metres, nullptr, nullptr,
                                 nullptr) != 0 &&
           metres == 1.0;
}

/// A reference system as WKT (WKT2:2019). text: GridData::crs_wkt, which is WKT already, a code,
/// "EPSG:28992", or PROJ's parameters, "+proj=...". Empty where PROJ refuses these. Not for a process that
/// reads files, since PROJ opens files of its own.
std::string wkt_of_system(const std::string& text)
{
    if (!text.starts_with("+proj=") && !text.starts_with("EPSG:")) return text;
    const std::unique_ptr<PJ_CONTEXT, DestroyProj> context(proj_context_create());
    if (!context) return {};
    proj_log_level(context.get(), PJ_LOG_NONE);
    proj_context_set_enable_network(context.get(), 0);
    const std::unique_ptr<PJ, DestroyProj> crs(proj_create(context.get(), text.c_str()));
    if (crs && !text.starts_with("+proj=") && !is_plane_in_metres(context.get(), crs.get())) return {};
    const char* wkt = crs ? proj_as_wkt(context.get(), crs.get(), PJ_WKT2_2019, nullptr) : nullptr;
    return wkt != nullptr ? wkt : std::string();
}

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
    /// Checks coordinates, which must differ in binary32 after the origin is subtracted.
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

/// Takes the range over valid nodes, and counts invalid ones. value_at: called with the index of a node.
void take_range(std::size_t nodes, const auto& value_at, const std::vector<std::uint8_t>& blanked,
                ArrayInfo& info)
{
    info.min = std::numeric_limits<float>::infinity();
    info.max = -std::numeric_limits<float>::infinity();
    std::mutex mutex;
    for_ranges(nodes, [&](std::size_t begin, std::size_t end) {
        float least = std::numeric_limits<float>::infinity(), most = -least;
        std::uint64_t invalid = 0;
        for (std::size_t n = begin; n < end; ++n) {
            const float value = value_at(n);
            if (!std::isfinite(value)) ++invalid;
            if (!std::isfinite(value) || (!blanked.empty() && blanked[n] != 0)) continue;
            least = std::min(least, value);
            most = std::max(most, value);
        }
        const std::lock_guard lock{mutex};
        info.min = std::min(info.min, least);
        info.max = std::max(info.max, most);
        info.invalid_nodes += invalid;
    });
    if (info.min > info.max) info.min = info.max = std::numeric_limits<float>::quiet_NaN();
}

ArrayInfo describe(const NodeValues& array, const std::vector<std::uint8_t>& blanked)
{
    ArrayInfo info{array.name, array.components, 0.0F, 0.0F, array.units, 0, array.of_cells};
    if (array.components == 1)
        take_range(
            array.values.size(), [&](std::size_t n) { return array.values[n]; }, blanked, info);
    else
        take_range(
            array.values.size() / 3, [&](std::size_t n) { return VectorScalar{&array}.at(n); }, blanked,
            info);
    return info;
}

std::vector<ArrayInfo> describe_derived(const GridData& data, const std::string& vector)
{
    constexpr float unknown = std::numeric_limits<float>::quiet_NaN();
    std::string units;
    if (vector.empty()) return {};
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

/// The parts of the vector arrays; the magnitude of the one that is traced is the speed.
std::vector<ArrayInfo> describe_parts(const GridData& data, const std::string& velocity)
{
    std::vector<ArrayInfo> all;
    for (const NodeValues& array : data.arrays) {
        if (array.components != 3) continue;
        for (int part = 0; part <= VectorScalar::magnitude; ++part) {
            const std::string name = vector_scalar_name(array.name, part);
            if (part == VectorScalar::magnitude && array.name == velocity) continue;
            if (!vector_scalar_named(name, data) || derived_scalar_named(name, data)) continue;
            const VectorScalar scalar{&array, part};
            const auto value_at = [&](std::size_t node) { return scalar.at(node); };
            all.push_back({name, 1, 0.0F, 0.0F, array.units, 0, array.of_cells});
            take_range(array.values.size() / 3, value_at, data.blanked, all.back());
        }
    }
    return all;
}

const ArrayInfo* first_scalar(const DatasetInfo& info)
{
    const auto has_range = [](const ArrayInfo& array) {
        return array.components == 1 && !std::isnan(array.min);
    };
    auto found = std::ranges::find_if(info.arrays, [&](const ArrayInfo& array) {
        return has_range(array) && !is_beside_field(array.name);
    });
    if (found == info.arrays.end()) found = std::ranges::find_if(info.arrays, has_range);
    return found == info.arrays.end() ? nullptr : &*found;
}

std::vector<std::string> names_of_arrays(const DatasetInfo& info)
{
    std::vector<std::string> names;
    for (const ArrayInfo& array : info.arrays)
        if (array.components == 1) names.push_back(array.name);
    return names;
}

std::vector<std::string> names_of_scalars(const DatasetInfo& info)
{
    std::vector<std::string> names = names_of_arrays(info);
    if (!info.default_vector.empty()) names.emplace_back("speed");
    for (const auto* scalars : {&info.derived, &info.of_vectors})
        for (const ArrayInfo& scalar : *scalars) names.push_back(scalar.name);
    return names;
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

void check_scalars(const DatasetInfo& info)
{
    if (!info.default_vector.empty() || first_scalar(info) != nullptr) return;
    const std::vector<std::string> names = names_of_arrays(info);
    const std::string_view shape = info.kind == GridKind::Unstructured ? "mesh" : "grid";
    throw std::runtime_error(
        fmt::format("'{}': expected a velocity or a scalar with a valid node, found {}", info.name,
                    names.empty() ? fmt::format("a {} alone, without values", shape)
                                  : fmt::format("no valid value in '{}'", fmt::join(names, "', '"))));
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
    info.crs_wkt = wkt_of_system(data.crs_wkt);
    const bool is_other = data.position_units == "m" && data.z_units != "m";  // a pressure, numbers of levels
    const bool has_own_z = data.geographic || (!data.z_units.empty() && (is_other || !info.crs_wkt.empty()));
    info.z_units = has_own_z ? data.z_units : data.position_units;
    info.geographic = data.geographic && !data.rotated_pole;
    info.z_positive = data.z_positive;
    info.utc_seconds = data.utc_seconds;
    info.calendar = data.calendar;
    info.calendar_seconds = data.calendar_seconds;
    for (const NodeValues& array : data.arrays) info.arrays.push_back(describe(array, data.blanked));
    info.default_vector = data.default_vector;
    info.velocity_reason = data.velocity_reason;
    info.velocity_warning = data.velocity_warning;
    info.other_vectors = data.other_vectors;
    info.derived = describe_derived(data, info.default_vector);
    info.of_vectors = describe_parts(data, info.default_vector);
    if (const ArrayInfo* first = first_scalar(info); first != nullptr && info.default_vector.empty())
        info.default_scalar = first->name;
    info.nodes = node_count(data);
    info.blanked_nodes =
        static_cast<std::uint64_t>(std::ranges::count_if(data.blanked, [](auto flag) { return flag != 0; }));
    info.time_steps = data.time_steps;
    info.blocks = data.blocks;
    info.remarks = data.remarks;
    if (info.crs_wkt.empty() && !data.crs_wkt.empty())
        info.remarks.push_back(fmt::format("The reference system '{}' is none of a map in metres that PROJ "
                                           "knows: positions on the Earth are not known.",
                                           data.crs_wkt));
    if (!info.velocity_warning.empty()) info.remarks.insert(info.remarks.begin(), info.velocity_warning);
    return info;
}

bool has_scalar(const DatasetInfo& info, const std::string& scalar)
{
    const auto names = names_of_scalars(info);
    return std::ranges::find(names, scalar) != names.end() ||
           (scalar == info.default_vector && !scalar.empty());
}

UnknownScalar unknown_scalar(const std::string& source, const std::string& scalar, const DatasetInfo& info)
{
    std::string message = fmt::format("'{}' has no scalar array '{}'; it has '{}'", source, scalar,
                                      fmt::join(names_of_scalars(info), "', '"));
    for (const std::string& remark : info.remarks)
        if (!scalar.empty() && remark.find(fmt::format("'{}'", scalar)) != std::string::npos)
            message += ". " + remark;  // why it was left out
    return UnknownScalar{message};
}

std::string why_not_traceable(const DatasetInfo& info)
{
    if (!info.default_vector.empty()) return {};
    const std::vector<std::string> names = names_of_arrays(info);
    return fmt::format("'{}' has no velocity; it has the scalar{} '{}': start isosurface or slice", info.name,
                       names.size() == 1 ? "" : "s", fmt::join(names, "', '"));
}

}  // namespace farfield::compute
