#include "compute_node/readers/netcdf_axes.h"
#include "compute_node/readers/netcdf_file.h"
#include "compute_node/readers/netcdf_time.h"
#include "compute_node/readers/netcdf_velocity.h"
#include "compute_node/readers/readers.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <stdexcept>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

/// Scalars read beside the velocity; a model's output can have hundreds.
constexpr std::size_t max_scalars = 32;

glm::uvec3 dims_of(const NetcdfAxes& axes)
{
    return {axes.xyz[0].coordinates.size(), axes.xyz[1].coordinates.size(), axes.xyz[2].coordinates.size()};
}

/// One time step, x fastest whatever the order of the dimensions in the file.
std::vector<float> read_nodes(const NetcdfFile& file, const NetcdfVariable& variable, const NetcdfAxes& axes,
                              std::size_t time_step)
{
    const std::size_t rank = variable.dimensions.size();
    std::vector<std::size_t> start(rank, 0), count(rank, 1), stride(rank, 1);
    if (axes.time_dimension >= 0) start[axes.time_dimension] = time_step;
    for (const NetcdfAxis& axis : axes.xyz)
        if (axis.dimension >= 0) count[axis.dimension] = axis.coordinates.size();
    for (std::size_t d = rank; d-- > 1;) stride[d - 1] = stride[d] * count[d];
    const auto stride_of = [&](int axis) {
        return axes.xyz[axis].dimension < 0 ? 0 : stride[axes.xyz[axis].dimension];
    };
    const std::size_t step_x = stride_of(0), step_y = stride_of(1), step_z = stride_of(2);
    const std::vector<float> in_file = file.values(variable, start, count);
    const glm::uvec3 dims = dims_of(axes);
    std::vector<float> out;
    out.reserve(in_file.size());
    for (std::size_t k = 0; k < dims.z; ++k)
        for (std::size_t j = 0; j < dims.y; ++j)
            for (std::size_t i = 0; i < dims.x; ++i)
                out.push_back(in_file[i * step_x + j * step_y + k * step_z]);
    return out;
}

bool same_grid(const NetcdfAxes& a, const NetcdfAxes& b)
{
    return std::equal(
        a.xyz.begin(), a.xyz.end(), b.xyz.begin(),
        [](const NetcdfAxis& x, const NetcdfAxis& y) { return x.coordinates == y.coordinates; });
}

void check_same_grid(const NetcdfComponent& u, const NetcdfAxes& u_axes, const NetcdfComponent& v,
                     const NetcdfAxes& v_axes)
{
    if (same_grid(u_axes, v_axes)) return;
    const glm::uvec3 a = dims_of(u_axes), b = dims_of(v_axes);
    throw std::runtime_error(fmt::format(
        "cannot read '{}': '{}' ({} x {} x {}) and '{}' ({} x {} x {}) lie on different "
        "grids; staggered grids are not read yet",
        v.file->path().string(), u.variable->name, a.x, a.y, a.z, v.variable->name, b.x, b.y, b.z));
}

/// Interleaves the components. Along a downward axis an upward velocity counts negative.
NodeValues read_velocity(const NetcdfVelocity& velocity, const NetcdfAxes& axes, std::size_t time_step)
{
    const std::vector<float> u = read_nodes(*velocity.u.file, *velocity.u.variable, axes, time_step);
    const NetcdfAxes v_axes = find_axes(*velocity.v.file, *velocity.v.variable);
    check_same_grid(velocity.u, axes, velocity.v, v_axes);
    const std::vector<float> v = read_nodes(*velocity.v.file, *velocity.v.variable, v_axes, time_step);
    std::vector<float> w(u.size(), 0.0F);
    if (velocity.w.variable != nullptr) {
        const NetcdfAxes w_axes = find_axes(*velocity.w.file, *velocity.w.variable);
        check_same_grid(velocity.u, axes, velocity.w, w_axes);
        w = read_nodes(*velocity.w.file, *velocity.w.variable, w_axes, time_step);
        if (axes.xyz[2].down) std::transform(w.begin(), w.end(), w.begin(), std::negate{});
    }
    NodeValues out{"velocity", 3, {}, velocity.u.file->text(*velocity.u.variable, "units")};
    out.values.reserve(3 * u.size());
    for (std::size_t n = 0; n < u.size(); ++n) out.values.insert(out.values.end(), {u[n], v[n], w[n]});
    return out;
}

bool same_dimensions(const NetcdfVariable& a, const NetcdfVariable& b)
{
    return std::equal(a.dimensions.begin(), a.dimensions.end(), b.dimensions.begin(), b.dimensions.end(),
                      [](const auto& x, const auto& y) { return x.id == y.id; });
}

void add_scalars(const NetcdfVelocity& velocity, const NetcdfAxes& axes, std::size_t time_step,
                 GridData& data)
{
    const NetcdfFile& file = *velocity.u.file;
    for (const NetcdfVariable& variable : file.variables()) {
        if (!variable.numeric || !same_dimensions(variable, *velocity.u.variable)) continue;
        if (data.arrays.size() > max_scalars) {
            data.remarks.push_back(fmt::format("Only the first {} scalars are offered.", max_scalars));
            return;
        }
        data.arrays.push_back(
            {variable.name, 1, read_nodes(file, variable, axes, time_step), file.text(variable, "units")});
    }
}

void check_units(const NetcdfVelocity& velocity, const NetcdfAxes& axes, GridData& data)
{
    data.geographic = axes.xyz[0].degrees && axes.xyz[1].degrees;
    data.position_units = axes.xyz[0].units;
    if (data.geographic && data.arrays.front().units.empty()) data.arrays.front().units = "m/s";
    if (data.geographic)
        data.remarks.emplace_back(
            "Positions are degrees; velocities in m/s become degrees/s on a sphere of 6371 km.");
    if (velocity.w.variable == nullptr && axes.xyz[2].coordinates.size() > 1)
        data.remarks.emplace_back("There is no vertical velocity: particles stay at their depth or height.");
}

/// libnetcdf keeps its state in globals: one reader at a time.
std::mutex& library_mutex()
{
    static std::mutex mutex;
    return mutex;
}

std::vector<std::unique_ptr<NetcdfFile>> open_all(const std::vector<fs::path>& paths)
{
    std::vector<std::unique_ptr<NetcdfFile>> files;
    for (const fs::path& path : paths) files.push_back(std::make_unique<NetcdfFile>(path));
    return files;
}

NetcdfVelocity require_velocity(const std::vector<std::unique_ptr<NetcdfFile>>& files)
{
    const auto velocity = find_velocity(files);
    if (!velocity)
        throw std::runtime_error(
            fmt::format("cannot read '{}': no velocity found; expected two variables with standard "
                        "names eastward_.. and northward_.. (or x_.., y_..), or named u and v; "
                        "components in two files are opened as FILE+FILE",
                        files.front()->path().string()));
    return *velocity;
}

}  // namespace

std::vector<double> netcdf_times(const std::vector<fs::path>& paths)
{
    const std::lock_guard turn{library_mutex()};
    const auto files = open_all(paths);
    const NetcdfVelocity velocity = require_velocity(files);
    const NetcdfAxes axes = find_axes(*velocity.u.file, *velocity.u.variable);
    if (axes.time_coordinate != nullptr) return read_times(*velocity.u.file, *axes.time_coordinate);
    if (axes.time_steps == 1) return {0.0};
    throw std::runtime_error(fmt::format("cannot read '{}': its {} time steps have no times",
                                         paths.front().string(), axes.time_steps));
}

GridData read_netcdf(const std::vector<fs::path>& paths, std::uint64_t max_nodes, std::size_t time_step)
{
    const std::lock_guard turn{library_mutex()};
    const auto files = open_all(paths);
    const NetcdfVelocity velocity = require_velocity(files);
    const NetcdfAxes axes = find_axes(*velocity.u.file, *velocity.u.variable);
    const glm::uvec3 dims = dims_of(axes);
    check_node_limit(paths.front(), std::uint64_t{dims.x} * dims.y * dims.z, max_nodes);
    GridData data;
    data.format = "NetCDF CF";
    data.dims = {dims};
    data.geometry =
        RectilinearGeometry{{axes.xyz[0].coordinates, axes.xyz[1].coordinates, axes.xyz[2].coordinates}};
    data.remarks = axes.remarks;
    data.time_steps = static_cast<std::uint32_t>(axes.time_steps);
    if (axes.time_coordinate != nullptr && time_unit_of(*velocity.u.file, *axes.time_coordinate).empty())
        data.remarks.push_back(
            fmt::format("Times ('{}') have no unit and are taken as seconds.", axes.time_coordinate->name));
    data.arrays.push_back(read_velocity(velocity, axes, time_step));
    data.default_vector = "velocity";
    add_scalars(velocity, axes, time_step, data);
    check_units(velocity, axes, data);
    return data;
}

}  // namespace farfield::compute
