#include "compute_node/readers/netcdf/netcdf_nodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace farfield::compute {

glm::uvec3 dims_of(const NetcdfAxes& axes)
{
    return {axes.xyz[0].length, axes.xyz[1].length, axes.xyz[2].length};
}

std::string shape_of(const std::string& shown, glm::uvec3 dims)
{
    return fmt::format("{} on {} x {} x {}", shown, dims.x, dims.y, dims.z);
}

namespace {

/// The part of a variable to be read, and the strides along each axis in it.
struct NodeWindow {
    std::vector<std::size_t> start, count;
    std::array<std::size_t, 3> step{};
};

NodeWindow window_of(const NetcdfVariable& variable, const NetcdfAxes& axes, std::size_t time_step)
{
    const std::size_t rank = variable.dimensions.size();
    NodeWindow window{std::vector<std::size_t>(rank, 0), std::vector<std::size_t>(rank, 1)};
    if (axes.time_dimension >= 0 && axes.time_steps > 0)
        window.start[axes.time_dimension] = std::min(time_step, axes.time_steps - 1);
    for (const NetcdfAxis& axis : axes.xyz)
        if (axis.dimension >= 0) window.count[axis.dimension] = axis.length;
    std::vector<std::size_t> stride(rank, 1);
    for (std::size_t d = rank; d-- > 1;) stride[d - 1] = stride[d] * window.count[d];
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (axes.xyz[axis].dimension >= 0) window.step[axis] = stride[axes.xyz[axis].dimension];
    return window;
}

/// Reads a window's values, x fastest, whatever the order in the file.
template <class Value>
std::vector<Value> in_order(const std::vector<Value>& in_file, const NodeWindow& window, glm::uvec3 dims)
{
    const auto [step_x, step_y, step_z] = window.step;
    std::vector<Value> out;
    out.reserve(in_file.size());
    for (std::size_t k = 0; k < dims.z; ++k)
        for (std::size_t j = 0; j < dims.y; ++j)
            for (std::size_t i = 0; i < dims.x; ++i)
                out.push_back(in_file[i * step_x + j * step_y + k * step_z]);
    return out;
}

}  // namespace

std::vector<float> read_nodes(const NetcdfFile& file, const NetcdfVariable& variable, const NetcdfAxes& axes,
                              std::size_t time_step)
{
    const NodeWindow window = window_of(variable, axes, time_step);
    return in_order(file.values(variable, window.start, window.count), window, dims_of(axes));
}

std::string fault_of(const NetcdfComponent& component)
{
    const std::size_t rank = component.variable->dimensions.size();
    for (const NetcdfDimension& along : component.variable->dimensions)
        if (along.length == 0) return {};
    try {
        static_cast<void>(component.file->exact_values(*component.variable, std::vector<std::size_t>(rank, 0),
                                                       std::vector<std::size_t>(rank, 1)));
        return {};
    } catch (const std::runtime_error& error) {
        return error.what();
    }
}

bool lies_on_plane(const NetcdfFile& file, const NetcdfVariable& variable, const NetcdfNodes& nodes)
{
    const auto has = [&](const NetcdfAxis& axis) {
        return std::any_of(variable.dimensions.begin(), variable.dimensions.end(),
                           [&](const auto& d) { return d.name == axis.name && d.length == axis.length; });
    };
    if (!variable.numeric || !has(nodes.axes.xyz[0]) || !has(nodes.axes.xyz[1])) return false;
    const auto& shown = nodes.velocity.u.variable->dimensions;
    const auto is_shared = [&](const NetcdfDimension& d) {
        const bool is_known = std::ranges::any_of(nodes.axes.xyz, [&](const NetcdfAxis& axis) {
            return axis.dimension >= 0 && axis.name == d.name;
        });
        return !is_known && std::ranges::any_of(shown, [&](const NetcdfDimension& own) {
            return own.name == d.name && own.length == d.length;
        });
    };
    const std::size_t shared =
        static_cast<std::size_t>(std::ranges::count_if(variable.dimensions, is_shared));
    const std::size_t others = variable.dimensions.size() - 2;
    if (others == 0 || others == shared) return true;
    return others == shared + 1 && find_axes(file, variable).time_dimension >= 0;
}

NetcdfComponent find_on_plane(const NetcdfNodes& nodes, const std::string& name)
{
    for (const auto& file : *nodes.files) {
        const NetcdfVariable* found = file->find(name);
        if (found != nullptr && lies_on_plane(*file, *found, nodes)) return {file.get(), found};
    }
    return {};
}

std::vector<float> read_plane(const NetcdfComponent& found, std::size_t time_step)
{
    return read_nodes(*found.file, *found.variable, find_axes(*found.file, *found.variable), time_step);
}

std::vector<double> read_exact_plane(const NetcdfComponent& found, std::size_t time_step)
{
    const NetcdfAxes axes = find_axes(*found.file, *found.variable);
    const NodeWindow window = window_of(*found.variable, axes, time_step);
    return in_order(found.file->exact_values(*found.variable, window.start, window.count), window,
                    dims_of(axes));
}

}  // namespace farfield::compute
